internal import CIModel
internal import Expressions
internal import YAMLDocument

/// Makes the settings of the rules in the file.
struct RuleBuilder {
  var known: [RuleDescriptor]
  /// The names that conditions may use.
  var scope = Scope()
  /// The file that contains the rules.
  var fileName = ""

  /// The settings of all rules in a section, sorted by id.
  func rules(_ section: CheckedMapping?, _ checker: inout Checker) -> [RuleSettings] {
    var result: [RuleSettings] = []
    for entry in section?.entries ?? [] {
      guard let descriptor = known.first(where: { $0.id == entry.key }) else { continue }
      result.append(settings(descriptor, entry.value, &checker))
    }
    var ids: [String: SourceRange] = [:]
    for element in section?["custom"]?.list ?? [] {
      guard let mapping = element.mapping else { continue }
      result += customRules(mapping, element.range, &ids, &checker)
    }
    return result.sorted { $0.id < $1.id }
  }

  /// The settings of a rule under `custom`, all with its id.
  private func customRules(
    _ mapping: CheckedMapping, _ range: SourceRange, _ ids: inout [String: SourceRange],
    _ checker: inout Checker
  ) -> [RuleSettings] {
    let id = required("id", of: mapping, "a custom rule", at: range, &checker)
    if let id {
      let reserved = known.map(\.id) + Schema.sharedRuleKeys
      checkUnused(
        id, among: &ids, reserved: reserved, "rule", "the id of a built-in rule", &checker)
      if let name = id.text, Self.isOfCheck(name) {
        checker.report(
          "'\(name)' is reserved for the checks of tests, warnings and coverage",
          help: "choose another id",
          at: id.range)
      }
    }
    if mapping.entry("rule") == nil {
      return CustomRuleBuilder(scope: scope, fileName: fileName).rules(
        id?.text, mapping, range, &checker)
    }
    guard let descriptor = known.first(where: { $0.id == mapping["rule"]?.text }) else { return [] }
    var settings = settings(
      descriptor, Checked(value: .mapping(mapping), range: range), &checker)
    settings.rule = descriptor.id
    guard let id = id?.text else { return [] }
    settings.id = id
    return [settings]
  }

  /// Whether an id is reserved: it distinguishes findings of the checks from those of rules.
  private static func isOfCheck(_ id: String) -> Bool {
    ["coverage.", "tests.", "warnings."].contains(where: id.hasPrefix)
      || ["coverage", "merge", "rules"].contains(id)
  }

  private func settings(
    _ descriptor: RuleDescriptor, _ value: Checked, _ checker: inout Checker
  ) -> RuleSettings {
    var settings = RuleSettings(id: descriptor.id)
    guard let mapping = value.mapping else {
      Self.apply(level: value.text, to: &settings)
      return settings
    }
    settings.examples = RuleCaseBuilder(fileName: fileName).cases(mapping["examples"], &checker)
    let own = Set(descriptor.parameters.map(\.name))
    let trigger = descriptor.parameters.contains { $0.isTrigger } ? mapping["when"] : nil
    for entry in mapping.entries where own.contains(entry.key) {
      if entry.key == "when", let trigger {
        settings.values[entry.key] = RuleConditionReader.globs(trigger).map {
          .list($0.map { .text($0) })
        }
      } else {
        settings.values[entry.key] = parameter(entry.value)
        if let limits = entry.value.mapping {
          CustomRuleBuilder.check(limits, of: entry.key, &checker)
          for limit in limits.entries {
            if let tiers = limit.value.mapping {
              CustomRuleBuilder.check(tiers, of: limit.key, &checker)
            }
          }
        }
      }
    }
    let conditions = RuleConditionReader(scope: scope)
    Self.applyCommon(mapping, except: own, to: &settings, conditions, &checker)
    if trigger.flatMap(RuleConditionReader.globs) == nil {
      settings.when = conditions.texts(mapping["when"], &checker)
    }
    if !own.contains("unless") {
      settings.unless = conditions.texts(mapping["unless"], &checker)
    }
    if case .integer(let warn)? = mapping["warn"].flatMap(parameter), let fail = mapping["fail"],
      case .integer(let limit)? = parameter(fail), descriptor.isLess(limit, warn)
    {
      checker.report(
        descriptor.warnsAbove
          ? "'fail' of '\(descriptor.id)' is below 'warn': \(limit) and \(warn)"
          : "'fail' of '\(descriptor.id)' is above 'warn', so it never warns",
        help: descriptor.warnsAbove
          ? "swap the two, or raise 'fail'" : "swap the two, or lower 'fail'", at: fail.range)
    }
    return settings
  }

  /// - Parameter own: Names of the rule's own parameters, which take precedence over the common
  ///   keys.
  static func applyCommon(
    _ mapping: CheckedMapping, except own: Set<String>, to settings: inout RuleSettings,
    _ conditions: RuleConditionReader, _ checker: inout Checker
  ) {
    if !own.contains("level") {
      apply(level: mapping["level"]?.text, to: &settings)
      let levels = conditions.levels(mapping["level"], &checker)
      settings.level = levels.standard ?? settings.level
      settings.levels = levels.conditional
    }
    if !own.contains("paths") { settings.paths = mapping["paths"]?.texts ?? [] }
    if !own.contains("exclude") { settings.exclude = mapping["exclude"]?.texts }
    settings.suppression = mapping["suppress"]?.text.flatMap(SuppressionPolicy.init)
    settings.message = mapping["message"]?.text
    settings.help = mapping["help"]?.text
  }

  private static func apply(level: String?, to settings: inout RuleSettings) {
    settings.level = level.flatMap(Severity.init)
    settings.isIgnored = level == "ignore"
  }

  private func parameter(_ value: Checked) -> RuleSettings.Value? {
    switch value.value {
    case .text(let text): .text(text)
    case .boolean(let boolean): .boolean(boolean)
    case .integer(let integer): .integer(integer)
    case .list(let list): .list(list.compactMap(parameter))
    case .duration(let duration): .integer(duration.wholeMilliseconds)
    case .percent(let hundredths): .integer(hundredths)
    case .mapping(let mapping):
      .mapping(
        Dictionary(
          mapping.entries.compactMap { entry in parameter(entry.value).map { (entry.key, $0) } }
        ) { _, last in last })
    case .invalid, .null, .condition: nil
    }
  }
}

extension RuleDescriptor {
  /// Whether a larger value is worse; a percentage is a minimum.
  fileprivate var warnsAbove: Bool {
    parameters.first { $0.name == "warn" }?.kind != .percent
  }

  /// Whether `fail` is reached before `warn`.
  fileprivate func isLess(_ fail: Int, _ warn: Int) -> Bool {
    warnsAbove ? fail < warn : fail > warn
  }
}

extension Duration {
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? Int.max : product + Int(attoseconds / 1_000_000_000_000_000)
  }
}
