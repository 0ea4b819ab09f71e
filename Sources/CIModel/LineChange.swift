/// The lines of one file that a change added or rewrote.
package struct LineChange: Hashable, Sendable {
  /// Relative to the repository root with `/`; the new path of a rename.
  package var path: String
  package var status: FileChange.Status
  /// 1-based line ranges of the new version, ascending and not adjacent.
  package var added: [ClosedRange<Int>]
  /// Number of added lines that were left out because they differ only in white space.
  package var whitespaceOnly: Int
  /// Number of lines of the new version.
  package var lineCount: Int
  /// Whether compilers can find other lines in the file than git: because of other line ends, or of a
  /// NUL, with which the file has no lines for git.
  package var isUnclear = false

  package init(
    _ path: String, status: FileChange.Status = .modified, added: [ClosedRange<Int>],
    whitespaceOnly: Int = 0, lineCount: Int = .max
  ) {
    self.path = path
    self.status = status
    self.added = added
    self.whitespaceOnly = whitespaceOnly
    self.lineCount = lineCount
  }

  package var addedCount: Int { added.reduce(0) { $0 + $1.count } }
}
