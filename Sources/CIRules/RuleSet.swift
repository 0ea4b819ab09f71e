package import CIModel
import Expressions

/// The rules of one run.
package struct RuleSet: Sendable {
  private var rules: [any Rule] = []
  /// The same rules with how strict each is.
  private var guards: [Guard] = []
  /// Whether the rule at the same place of `rules` applies.
  private var gates: [RuleGate] = []
  /// Rules that ask a program, each with the gate that says whether it applies.
  package private(set) var commands: [(settings: RuleSettings, gate: RuleGate)] = []
  /// Settings that name a rule we do not have.
  private var unknown: [RuleSettings] = []

  /// - Parameters:
  ///   - settings: the rules that `.ci.yml` names.
  ///   - includesDefaults: whether the default rules that it does not name run, too.
  ///   - steps: ids of the steps whose results conditions may ask for.
  package init(settings: [RuleSettings], includesDefaults: Bool, steps: [String] = []) {
    let scope = Scope(steps: steps)
    for setting in settings where !setting.isIgnored {
      if setting.rule == CustomRuleRegistry.command {
        commands.append((setting, RuleGate(setting, scope: scope)))
        note(setting, nil)
      } else if let rule = RuleRegistry.rule(id: setting.rule)
        ?? CustomRuleRegistry.family(id: setting.rule)
      {
        rules.append(rule.init(settings: setting))
        guards.append(Guard(rules[rules.count - 1], setting, rule.descriptor))
        gates.append(RuleGate(setting, scope: scope))
        note(setting, rule.descriptor)
      } else {
        unknown.append(setting)
      }
    }
    guard includesDefaults else { return }
    let named = Set(settings.map(\.id))
    for rule in RuleRegistry.rules {
      let descriptor = rule.descriptor
      if descriptor.isDefault, !named.contains(descriptor.id) {
        let settings = RuleSettings(id: descriptor.id)
        rules.append(rule.init(settings: settings))
        guards.append(Guard(rules[rules.count - 1], settings, descriptor))
        gates.append(RuleGate(settings, scope: scope))
        note(settings, descriptor)
      }
    }
  }

  package var isEmpty: Bool { rules.isEmpty && unknown.isEmpty && commands.isEmpty }

  /// The ids of the rules that run, sorted.
  package var ids: [String] {
    Set(rules.map(\.id) + commands.map(\.settings.id)).sorted()
  }

  /// Who may suppress the findings of each rule that runs, by its id.
  package private(set) var suppressions: [String: SuppressionPolicy] = [:]

  private mutating func note(_ settings: RuleSettings, _ descriptor: RuleDescriptor?) {
    let policy = settings.suppression ?? descriptor?.suppression ?? .anyone
    suppressions[settings.id] = max(policy, suppressions[settings.id] ?? .anyone)
  }

  /// Whether any rule reads the lines that the change added to a file.
  package var needsAddedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsAddedLines(of: file) } }
  }

  /// Whether any rule reads the lines that the change deleted from a file.
  package var needsDeletedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsDeletedLines(of: file) } }
  }

  /// Whether any rule reads the lines that the change added to a file which git takes for binary.
  package var needsHiddenText: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsHiddenText(of: file) } }
  }

  /// Whether any rule could find something in a version of a file that the change made and took back;
  /// `nil` when none asks.
  package var mayConcernPassing: ((_ path: String, UnsafeRawBufferPointer) -> Bool)? {
    let rules = rules.filter { $0.readsPassingText(of: "") }
    if rules.isEmpty { return nil }
    return { path, content in
      rules.contains { $0.readsPassingText(of: path) && $0.mayConcern(content) }
    }
  }

  /// Whether any rule wants to know of another path of the head that is a file's on some disks.
  package var needsTwin: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.needsTwin(of: file) } }
  }

  /// Bytes above which any rule wants to know of versions that the head does not have.
  package var passingSizeLimit: Int? { rules.compactMap(\.passingSizeLimit).min() }

  /// What any rule reads that is only found out on request.
  package var details: ChangeDetails {
    rules.reduce(into: []) { $0.formUnion($1.details) }
  }

  /// Whether any rule that reads the added lines of a file could find something in it, by the bytes
  /// of its new version.
  package var mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool {
    { [rules] file, content in
      rules.contains { $0.readsAddedLines(of: file) && $0.mayConcern(content) }
    }
  }

  /// The same of rules that read what git takes for binary.
  package var mayConcernHidden: (FileChange, UnsafeRawBufferPointer) -> Bool {
    { [rules] file, content in
      rules.contains { $0.readsHiddenText(of: file) && $0.mayConcern(content) }
    }
  }

  /// Paths at the head of files that any rule reads whole.
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.neededContents(for: changes)) }
  }

  /// Paths of the files that any rule takes for what people have agreed on.
  package var policyFiles: Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.policyFiles) }
  }

  /// Globs of the reports of other tools that rules read from the work tree.
  package var reportGlobs: [String] { Set(rules.flatMap(\.reportGlobs)).sorted() }

  /// Which rules could not judge and why, each a sentence.
  package func notes(in facts: Facts) -> [String] {
    var rulesByFact: [String: [String]] = [:]
    for rule in rules {
      for fact in rule.missingFacts(in: facts) { rulesByFact[fact, default: []].append(rule.id) }
    }
    return rulesByFact.sorted { $0.key < $1.key }.map { fact, ids in
      let names = Set(ids).sorted().joined(separator: ", ")
      return Self.explanation(of: fact).replacing("RULES", with: names)
    }
  }

  private static func explanation(of fact: String) -> String {
    switch fact {
    case "coverage": "Not checked without coverage: RULES."
    case "tests": "Not checked without a test run: RULES."
    case "reports": "Not checked, because the report that it reads is not there: RULES."
    default:
      "Not checked, because the \(fact) of the pull request is not known: RULES."
        + (flags[fact].map { " Where the CI service does not tell, pass \($0)." } ?? "")
    }
  }

  private static let flags = [
    "author": "--pr-author", "body": "--pr-body", "draft state": "--pr-draft",
    "labels": "--pr-labels", "title": "--pr-title",
  ]

  /// What the rules have to say, the worst first; of each rule no more than `FindingList` keeps.
  ///
  /// Rules on the change say nothing when `facts.changes` is `nil`: that there is no base is for
  /// the caller to report.
  package func findings(in facts: Facts) -> [Finding] {
    let unknown = unknown.map { setting in
      Finding(
        .error, setting.id, "there is no rule '\(setting.rule)'",
        help: "See `devtool rules list` for the rules that there are.")
    }
    let conditionFacts = ConditionFacts(facts)
    let found = zip(rules, gates).flatMap { rule, gate in
      gate.decide(conditionFacts).applies
        ? FindingList.bounded(rule.findings(in: facts), of: rule.id) : []
    }
    return (found + unseenTexts(in: facts) + brokenConditions + unknown).sorted()
  }

  private func unseenTexts(in facts: Facts) -> [Finding] {
    if facts.unseenTexts.isEmpty { return [] }
    let conditionFacts = ConditionFacts(facts)
    let applying = zip(guards, gates).filter { $1.decide(conditionFacts).applies }
    return Self.unseenTexts(in: facts, applying.map(\.0))
  }

  /// Conditions that are none are told, not taken for one that holds or does not.
  private var brokenConditions: [Finding] {
    zip(rules.map(\.id) + commands.map(\.settings.id), gates + commands.map(\.gate))
      .flatMap { id, gate in
        gate.broken.map { text in
          Finding(
            .error, id, "'\(text)' is no condition",
            help: "Correct `when` or `unless` of rule '\(id)'.")
        }
      }
  }

  /// Which rules could not tell whether they apply or what to say, each a sentence.
  package func conditionNotes(in facts: Facts) -> [String] {
    let conditionFacts = ConditionFacts(facts)
    return zip(rules, gates).compactMap { rule, gate in
      let decision = gate.decide(conditionFacts)
      guard decision.applies else { return nil }
      if let missing = decision.missing, !rule.findings(in: facts).isEmpty {
        return "Rule '\(rule.id)' applies, because it is not known whether it need not: \(missing)."
      }
      if let missing = (rule as? ConditionRule)?.unknownFacts(in: facts) {
        return "Rule '\(rule.id)' was not checked, not known: \(missing)."
      }
      return nil
    }
  }
}
