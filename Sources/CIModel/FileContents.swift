/// Both versions of a file, for rules that read more of it than what changed.
package struct FileContents: Hashable, Sendable {
  /// At the merge base; `nil` when the file is new or is not asked for.
  package var old: [UInt8]?
  /// At the head; `nil` when there is no such file.
  package var new: [UInt8]?

  package init(old: [UInt8]? = nil, new: [UInt8]? = nil) {
    self.old = old
    self.new = new
  }
}

/// A file of the work tree that another tool wrote.
package struct ReportFile: Hashable, Sendable {
  /// Relative to the repository root.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
