import CIModel

/// `status` of a rule: which changes of files count.
struct StatusFilter: Sendable {
  private let statuses: Set<FileChange.Status>

  static let words = ["added", "modified", "deleted", "renamed", "typechanged"]

  /// - Parameter standard: What counts when nothing is written.
  init(_ words: [String]?, default standard: Set<FileChange.Status>) {
    statuses = words.map { Set($0.compactMap(FileChange.Status.init)) } ?? standard
  }

  /// A file that moved is new where it is now, one whose type changed is modified, and one in place of a
  /// link is new: else a rule on new files would be passed by moving one.
  func contains(_ file: FileChange) -> Bool {
    switch file.status {
    case .renamed: statuses.contains(.renamed) || statuses.contains(.added)
    case .typechanged:
      statuses.contains(.typechanged) || statuses.contains(.modified)
        || file.replacesLink && statuses.contains(.added)
    case .added, .modified, .deleted: statuses.contains(file.status)
    }
  }

  /// Where a file has changed in a way that counts: what moved is also deleted where it was, and so is what
  /// became a link.
  func path(of file: FileChange) -> String? {
    contains(file) ? file.path : loss(by: file)?.path
  }

  /// The same for rules that look at both places of a file that moved: the old one counts where renamed or
  /// deleted files do.
  func places(of file: FileChange) -> [String] {
    guard file.status == .renamed, let oldPath = file.oldPath else {
      return [path(of: file)].compactMap { $0 }
    }
    let isLeft = statuses.contains(.renamed) || statuses.contains(.deleted)
    return (isLeft ? [oldPath] : []) + (contains(file) ? [file.path] : [])
  }

  /// The file that is gone from where it was: one that is deleted, that moved or that became a link, where that
  /// counts.
  func loss(by file: FileChange) -> FileChange? {
    guard statuses.contains(.deleted) else { return nil }
    if file.status == .deleted { return file }
    if file.isReplacedByLink {
      return FileChange(
        .deleted, file.path, pathBytes: file.pathBytes, deletions: file.deletions, mode: nil,
        oldMode: file.oldMode)
    }
    guard file.status == .renamed, let oldPath = file.oldPath else { return nil }
    return FileChange(
      .deleted, oldPath, pathBytes: file.oldPathBytes, mode: nil, oldMode: file.oldMode)
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
      + "old one. A file in place of a link is added, and a file that becomes a link is deleted."
  )
  static let sourceParts = RuleDescriptor.Parameter(
    "in", .list(.choice(SourceParts.words)),
    "Parts of source files to check; all by default.")
}
