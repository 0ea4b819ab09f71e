/// Which lines of one file a change added or rewrote.
package struct LineChange: Hashable, Sendable {
  /// Relative to the repository root with `/`; the new path of a rename.
  package var path: String
  package var status: FileChange.Status
  /// 1-based lines of the new version, ascending and not touching each other.
  package var added: [ClosedRange<Int>]
  /// Added lines that were left out because only white space differs.
  package var whitespaceOnly: Int
  /// How many lines the new version has.
  package var lineCount: Int

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
