import CIModel

/// The current state of a pull request: devtool's comments, and the threads that it started.
package struct ReviewState: Hashable, Sendable {
  /// A comment on the request as a whole.
  package struct Comment: Hashable, Sendable {
    package var id: String
    package var body: String

    package init(id: String, body: String) {
      self.id = id
      self.body = body
    }
  }

  /// A thread at a line.
  package struct Thread: Hashable, Sendable {
    package enum Standing: Hashable, Sendable {
      case open
      /// Another account has replied.
      case answered
      /// A person resolved it.
      case resolved
      /// devtool resolved it.
      case retracted
    }

    /// The id of the thread, if the service has one.
    package var id: String
    /// The id of devtool's comment.
    package var comment: String
    package var body: String
    package var standing: Standing

    package init(id: String, comment: String, body: String, standing: Standing) {
      self.id = id
      self.comment = comment
      self.body = body
      self.standing = standing
    }
  }

  /// The full id of the pull request's newest commit.
  package var head: String?
  package var comments: [Comment]
  package var threads: [Thread]

  package init(head: String? = nil, comments: [Comment] = [], threads: [Thread] = []) {
    self.head = head
    self.comments = comments
    self.threads = threads
  }
}

/// A changed file in the comparison of the service.
package struct ReviewedFile: Hashable, Sendable {
  /// The path before a rename.
  package var oldPath: String
  /// Added lines, 1-based.
  package var lines: Set<Int>

  package init(oldPath: String, lines: Set<Int>) {
    self.oldPath = oldPath
    self.lines = lines
  }

  /// - Parameter diff: The hunks of one file in the unified format.
  init(oldPath: String, diff: String) {
    self.init(oldPath: oldPath, lines: [])
    var line = 0
    for text in diff.feedLines {
      switch text.utf8.first {
      case UInt8(ascii: "@"):
        // `@@ -12,7 +13,9 @@ func name()`
        let start = text.split(separator: " ", maxSplits: 3).dropFirst(2).first?.dropFirst()
        line = start.flatMap { Int($0.prefix { $0 != "," }) } ?? Int.max / 2
      case UInt8(ascii: "+"):
        lines.insert(line)
        line += 1
      case UInt8(ascii: "-"), UInt8(ascii: "\\"): break
      default: line += 1
      }
    }
  }
}
