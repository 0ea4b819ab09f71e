import CIModel

/// The subjects that a revert can quote. Anybody can write a message in the form of a revert, so in a
/// change that is not trusted, it is one only if the commit that it quotes exists.
struct QuotedSubjects {
  private var subjects: Set<Substring>

  /// - Parameters:
  ///   - messages: The messages that a rule checks. Their subjects count, too, except those of
  ///     commits that rules leave out.
  ///   - earlier: Commits of the base.
  init(of messages: [LandingMessage], _ earlier: [Commit]) {
    subjects = Set(
      messages.compactMap { message in
        guard let commit = message.commit, !commit.isMerge, !commit.mayMerge,
          !CommitKind.isDropped(commit)
        else { return nil }
        return CommitKind.withoutNumber(message.wholeSubject)
      })
    for commit in earlier {
      subjects.insert(CommitKind.withoutNumber(commit.wholeSubject))
      // GitHub writes the title of a pull request below the subject of its merge, and quotes it.
      if commit.isMerge, let title = commit.body.feedLines.first(where: { !$0.isEmpty }) {
        subjects.insert(CommitKind.withoutNumber(String(title)))
      }
    }
  }

  /// Marks the messages in the form of a revert that quote no known commit.
  func markForged(_ messages: inout [LandingMessage]) {
    for index in messages.indices where messages[index].mayBeRevert {
      messages[index].isForged = !isQuoted(in: messages[index].wholeSubject)
    }
  }

  /// Whether the subject of a revert quotes a known one: `Revert "x"`, and `Reapply "x"` or
  /// `Revert^2 "x"`, which revert `Revert "x"`.
  private func isQuoted(in subject: String) -> Bool {
    let words = CommitKind.withoutNumber(subject).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].count > 1 else { return false }
    let quoted = CommitKind.withoutNumber(String(words[1].dropFirst().dropLast()))
    if subjects.contains(quoted) { return true }
    let reverted = "Revert \"\(quoted)\""
    return words[0].lowercased() != "revert" && subjects.contains(reverted[...])
  }
}
