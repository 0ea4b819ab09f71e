import CIModel

/// A rule that leaves out commits which are to be squashed, since their messages go away then.
protocol MessageRule: Rule {
  var scope: MessageScope { get }

  /// Whether it says that such commits are there.
  func flags(_ kind: CommitKind) -> Bool
}

extension MessageRule {
  func flags(_ kind: CommitKind) -> Bool { false }
}

extension CommitBodyRule: MessageRule {}
extension CommitSubjectRule: MessageRule {}
extension CommitsRule: MessageRule {}

/// What no rule says of `fixup!` commits and the like.
enum UnfinishedCommits {
  /// Rules that leave some out while no other rule tells of them, so that any message could land behind
  /// such a word.
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
      "Not checked, because they are to be squashed: \(counted(count, "commit")), by \(ids). "
        + "Rule 'commits' would flag such commits."
    ]
  }
}
