import CIModel

/// A rule that can leave out `fixup!` and `squash!` commits, since squashing drops their messages.
protocol MessageRule: Rule {
  var scope: MessageScope { get }

  /// Whether it flags a commit for being of this kind.
  func flags(_ kind: CommitKind) -> Bool
}

extension MessageRule {
  func flags(_ kind: CommitKind) -> Bool { false }

  package func judgedCommits(in facts: Facts) -> [Commit] {
    scope.messages(in: facts).compactMap(\.commit)
  }
}

extension CommitBodyRule: MessageRule {}
extension CommitSubjectRule: MessageRule {}
extension CommitsRule: MessageRule {}

/// Finds `fixup!` and `squash!` commits that no rule judges.
enum UnfinishedCommits {
  /// A note for commits that rules leave out while no other rule flags them. Without it, `fixup!` in front
  /// would let any message pass in silence.
  ///
  /// - Parameter rules: the rules that apply.
  static func notes(in facts: Facts, _ rules: [any Rule]) -> [String] {
    let rules = rules.compactMap { $0 as? any MessageRule }.filter { !$0.scope.isSquashed }
    if rules.isEmpty { return [] }
    let count = (facts.changes?.commits ?? []).lazy.compactMap { CommitKind.of($0) }
      .filter { kind in kind.isUnfinished && !rules.contains { $0.flags(kind) } }.count
    if count == 0 { return [] }
    let ids = Set(rules.map(\.id)).sorted().joined(separator: ", ")
    return [
      "Not checked, because they will be squashed: \(counted(count, "commit")), by \(ids). "
        + "Rule 'commits' would flag such commits."
    ]
  }
}
