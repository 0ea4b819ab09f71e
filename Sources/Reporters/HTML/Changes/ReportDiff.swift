/// What a change did to its files, line by line.
package struct ReportDiff: Sendable {
  /// By path at the head.
  package var files: [String: File]

  package init(files: [String: File]) { self.files = files }

  package struct File: Sendable {
    /// 1-based lines of the new version, ascending, with their texts.
    package var added: [(line: Int, text: String)]
    /// 1-based lines of the old version, ascending, with their texts.
    package var deleted: [(line: Int, text: String)]

    package init(
      added: [(line: Int, text: String)] = [], deleted: [(line: Int, text: String)] = []
    ) {
      self.added = added
      self.deleted = deleted
    }
  }
}
