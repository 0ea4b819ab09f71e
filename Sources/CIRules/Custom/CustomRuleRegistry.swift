import CIModel

/// What a rule under `rules.custom` can be made of.
package enum CustomRuleRegistry {
  /// Sorted by id, which is the key in `.ci.yml`; `command` is run by the pipeline.
  package static let families: [any Rule.Type] = [
    AddedLinesRule.self, ContainsRule.self, DeletedLinesRule.self, ExistsRule.self,
    ForbidRule.self, ConditionRule.self, LacksRule.self, LimitRule.self, MissingRule.self,
    RequireRule.self,
  ]

  /// The family whose rules ask a program.
  package static let command = "command"

  static func family(id: String) -> (any Rule.Type)? {
    families.first { $0.descriptor.id == id }
  }
}
