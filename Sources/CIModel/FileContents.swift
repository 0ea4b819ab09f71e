/// Both versions of a file, for rules that read more of it than what changed.
package struct FileContents: Hashable, Sendable {
  /// At the merge base; `nil` when the file is new or is not asked for.
  package var old: [UInt8]?
  /// At the head; `nil` when there is no such file.
  package var new: [UInt8]?
  /// The head has the file, and it is too large to be read, or all of them together are.
  package var isUnread = false

  package init(old: [UInt8]? = nil, new: [UInt8]? = nil, isUnread: Bool = false) {
    self.old = old
    self.new = new
    self.isUnread = isUnread
  }

  /// Whether the head has the file, read or not.
  package var isThere: Bool { new != nil || isUnread }
}

/// A file of the work tree that another tool wrote.
package struct ReportFile: Hashable, Sendable {
  /// Relative to the repository root.
  package var path: String
  /// Empty when there is a `problem`.
  package var bytes: [UInt8]
  /// Why it could not be read: a lowercase fragment, such as `is larger than 64 MB`.
  package var problem: String?

  package init(path: String, bytes: [UInt8] = [], problem: String? = nil) {
    self.path = path
    self.bytes = bytes
    self.problem = problem
  }
}
