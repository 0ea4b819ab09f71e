/// The changes of a branch: everything between the merge base and the head.
package struct ChangeSet: Codable, Hashable, Sendable {
  /// The full object id to which the base ref resolved.
  package var base: String
  /// The full object id of the newest commit of the branch; zeros for staged changes.
  package var head: String
  package var mergeBase: String
  /// The other merge bases in a criss-cross history; `nil` when `mergeBase` is the only one.
  package var otherMergeBases: [String]?
  /// Sorted by path.
  package var files: [FileChange]
  package var totals: Totals
  /// Commits of the branch only (reachable from the head and not from the base), oldest first.
  package var commits: [Commit]

  /// A sentence about a merge base that is one of several; `nil` when it is the only one.
  package var mergeBaseNote: String? {
    guard let otherMergeBases, !otherMergeBases.isEmpty else { return nil }
    let others = otherMergeBases.map { $0.prefix(10) }.joined(separator: ", ")
    return "There are several merge bases: devtool uses \(mergeBase.prefix(10)), as git does; "
      + "\(others) would be as good, and may give other files."
  }

  /// The head of changes that are staged and not committed: git's null object id.
  package static let stagedHead = String(repeating: "0", count: 40)

  /// Whether the change is the index compared with `HEAD`; such a change has no commits.
  package var isStaged: Bool { head == ChangeSet.stagedHead }

  package init(
    base: String, head: String, mergeBase: String, files: [FileChange], commits: [Commit]
  ) {
    self.base = base
    self.head = head
    self.mergeBase = mergeBase
    self.files = files
    self.commits = commits
    self.totals = Totals(
      files: files.count,
      additions: files.reduce(0) { $0 + $1.additions },
      deletions: files.reduce(0) { $0 + $1.deletions })
  }

  package struct Totals: Codable, Hashable, Sendable {
    package var files: Int
    package var additions: Int
    package var deletions: Int
  }
}

/// How one file differs between the merge base and the head.
package struct FileChange: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable {
    case added
    case modified
    case deleted
    case renamed
    case typechanged
  }

  package var status: Status
  /// Relative to the repository root with `/`; the new path of a rename. Bytes that are not UTF-8
  /// are shown as U+FFFD.
  package var path: String
  /// Base64 of the path's bytes, only when they are not UTF-8.
  package var pathBytes: String?
  /// The old path of a rename.
  @NullCoded package var oldPath: String?
  /// Base64 of the old path's bytes, only when they are not UTF-8.
  package var oldPathBytes: String?
  /// Percent of the old content that a rename kept, 0…100; 100 only when the bytes are identical.
  /// `nil` for every other status.
  @NullCoded package var similarity: Int?
  /// Added lines; 0 for a binary file.
  package var additions: Int
  /// Deleted lines; 0 for a binary file.
  package var deletions: Int
  package var isBinary: Bool
  /// The git file mode in octal, such as `100644`; `nil` when the file is deleted.
  @NullCoded package var mode: String?
  /// The file mode at the merge base; `nil` when the file is new.
  @NullCoded package var oldMode: String?
  /// Size of the new version in bytes; for a Git LFS pointer, the size of the real file. `nil` when
  /// the file is deleted or a submodule.
  package var size: Int?
  /// Size in bytes of the pointer when the new version is a Git LFS pointer; `nil` for every other
  /// file.
  package var lfsPointerSize: Int?
  /// Lines as `git diff --ignore-all-space` counts them; `nil` until they are requested.
  package var ignoringWhitespace: ChangedLineCounts?
  /// The part of `additions` and `deletions` that was only moved, within the file or between files
  /// (see `MovedLines` in `GitHistory`); `nil` when no rule needs it.
  package var moved: ChangedLineCounts?
  /// The same of `ignoringWhitespace`; `nil` when no rule needs both.
  package var movedIgnoringWhitespace: ChangedLineCounts?
  /// Lines of a file that git treats as binary although it looks like text, or that can be decoded
  /// in more than one way: the largest of these counts. `nil` for every other file, and when no
  /// rule needs it.
  package var hiddenLines: ChangedLineCounts?
  /// Other paths under which a build reads the file, through symbolic links of the head, and the path
  /// in the head of a file that lands elsewhere because the base has moved it; `nil` when there are
  /// none, and when the checkout is trusted.
  package var otherPaths: [String]?
  /// The same for the old path of a moved file: paths under which a build no longer finds it.
  package var oldOtherPaths: [String]?
  /// `true` for a symbolic link to a file of the head, which cannot expose a folder.
  package var leadsToFile: Bool?
  /// `true` for a symbolic link that moved, with the same text, to where it has another target.
  package var leadsElsewhere: Bool?
  /// `true` of a binary file that was a text before.
  package var wasText: Bool?

  package init(
    _ status: Status, _ path: String, pathBytes: String? = nil, oldPath: String? = nil,
    oldPathBytes: String? = nil, similarity: Int? = nil, additions: Int = 0, deletions: Int = 0,
    isBinary: Bool = false, mode: String? = "100644", oldMode: String? = "100644",
    size: Int? = nil, lfsPointerSize: Int? = nil, leadsToFile: Bool? = nil, wasText: Bool? = nil
  ) {
    self.status = status
    self.path = path
    self.pathBytes = pathBytes
    self.oldPath = oldPath
    self.oldPathBytes = oldPathBytes
    self.similarity = similarity
    self.additions = additions
    self.deletions = deletions
    self.isBinary = isBinary
    self.mode = mode
    self.oldMode = oldMode
    self.size = size
    self.lfsPointerSize = lfsPointerSize
    self.leadsToFile = leadsToFile
    self.wasText = wasText
  }

  /// Added and deleted lines, including those of text that git treats as binary.
  package var countedLines: ChangedLineCounts {
    hiddenLines ?? ChangedLineCounts(additions: additions, deletions: deletions)
  }

  /// Added plus deleted lines.
  package var changedLines: Int { additions + deletions }
}

/// Numbers of added and deleted lines.
package struct ChangedLineCounts: Codable, Hashable, Sendable {
  package var additions: Int
  package var deletions: Int

  package init(additions: Int = 0, deletions: Int = 0) {
    self.additions = additions
    self.deletions = deletions
  }
}

/// Optional details of a change set that need another pass over the contents and are computed on
/// request.
package struct ChangeDetails: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `FileChange.ignoringWhitespace`.
  package static let ignoringWhitespace = ChangeDetails(rawValue: 1)
  /// `FileChange.moved`.
  package static let movedLines = ChangeDetails(rawValue: 2)
  /// `FileChange.hiddenLines`.
  package static let hiddenLines = ChangeDetails(rawValue: 4)
  /// `Facts.generatedFiles`.
  package static let generatedFiles = ChangeDetails(rawValue: 8)
}

/// A commit of the change.
package struct Commit: Codable, Hashable, Sendable {
  /// The full object id.
  package var id: String
  package var parents: [String]
  /// The first line of the message.
  package var subject: String
  /// The message after the first line, without the separating blank line and trailing blank lines.
  /// If the second line is not blank, the body begins with it.
  package var body: String
  package var author: Signature
  package var committer: Signature
  package var isMerge: Bool
  /// Whether the line after the subject is blank or absent, as git recommends.
  package var hasBlankSecondLine: Bool
  /// Whether only a part of the commit was read, its encoding is not supported, or it has a second
  /// author; `nil` when everything was read.
  package var isCut: Bool?
  /// Other content of the commit object, in lines: headers that no other property comes from, and
  /// text after a NUL in the message. Not part of any report.
  package var otherText = ""
  /// Whether it has several parents and changes files besides, or it takes too long to find out
  /// whether it merges anything: rules judge it as an ordinary commit and as a merge. Not part of
  /// any report.
  package var mayMerge = false

  private enum CodingKeys: CodingKey {
    case id, parents, subject, body, author, committer, isMerge, hasBlankSecondLine, isCut
  }

  package init(
    id: String, parents: [String] = [], subject: String, body: String = "", author: Signature,
    committer: Signature, hasBlankSecondLine: Bool = true
  ) {
    self.id = id
    self.parents = parents
    self.subject = subject
    self.body = body
    self.author = author
    self.committer = committer
    self.isMerge = parents.count > 1
    self.hasBlankSecondLine = hasBlankSecondLine
  }

  /// The lines of the body that belong to the subject for git, because no blank line precedes them.
  package var titleLines: [Substring] {
    hasBlankSecondLine
      ? []
      : Array(body.feedLines.prefix { line in !line.utf8.allSatisfy { " \t\r".utf8.contains($0) } })
  }

  /// The subject as git shows it (`%s`): all lines before the first blank one.
  package var wholeSubject: String { ([subject[...]] + titleLines).joined(separator: " ") }

  /// Whether the commit does not exist yet, so that only its message is known.
  package var isDraft: Bool { id == ChangeSet.stagedHead }

  package struct Signature: Codable, Hashable, Sendable {
    package var name: String
    package var email: String
    package var date: Timestamp

    package init(name: String, email: String, date: Timestamp) {
      self.name = name
      self.email = email
      self.date = date
    }
  }
}

/// A line that the change deleted.
package struct DeletedLine: Codable, Hashable, Sendable {
  /// The path at the merge base; for a rename, the old path.
  package var path: String
  /// 1-based, in the merge base's version of the file.
  package var line: Int
  /// Without the line terminator; bytes that are not UTF-8 are shown as U+FFFD.
  package var text: String
  /// Whether the file was renamed and the line still exists under its new path.
  package var isKept = false

  package init(_ path: String, line: Int, text: String, isKept: Bool = false) {
    self.path = path
    self.line = line
    self.text = text
    self.isKept = isKept
  }
}

/// A line that the change added.
package struct AddedLine: Codable, Hashable, Sendable {
  package var path: String
  /// 1-based, in the head's version of the file.
  package var line: Int
  /// Without the line terminator; bytes that are not UTF-8 are shown as U+FFFD.
  package var text: String

  package init(_ path: String, line: Int, text: String) {
    self.path = path
    self.line = line
    self.text = text
  }
}
