internal import CIModel
internal import Expressions
internal import YAMLDocument

/// Makes the settings of a rule under `rules.custom`: one for each of its families, all with the
/// same id.
struct CustomRuleBuilder {
  /// The names that conditions may use.
  var scope: Scope
  /// The file that contains the rules.
  var fileName: String

  /// Timeout of a command when the rule sets none.
  static let defaultTimeoutMilliseconds = 60_000

  /// - Parameter id: `nil` when it is invalid, which has been reported.
  func rules(
    _ id: String?, _ mapping: CheckedMapping, _ range: SourceRange, _ checker: inout Checker
  ) -> [RuleSettings] {
    let families = Schema.customFamilies.filter { mapping[$0] != nil }
    if families.isEmpty, !mapping.hasRejectedKeys {
      let names = (Schema.customFamilies + ["rule"]).map { "'\($0)'" }
      checker.report(
        "a custom rule needs one of "
          + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")",
        help: "add one, for example `added-lines: '\\bprint\\('`", at: range)
    }
    for (key, owners) in Schema.familyKeys.sorted(by: { $0.key < $1.key })
    where !owners.contains(where: families.contains) {
      guard let entry = mapping.entry(key) else { continue }
      checker.report(
        "'\(key)' needs \(alternatives(owners)), which this rule does not have",
        help: "remove '\(key)', or add \(alternatives(owners))", at: entry.keyRange)
    }
    let conditions = RuleConditionReader(scope: scope)
    let condition = mapping["if"]?.condition.flatMap { checker.condition($0, scope)?.text }
    var common = RuleSettings(id: id ?? "")
    RuleBuilder.applyCommon(mapping, except: [], to: &common, conditions, &checker)
    common.when = conditions.texts(mapping["when"], &checker)
    common.unless = conditions.texts(mapping["unless"], &checker)
    let isAlone = families == ["if"]
    if let condition, !isAlone { common.when.append(condition) }
    let examples = RuleCaseBuilder(fileName: fileName).cases(mapping["examples"], &checker)
    guard id != nil else { return [] }
    var settings = families.compactMap { family -> RuleSettings? in
      if family == "if", !isAlone { return nil }
      var settings = common
      settings.rule = family
      guard var values = values(family, mapping, condition, &checker) else { return nil }
      for key in ["in", "status"] where Schema.familyKeys[key]?.contains(family) ?? false {
        if let words = mapping[key]?.texts { values[key] = .list(words.map { .text($0) }) }
      }
      settings.values = values
      return settings
    }
    // The examples cover all families of the rule together, and are judged once.
    if !settings.isEmpty { settings[0].examples = examples }
    return settings
  }

  /// The values of a family's key; `nil` when the key is invalid, which has been reported.
  private func values(
    _ family: String, _ mapping: CheckedMapping, _ condition: String?, _ checker: inout Checker
  ) -> [String: RuleSettings.Value]? {
    guard let value = mapping[family] else { return nil }
    switch family {
    case "if":
      return condition.map { ["if": .text($0)] }
    case "limit":
      return value.mapping.map { limits($0, &checker) }
    case "command":
      var values: [String: RuleSettings.Value] = [:]
      if let words = value.texts {
        values["command"] = .list(words.map { .text($0) })
      } else if let script = value.text {
        values["command"] = .list(["sh", "-eu", "-c", script].map { .text($0) })
      } else {
        return nil
      }
      values["timeout"] = .integer(
        mapping["timeout"]?.duration?.wholeMilliseconds ?? Self.defaultTimeoutMilliseconds)
      values["env"] = .list((mapping["env"]?.texts ?? []).map { .text($0) })
      return values
    default:
      if let texts = value.texts { return [family: .list(texts.map { .text($0) })] }
      return value.text.map { [family: .text($0)] }
    }
  }

  private func limits(
    _ section: CheckedMapping, _ checker: inout Checker
  ) -> [String: RuleSettings.Value] {
    var values: [String: RuleSettings.Value] = [:]
    for entry in section.entries {
      if let limit = entry.value.integer { values[entry.key] = .integer(limit) }
      guard let tiers = entry.value.mapping else { continue }
      for tier in tiers.entries {
        if let limit = tier.value.integer { values["\(entry.key).\(tier.key)"] = .integer(limit) }
      }
      Self.check(tiers, of: entry.key, &checker)
    }
    return values
  }

  /// Reports a `fail` limit below `warn`, which would never let `warn` apply.
  static func check(_ tiers: CheckedMapping, of name: String, _ checker: inout Checker) {
    guard let warn = tiers["warn"]?.integer, let fail = tiers["fail"], let limit = fail.integer,
      limit < warn
    else { return }
    checker.report(
      "'fail' of '\(name)' is below 'warn': \(limit) and \(warn)",
      help: "swap the two, or raise 'fail'", at: fail.range)
  }
}
