package import CIModel

extension RuleSet {
  /// The rules that judge a message by itself, as `.ci.yml` sets them and by default.
  package static func messages(
    _ settings: [RuleSettings], conditions: RuleConditions = RuleConditions(), steps: [String] = []
  ) -> RuleSet {
    let ids = Set(RuleRegistry.messageRules)
    let named = settings.filter { ids.contains($0.rule) }
    let defaults = RuleRegistry.messageRules.compactMap { RuleRegistry.rule(id: $0)?.descriptor }
      .filter { rule in rule.isDefault && !named.contains { $0.id == rule.id } }
    return RuleSet(
      settings: named + defaults.map { RuleSettings(id: $0.id) }, includesDefaults: false,
      conditions: conditions, steps: steps)
  }

  /// What the rules say of a message that is not committed yet; nothing of one that goes away when
  /// it is squashed.
  ///
  /// - Parameter earlier: Up to so many commits before it, as `Facts.earlierCommits` has them.
  package func findings(
    inMessageOf commit: Commit, after earlier: (_ limit: Int) -> [Commit]
  ) -> [Finding] {
    if CommitKind.of(subject: commit.subject).isUnfinished { return [] }
    var facts = Facts()
    let changes = ChangeSet(
      base: ChangeSet.stagedHead, head: ChangeSet.stagedHead, mergeBase: ChangeSet.stagedHead,
      files: [], commits: [commit])
    facts.changes = changes
    facts.earlierCommits = earlier(earlierCommitCount(for: changes))
    return findings(in: facts)
  }
}
