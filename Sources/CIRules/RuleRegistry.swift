package import CIModel

/// Every rule that there is.
package enum RuleRegistry {
  /// Sorted by id.
  package static let rules: [any Rule.Type] = [
    AddedLinesRule.self,
    ChangelogRule.self,
    CommitsRule.self,
    PullRequestSizeRule.self,
    TestsWithSourcesRule.self,
  ]

  /// Sorted by id; what the configuration is checked against.
  package static var descriptors: [RuleDescriptor] { rules.map { $0.descriptor } }

  package static func rule(id: String) -> (any Rule.Type)? {
    rules.first { $0.descriptor.id == id }
  }
}
