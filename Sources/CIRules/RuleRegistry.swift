package import CIModel

/// Every rule that there is.
package enum RuleRegistry {
  /// Sorted by id.
  package static let rules: [any Rule.Type] = [
    AddedLinesRule.self,
    AreasRule.self,
    ChangelogRule.self,
    CommitAuthorsRule.self,
    CommitBodyRule.self,
    CommitFootersRule.self,
    CommitSubjectRule.self,
    CommitsRule.self,
    ConflictMarkersRule.self,
    DisabledTestsRule.self,
    FocusedTestsRule.self,
    LicenceHeaderRule.self,
    MergeCommitsRule.self,
    PullRequestBodyRule.self,
    PullRequestBranchesRule.self,
    PullRequestDraftRule.self,
    PullRequestLabelsRule.self,
    PullRequestPeopleRule.self,
    PullRequestSizeRule.self,
    PullRequestTicketsRule.self,
    PullRequestTitleRule.self,
    SecretsRule.self,
    TestMocksRule.self,
    TestWaitsRule.self,
    TestsWithSourcesRule.self,
    TodoTicketsRule.self,
  ]

  /// Sorted by id; what the configuration is checked against.
  package static var descriptors: [RuleDescriptor] { rules.map { $0.descriptor } }

  package static func rule(id: String) -> (any Rule.Type)? {
    rules.first { $0.descriptor.id == id }
  }
}
