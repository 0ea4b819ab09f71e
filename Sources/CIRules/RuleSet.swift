package import CIModel
import Expressions

/// The rules of one run.
package struct RuleSet: Sendable {
  private var members: [Member] = []
  /// Rules that run a program, each with the gate that decides whether it applies.
  package private(set) var commands: [(settings: RuleSettings, gate: RuleGate)] = []
  /// Settings that name an unknown rule.
  private var unknown: [RuleSettings] = []

  private struct Member: Sendable {
    var type: any Rule.Type
    var settings: RuleSettings
    var rule: any Rule
    /// Decides whether the rule applies.
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

    /// The rule with the level and the messages for these facts; `nil` when it does not apply.
    func judging(_ decision: RuleGate.Decision, _ facts: Facts) -> Member? {
      if !decision.applies { return nil }
      var settings = settings.naming(facts)
      settings.level = decision.level
      return settings == self.settings ? self : Member(type, settings, gate)
    }

    /// The findings, and the facts without which a condition has no result that is a finding.
    func judge(_ facts: Facts) -> (findings: [Finding], unknown: String?) {
      if let condition = rule as? ConditionRule {
        let (findings, unknown) = condition.judge(facts)
        return (bounded(findings, facts), unknown)
      }
      var findings = rule.findings(in: facts)
      // If a custom message makes several findings equal, the rule's own messages are added.
      let places = findings.map { Place(location: $0.location, message: $0.message) }
      if Set(places).count < places.count, let settings = settings.addingOwnWords() {
        findings = type.init(settings: settings).findings(in: facts)
      }
      return (bounded(findings, facts), nil)
    }

    /// The findings and those for what was not read, as many as are kept.
    private func bounded(_ found: [Finding], _ facts: Facts) -> [Finding] {
      let level = settings.level ?? type.descriptor.defaultLevel
      let findings =
        found + RuleSet.unreadFiles(of: rule, level, in: facts, besides: found)
        + RuleSet.unreadMessages(of: rule, level, in: facts)
      return FindingList.bounded(findings, of: rule.id).map(SecretScanner.hidden)
    }

    private struct Place: Hashable {
      var location: SourceLocation?
      var message: String
    }
  }

  /// - Parameters:
  ///   - settings: The rules that `.ci.yml` names.
  ///   - includesDefaults: Whether default rules run that `.ci.yml` does not name.
  ///   - conditions: The conditions that apply to all rules.
  ///   - steps: The ids of the steps whose results conditions may use.
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

  /// The suppression policy of each rule that runs, by rule id.
  package private(set) var suppressions: [String: SuppressionPolicy] = [:]

  private mutating func note(_ settings: RuleSettings, _ descriptor: RuleDescriptor?) {
    let policy = settings.suppression ?? descriptor?.suppression ?? .anyone
    suppressions[settings.id] = max(policy, suppressions[settings.id] ?? .anyone)
  }

  /// Whether any rule reads the lines that the change added to a file.
  package var needsAddedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsAddedLines(of: file) } }
  }

  /// Whether any rule reads the content of a changed file.
  package func reads(_ file: FileChange) -> Bool {
    if !commands.isEmpty || needsAddedLines(file) || needsHiddenText(file) { return true }
    let change = ChangeSet(base: "", head: "", mergeBase: "", files: [file], commits: [])
    return !neededContents(for: change).isEmpty
  }

  /// Whether any rule reads the lines that the change deleted from a file.
  package var needsDeletedLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsDeletedLines(of: file) } }
  }

  /// Whether any rule treats all lines of a moved file as deleted from its old path.
  package var needsKeptLines: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsKeptLines(of: file) } }
  }

  /// Whether any rule reads the lines that the change added to a file which git treats as binary.
  package var needsHiddenText: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.readsHiddenText(of: file) } }
  }

  /// Whether any rule could have a finding in a file version that the change created and removed
  /// again; `nil` when no rule reads such versions.
  package var mayConcernPassing: ((_ path: String, UnsafeRawBufferPointer) -> Bool)? {
    let rules = rules.filter { $0.readsPassingText(of: "") }
    if rules.isEmpty { return nil }
    return { path, content in
      rules.contains { $0.readsPassingText(of: path) && $0.mayConcern(content) }
    }
  }

  /// Whether any rule needs another path of the head that equals the file's on case-insensitive
  /// file systems.
  package var needsTwin: (FileChange) -> Bool {
    { [rules] file in rules.contains { $0.needsTwin(of: file) } }
  }

  /// The smallest size in bytes above which a rule needs file versions that the head does not have;
  /// `nil` when no rule needs them.
  package var passingSizeLimit: Int? { rules.compactMap(\.passingSizeLimit).min() }

  /// The number of commits before a change that the rules read.
  package func earlierCommitCount(for changes: ChangeSet) -> Int {
    rules.map { $0.earlierCommitCount(for: changes) }.max() ?? 0
  }

  /// The ids, in lower case, of the commits that messages of the change say they revert; `nil` when
  /// no rule needs to know them.
  package func revertedIDs(in changes: ChangeSet) -> Set<String>? {
    guard rules.contains(where: { $0.mayMeetReverts(in: changes) }) else { return nil }
    return Set(
      changes.commits.lazy.filter { CommitKind.of(subject: $0.wholeSubject) == .revert }
        .flatMap { $0.body.feedLines.compactMap(MessageParts.revertedID) })
  }

  /// Details that any rule reads and that are determined only on request.
  package var details: ChangeDetails {
    // Several rules, and conditions of any rule, count the lines of files that git treats as
    // binary.
    rules.isEmpty ? [] : rules.reduce(into: .hiddenLines) { $0.formUnion($1.details) }
  }

  /// Whether any rule that reads the added lines of a file could have a finding in it, judged by
  /// the bytes of its new version.
  package var mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool {
    { [rules] file, content in
      rules.contains { $0.readsAddedLines(of: file) && $0.mayConcern(content) }
    }
  }

  /// The same for rules that read deleted lines, judged by the bytes of the old version.
  package var mayConcernDeleted: (FileChange, UnsafeRawBufferPointer) -> Bool {
    { [rules] file, content in
      rules.contains { $0.readsDeletedLines(of: file) && $0.mayConcern(content) }
    }
  }

  /// The same for rules that read files which git treats as binary.
  package var mayConcernHidden: (FileChange, UnsafeRawBufferPointer) -> Bool {
    { [rules] file, content in
      rules.contains { $0.readsHiddenText(of: file) && $0.mayConcern(content) }
    }
  }

  /// Paths of files that any rule reads whole, at the head or, of deleted files, at the merge base.
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.neededContents(for: changes)) }
  }

  /// Names of files that any rule reads wherever the head has them.
  package func neededNames(for changes: ChangeSet) -> Set<String> {
    rules.reduce(into: []) { $0.formUnion($1.neededNames(for: changes)) }
  }

  /// Folders at the head whose Swift sources any rule reads, and single files, determined from the
  /// contents of the other files.
  package func neededFolders(
    for changes: ChangeSet, _ contents: [RepositoryPath: FileContents]
  ) -> Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.neededFolders(for: changes, contents)) }
  }

  /// Paths of the files that define permissions and other agreed policies for any rule.
  package var policyFiles: Set<RepositoryPath> {
    rules.reduce(into: []) { $0.formUnion($1.policyFiles) }
  }

  /// Globs of reports by other tools that rules read from the working tree.
  package var reportGlobs: [String] { Set(rules.flatMap(\.reportGlobs)).sorted() }

  /// Globs of the base's reports that rules compare them with.
  package var baseReportGlobs: [String] { Set(rules.flatMap(\.baseReportGlobs)).sorted() }

  /// What all rules say of one set of facts.
  package struct Judgement: Sendable {
    /// The most severe first; each rule has at most as many as `FindingList` keeps.
    package var findings: [Finding]
    /// Why rules were not checked, or only in part.
    package var notes: [String]
  }

  /// Judges facts by all rules; each condition is evaluated once.
  ///
  /// Rules on the change have no findings when `facts.changes` is `nil`; the caller reports the
  /// missing base.
  package func judge(_ facts: Facts) -> Judgement {
    ParsedSources.$shared.withValue(ParsedSources()) { judgeAll(facts) }
  }

  private func judgeAll(_ facts: Facts) -> Judgement {
    let conditionFacts = ConditionFacts(facts)
    var (applying, found, notes): ([Member], [Finding], [String]) = ([], [], [])
    for member in members {
      let decision = member.decision(conditionFacts)
      let id = member.settings.id
      var unknown = decision.lostInQueue
      if let judging = member.judging(decision, facts) {
        applying.append(judging)
        let (findings, missing) = judging.judge(facts)
        found += findings
        unknown = missing
        if missing == nil, !findings.isEmpty { notes += Self.notes(on: decision, of: id) }
      }
      if let unknown {
        notes.append("Rule '\(id)' was not checked, because these facts are unknown: \(unknown).")
      }
    }
    let unknownRules = unknown.map { setting in
      Finding(
        .error, setting.id, "there is no rule '\(setting.rule)'",
        help: "Run `devtool rules list` to list all rules.")
    }
    found += unseenTexts(in: facts, applying) + brokenConditions + unknownRules
    let unfinished = UnfinishedCommits.notes(in: facts, applying.map(\.rule))
    return Judgement(
      findings: found.sorted(),
      notes: missingFactNotes(facts) + unmatchedPatterns(in: facts) + unfinished + notes)
  }

  package func findings(in facts: Facts) -> [Finding] { judge(facts).findings }

  package func notes(in facts: Facts) -> [String] { judge(facts).notes }

  /// Notes on unknown facts on which the application or the level of a rule depends.
  private static func notes(on decision: RuleGate.Decision, of id: String) -> [String] {
    [
      decision.missing.map { "Rule '\(id)' applies, because these facts are unknown: \($0)." },
      decision.missingForLevel.map {
        "Rule '\(id)' has its worst possible level, because these facts are unknown: \($0)."
      },
    ].compactMap { $0 }
  }

  /// Notes on the missing facts that kept rules from being checked.
  private func missingFactNotes(_ facts: Facts) -> [String] {
    var rulesByFact: [String: Set<String>] = [:]
    for rule in rules {
      for fact in rule.missingFacts(in: facts) { rulesByFact[fact, default: []].insert(rule.id) }
    }
    var missing: [String] = []
    for (fact, words) in [
      ("coverage", "without coverage"), ("reports", "because there is no report to read"),
      ("tests", "without a test run"),
    ] {
      guard let ids = rulesByFact.removeValue(forKey: fact) else { continue }
      let comma = words.hasPrefix("because") ? "," : ""
      missing.append("Not checked\(comma) \(words): \(ids.sorted().joined(separator: ", ")).")
    }
    return missing + PullRequestOption.notes(rulesByFact, in: facts)
  }

  private func unseenTexts(in facts: Facts, _ applying: [Member]) -> [Finding] {
    if facts.unseenTexts.isEmpty { return [] }
    return Self.unseenTexts(
      in: facts, applying.map { Guard($0.rule, $0.settings, $0.type.descriptor) })
  }

  /// Findings for invalid conditions, which count neither as true nor as false.
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
}
