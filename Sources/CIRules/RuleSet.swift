package import CIModel

/// The rules of one run.
package struct RuleSet: Sendable {
  private var rules: [any Rule] = []
  /// Settings that name a rule we do not have.
  private var unknown: [RuleSettings] = []

  /// - Parameters:
  ///   - settings: the rules that `.ci.yml` names.
  ///   - includesDefaults: whether the default rules that it does not name run, too.
  package init(settings: [RuleSettings], includesDefaults: Bool) {
    for setting in settings where !setting.isIgnored {
      if let rule = RuleRegistry.rule(id: setting.rule) {
        rules.append(rule.init(settings: setting))
      } else {
        unknown.append(setting)
      }
    }
    guard includesDefaults else { return }
    let named = Set(settings.map(\.id))
    for rule in RuleRegistry.rules {
      let descriptor = rule.descriptor
      if descriptor.isDefault, !named.contains(descriptor.id) {
        rules.append(rule.init(settings: RuleSettings(id: descriptor.id)))
      }
    }
  }

  package var isEmpty: Bool { rules.isEmpty && unknown.isEmpty }

  /// Whether any rule reads the lines that the change added to a file.
  package var needsAddedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsAddedLines(of: file) } }
  }

  /// Whether any rule reads the lines that the change deleted from a file.
  package var needsDeletedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsDeletedLines(of: file) } }
  }

  /// What any rule reads that is only found out on request.
  package var details: ChangeDetails {
    rules.reduce(into: []) { $0.formUnion($1.details) }
  }

  /// What the rules have to say, the worst first.
  ///
  /// Rules on the change say nothing when `facts.changes` is `nil`: that there is no base is for
  /// the caller to report.
  package func findings(in facts: Facts) -> [Finding] {
    let unknown = unknown.map { setting in
      Finding(
        .error, setting.id, "there is no rule '\(setting.rule)'",
        help: "See `devtool rules list` for the rules that there are.")
    }
    return (rules.flatMap { $0.findings(in: facts) } + unknown).sorted()
  }
}
