package import CIModel

/// The text of a message that is being written, as git passes it to a `commit-msg` hook.
package struct MessageText: Hashable, Sendable {
  /// The first line; empty when there is no message.
  package private(set) var subject = ""
  /// The text after the subject and its following blank line.
  package private(set) var body = ""
  /// Whether the line after the subject is blank or absent.
  package private(set) var hasBlankSecondLine = true

  /// Removes everything that git removes before a commit: the scissors line and the text after it,
  /// comments, white space at line ends, and blank lines at both ends and after other blank lines.
  ///
  /// Source: `cleanup_message` and `wt_status_locate_end` of git, `strbuf_stripspace`.
  ///
  /// - Parameter comment: The prefix of comments; git's `core.commentChar`.
  package init(_ text: String, comment: String = "#") {
    let scissors = "\(comment) ------------------------ >8 ------------------------"
    var lines: [Substring] = []
    for line in text.feedLines {
      let end = line.lastIndex { !$0.isWhitespace }
      let trimmed = end.map { line[...$0] } ?? ""
      if trimmed == scissors { break }
      if !comment.isEmpty, line.utf8.starts(with: comment.utf8) { continue }
      if trimmed.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(trimmed)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.first else { return }
    subject = String(first)
    hasBlankSecondLine = lines.count < 2 || lines[1].isEmpty
    body = lines.dropFirst(hasBlankSecondLine ? 2 : 1).joined(separator: "\n")
  }

  package var isEmpty: Bool { subject.isEmpty }
}

extension Commit {
  /// Creates a commit that does not exist yet.
  ///
  /// - Parameter isMerge: Whether it will have several parents.
  package init(_ message: MessageText, author: Signature, isMerge: Bool) {
    self.init(
      id: ChangeSet.stagedHead,
      parents: Array(repeating: ChangeSet.stagedHead, count: isMerge ? 2 : 1),
      subject: message.subject, body: message.body, author: author, committer: author,
      hasBlankSecondLine: message.hasBlankSecondLine)
  }
}
