package import CIModel

extension RuleSet {
  /// The rules that can judge a commit message alone, as configured by `.ci.yml` or by default.
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

  /// The findings on a message that is not committed yet; none for a `fixup!` or `squash!` commit,
  /// whose message is dropped.
  ///
  /// - Parameter earlier: Returns up to `limit` commits before this one, as in
  ///   `Facts.earlierCommits`.
  package func findings(
    inMessageOf commit: Commit, after earlier: (_ limit: Int) -> [Commit]
  ) -> [Finding] {
    if CommitKind.isDropped(commit) { return [] }
    var facts = Facts()
    let changes = ChangeSet(
      base: ChangeSet.stagedHead, head: ChangeSet.stagedHead, mergeBase: ChangeSet.stagedHead,
      files: [], commits: [commit])
    facts.changes = changes
    facts.earlierCommits = earlier(earlierCommitCount(for: changes))
    return findings(in: facts)
  }
}
