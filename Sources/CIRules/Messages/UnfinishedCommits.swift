import CIModel

/// A rule that can ignore `fixup!` and `squash!` commits, because squashing drops their messages.
protocol MessageRule: Rule {
  var scope: MessageScope { get }

  /// Whether the rule flags commits of this kind as such.
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

/// Reports `fixup!` and `squash!` commits that no rule judges.
enum UnfinishedCommits {
  /// A note on commits that rules ignore and that no other rule flags. Without it, a message with
  /// `fixup!` in front would pass unnoticed.
  ///
  /// - Parameter rules: The rules that apply.
  static func notes(in facts: Facts, _ rules: [any Rule]) -> [String] {
    let rules = rules.compactMap { $0 as? any MessageRule }.filter { !$0.scope.isSquashed }
    if rules.isEmpty { return [] }
    let count = (facts.changes?.commits ?? []).lazy
      .filter(CommitKind.isDropped).compactMap { CommitKind.of($0) }
      .filter { kind in !rules.contains { $0.flags(kind) } }.count
    if count == 0 { return [] }
    let ids = Set(rules.map(\.id)).sorted().joined(separator: ", ")
    return [
      count == 1
        ? "1 commit was not checked by \(ids), because it will be squashed. "
          + "Rule 'commits' can flag it."
        : "\(count) commits were not checked by \(ids), because they will be squashed. "
          + "Rule 'commits' can flag them."
    ]
  }
}
