import CIModel

/// What a service has on a pull request: our own comments, and the threads that we began.
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
      /// Somebody else has written in it.
      case answered
      /// A person resolved it.
      case resolved
      /// We resolved it ourselves.
      case retracted
    }

    /// Of the thread, where the service has one.
    package var id: String
    /// Of our comment.
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

  /// The newest commit of the request, a full id.
  package var head: String?
  package var comments: [Comment]
  package var threads: [Thread]

  package init(head: String? = nil, comments: [Comment] = [], threads: [Thread] = []) {
    self.head = head
    self.comments = comments
    self.threads = threads
  }
}

/// A file of the change, as the service compares it.
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
