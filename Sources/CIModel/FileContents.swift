/// Both versions of a file, for rules that need more than the changed lines.
package struct FileContents: Hashable, Sendable {
  /// The content at the merge base; `nil` when the file is new or was not requested.
  package var old: [UInt8]?
  /// The content at the head; `nil` when the file does not exist there.
  package var new: [UInt8]?
  /// The content at the head in the other ways in which programs may read it, such as UTF-16; only
  /// of changed files.
  package var otherReadings: [[UInt8]] = []
  /// Whether the head has the file but it was not read, because it or all requested files together
  /// are too large.
  package var isUnread = false

  package init(old: [UInt8]? = nil, new: [UInt8]? = nil, isUnread: Bool = false) {
    self.old = old
    self.new = new
    self.isUnread = isUnread
  }

  /// Whether the head has the file, read or not.
  package var isThere: Bool { new != nil || isUnread }
}

/// A file of the working tree that another tool wrote.
package struct ReportFile: Hashable, Sendable {
  /// Relative to the repository root.
  package var path: String
  /// The content; empty when there is a `problem`.
  package var bytes: [UInt8]
  /// Why it could not be read: a lowercase fragment, such as `is larger than 64 MB`.
  package var problem: String?

  package init(path: String, bytes: [UInt8] = [], problem: String? = nil) {
    self.path = path
    self.bytes = bytes
    self.problem = problem
  }
}
