import CIModel

/// The `status` of a rule: the kinds of file changes that count.
struct StatusFilter: Sendable {
  private let statuses: Set<FileChange.Status>

  static let words = ["added", "modified", "deleted", "renamed", "typechanged"]

  /// - Parameter standard: The kinds that count when none are set.
  init(_ words: [String]?, default standard: Set<FileChange.Status>) {
    statuses = words.map { Set($0.compactMap(FileChange.Status.init)) } ?? standard
  }

  /// Whether a change of a file counts. A moved file also counts as added, a file whose type
  /// changed as modified, and a file in place of a link as added: otherwise moving a file would
  /// circumvent a rule on new files.
  func contains(_ file: FileChange) -> Bool {
    switch file.status {
    case .renamed: statuses.contains(.renamed) || statuses.contains(.added)
    case .typechanged:
      statuses.contains(.typechanged) || statuses.contains(.modified)
        || file.replacesLink && statuses.contains(.added)
    case .added, .modified, .deleted: statuses.contains(file.status)
    }
  }

  /// The path at which a change counts: the new path or, for a file that moved or became a link,
  /// the path that counts as deleted.
  func path(of file: FileChange) -> String? {
    contains(file) ? file.path : loss(by: file)?.path
  }

  /// The paths at which a change counts, for rules that check both paths of a moved file: the old
  /// one counts if renamed or deleted files do.
  func places(of file: FileChange) -> [String] {
    guard file.status == .renamed, let oldPath = file.oldPath else {
      return [path(of: file)].compactMap { $0 }
    }
    let isLeft = statuses.contains(.renamed) || statuses.contains(.deleted)
    return (isLeft ? [oldPath] : []) + (contains(file) ? [file.path] : [])
  }

  /// The deletion that a change counts as: of a deleted file, a moved file at its old path, or a
  /// file that became a link; `nil` when deletions do not count.
  func loss(by file: FileChange) -> FileChange? {
    guard statuses.contains(.deleted) else { return nil }
    if file.status == .deleted { return file }
    if file.isReplacedByLink {
      var gone = FileChange(
        .deleted, file.path, pathBytes: file.pathBytes, deletions: file.deletions, mode: nil,
        oldMode: file.oldMode)
      gone.otherPaths = file.otherPaths
      return gone
    }
    guard file.status == .renamed, let oldPath = file.oldPath else { return nil }
    var gone = FileChange(
      .deleted, oldPath, pathBytes: file.oldPathBytes, mode: nil, oldMode: file.oldMode)
    gone.otherPaths = file.oldOtherPaths
    return gone
  }
}

extension Set<FileChange.Status> {
  static let all: Set = [.added, .modified, .deleted, .renamed, .typechanged]
  static let present: Set = [.added, .modified, .renamed, .typechanged]
}

extension RuleDescriptor.Parameter {
  static let status = RuleDescriptor.Parameter(
    "status", .list(.choice(StatusFilter.words)),
    "Kinds of change that count; a moved file is added at its new path and deleted at its "
      + "old one, even if it is also edited. A file in place of a link is added, and a file that becomes a link is deleted."
  )
  static let sourceParts = RuleDescriptor.Parameter(
    "in", .list(.choice(SourceParts.words)),
    "Parts of source files to check; all by default.")
}
