package import CIModel
import Expressions

/// The rules of one run.
package struct RuleSet: Sendable {
  private var members: [Member] = []
  /// Rules that ask a program, each with the gate that says whether it applies.
  package private(set) var commands: [(settings: RuleSettings, gate: RuleGate)] = []
  /// Settings that name a rule we do not have.
  private var unknown: [RuleSettings] = []

  private struct Member: Sendable {
    var type: any Rule.Type
    var settings: RuleSettings
    var rule: any Rule
    /// Whether it applies.
    var gate: RuleGate

    init(_ type: any Rule.Type, _ settings: RuleSettings, _ gate: RuleGate) {
      self.type = type
      self.settings = settings
      rule = type.init(settings: settings)
      self.gate = gate
    }

    func decision(_ facts: ConditionFacts) -> RuleGate.Decision {
      gate.decide(facts, defaultLevel: type.descriptor.defaultLevel)
    }

    /// The rule with the level and the words that it has for these facts; `nil` when it does not
    /// apply.
    func judging(_ conditionFacts: ConditionFacts, _ facts: Facts) -> Member? {
      let decision = decision(conditionFacts)
      if !decision.applies { return nil }
      var settings = settings.naming(facts)
      settings.level = decision.level
      return settings == self.settings ? self : Member(type, settings, gate)
    }

    func findings(in facts: Facts) -> [Finding] {
      var findings = rule.findings(in: facts)
      // Where a message makes several findings one, their own words tell them apart.
      let places = findings.map { Place(location: $0.location, message: $0.message) }
      if Set(places).count < places.count, let settings = settings.addingOwnWords() {
        findings = type.init(settings: settings).findings(in: facts)
      }
      let level = settings.level ?? type.descriptor.defaultLevel
      findings += RuleSet.unreadFiles(of: rule, level, in: facts, besides: findings)
      findings += RuleSet.unreadMessages(of: rule, level, in: facts)
      return FindingList.bounded(findings, of: rule.id).map(SecretScanner.hidden)
    }

    private struct Place: Hashable {
      var location: SourceLocation?
      var message: String
    }
  }

  /// - Parameters:
  ///   - settings: the rules that `.ci.yml` names.
  ///   - includesDefaults: whether the default rules that it does not name run, too.
  ///   - conditions: what holds for all rules.
  ///   - steps: ids of the steps whose results conditions may ask for.
  package init(
    settings: [RuleSettings], includesDefaults: Bool, conditions: RuleConditions = RuleConditions(),
    steps: [String] = []
  ) {
    let scope = Scope(steps: steps)
    var settings = settings
    if includesDefaults {
      let named = Set(settings.map(\.id))
      settings += RuleRegistry.descriptors.filter { $0.isDefault && !named.contains($0.id) }
        .map { RuleSettings(id: $0.id) }
    }
    for setting in settings where !setting.isIgnored {
      let gate = RuleGate(setting, shared: conditions, scope: scope)
      if setting.rule == CustomRuleRegistry.command {
        commands.append((setting, gate))
        note(setting, nil)
      } else if let type = RuleRegistry.rule(id: setting.rule)
        ?? CustomRuleRegistry.family(id: setting.rule)
      {
        members.append(Member(type, setting, gate))
        note(setting, type.descriptor)
      } else {
        unknown.append(setting)
      }
    }
  }

  var rules: [any Rule] { members.map(\.rule) }

  var settings: [(RuleSettings, any Rule.Type)] { members.map { ($0.settings, $0.type) } }

  package var isEmpty: Bool { members.isEmpty && unknown.isEmpty && commands.isEmpty }

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

  /// Whether any rule would read what a changed file holds.
  package func reads(_ file: FileChange) -> Bool {
    if !commands.isEmpty || needsAddedLines(file) || needsHiddenText(file) { return true }
    let change = ChangeSet(base: "", head: "", mergeBase: "", files: [file], commits: [])
    return !neededContents(for: change).isEmpty
  }

  /// Whether any rule reads the lines that the change deleted from a file.
  package var needsDeletedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsDeletedLines(of: file) } }
  }

  /// Whether any rule takes all lines of a file that moved for deleted.
  package var needsKeptLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsKeptLines(of: file) } }
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

  /// How many commits before a change any rule wants to know.
  package func earlierCommitCount(for changes: ChangeSet) -> Int {
    rules.map { $0.earlierCommitCount(for: changes) }.max() ?? 0
  }

  /// What any rule reads that is only found out on request.
  package var details: ChangeDetails {
    // Several rules count the lines of files that git takes for binary, and conditions of any rule can.
    rules.isEmpty ? [] : rules.reduce(into: .hiddenLines) { $0.formUnion($1.details) }
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

  /// Folders at the head of which any rule reads the Swift sources, once it knows what the change touched.
  package func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.neededFolders(for: changes, contents)) }
  }

  /// Paths of the files that any rule takes for what people have agreed on.
  package var policyFiles: Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.policyFiles) }
  }

  /// Globs of the reports of other tools that rules read from the work tree.
  package var reportGlobs: [String] { Set(rules.flatMap(\.reportGlobs)).sorted() }

  /// Globs of the reports of the base that they compare them with.
  package var baseReportGlobs: [String] { Set(rules.flatMap(\.baseReportGlobs)).sorted() }

  /// Which rules could not judge and why, each a sentence.
  package func notes(in facts: Facts) -> [String] {
    var rulesByFact: [String: [String]] = [:]
    for rule in rules {
      for fact in rule.missingFacts(in: facts) { rulesByFact[fact, default: []].append(rule.id) }
    }
    let missing = rulesByFact.sorted { $0.key < $1.key }.map { fact, ids in
      let names = Set(ids).sorted().joined(separator: ", ")
      return Self.explanation(of: fact).replacing("RULES", with: names)
    }
    return missing + unmatchedPatterns(in: facts)
      + UnfinishedCommits.notes(in: facts, applying(to: facts).map(\.rule))
  }

  private static func explanation(of fact: String) -> String {
    switch fact {
    case "coverage": "Not checked without coverage: RULES."
    case "tests": "Not checked without a test run: RULES."
    case "reports": "Not checked, because there is no report to read: RULES."
    default:
      "Not checked, because the \(fact) of the pull request \(PullRequestOption.verb(for: fact)) not "
        + "known: RULES."
        + (PullRequestOption.option(for: fact).map {
          " If the CI service does not provide it, pass \($0)."
        } ?? "")
    }
  }

  /// What the rules have to say, the worst first; of each rule no more than `FindingList` keeps.
  ///
  /// Rules on the change say nothing when `facts.changes` is `nil`: that there is no base is for
  /// the caller to report.
  package func findings(in facts: Facts) -> [Finding] {
    let unknown = unknown.map { setting in
      Finding(
        .error, setting.id, "there is no rule '\(setting.rule)'",
        help: "Run `devtool rules list` to list all rules.")
    }
    let applying = applying(to: facts)
    let found = applying.flatMap { $0.findings(in: facts) }
    return (found + unseenTexts(in: facts, applying) + brokenConditions + unknown).sorted()
  }

  private func applying(to facts: Facts) -> [Member] {
    let conditionFacts = ConditionFacts(facts)
    return members.compactMap { $0.judging(conditionFacts, facts) }
  }

  private func unseenTexts(in facts: Facts, _ applying: [Member]) -> [Finding] {
    if facts.unseenTexts.isEmpty { return [] }
    return Self.unseenTexts(
      in: facts, applying.map { Guard($0.rule, $0.settings, $0.type.descriptor) })
  }

  /// Conditions that are none are told, not taken for one that holds or does not.
  private var brokenConditions: [Finding] {
    let gates =
      members.map { ($0.settings.id, $0.gate) } + commands.map { ($0.settings.id, $0.gate) }
    return gates.flatMap { id, gate in
      gate.broken.map { text in
        Finding(
          .error, id, "'\(text)' is not a valid condition",
          help: "Correct `when`, `unless` or `level` of rule '\(id)'.")
      }
    }
  }

  /// Which rules could not tell whether they apply or what to say, each a sentence.
  package func conditionNotes(in facts: Facts) -> [String] {
    let conditionFacts = ConditionFacts(facts)
    return members.flatMap { member -> [String] in
      let decision = member.decision(conditionFacts)
      let id = member.settings.id
      if let missing = decision.lostInQueue {
        return ["Rule '\(id)' was not checked, because these facts are unknown: \(missing)."]
      }
      guard decision.applies else { return [] }
      if let missing = (member.rule as? ConditionRule)?.unknownFacts(in: facts) {
        return ["Rule '\(id)' was not checked, because these facts are unknown: \(missing)."]
      }
      let notes = [
        decision.missing.map {
          "Rule '\(id)' applies, because these facts are unknown: \($0)."
        },
        decision.missingForLevel.map {
          "Rule '\(id)' has its worst possible level, because these facts are unknown: \($0)."
        },
      ].compactMap { $0 }
      return notes.isEmpty || member.rule.findings(in: facts).isEmpty ? [] : notes
    }
  }
}
