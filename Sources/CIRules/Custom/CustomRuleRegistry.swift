import CIModel

/// The families of rules that `rules.custom` can define.
package enum CustomRuleRegistry {
  /// Sorted by id, which is the key in `.ci.yml`; `command` is missing because the pipeline runs
  /// it.
  package static let families: [any Rule.Type] = [
    AddedLinesRule.self, ContainsRule.self, DeletedLinesRule.self, ExistsRule.self,
    ForbidRule.self, ConditionRule.self, LacksRule.self, LimitRule.self, MissingRule.self,
    RequireRule.self,
  ]

  /// The id of the family whose rules run a program.
  package static let command = "command"

  static func family(id: String) -> (any Rule.Type)? {
    families.first { $0.descriptor.id == id }
  }
}
