import CIModel

/// `status` of a rule: which changes of files count.
struct StatusFilter: Sendable {
  private let statuses: Set<FileChange.Status>

  static let words = ["added", "modified", "deleted", "renamed", "typechanged"]

  /// - Parameter standard: What counts when nothing is written.
  init(_ words: [String]?, default standard: Set<FileChange.Status>) {
    statuses = words.map { Set($0.compactMap(FileChange.Status.init)) } ?? standard
  }

  /// A file that moved is new where it is now, and one whose type changed is modified: else a rule on
  /// new files would be passed by moving one.
  func contains(_ file: FileChange) -> Bool {
    switch file.status {
    case .renamed: statuses.contains(.renamed) || statuses.contains(.added)
    case .typechanged: statuses.contains(.typechanged) || statuses.contains(.modified)
    case .added, .modified, .deleted: statuses.contains(file.status)
    }
  }
}

extension Set<FileChange.Status> {
  static let all: Set = [.added, .modified, .deleted, .renamed, .typechanged]
  static let present: Set = [.added, .modified, .renamed, .typechanged]
}

extension RuleDescriptor.Parameter {
  static let status = RuleDescriptor.Parameter(
    "status", .list(.choice(StatusFilter.words)),
    "Which changes of files count; a file that moved is new where it is now, too.")
  static let sourceParts = RuleDescriptor.Parameter(
    "in", .list(.choice(SourceParts.words)),
    "The parts of sources that are looked at; all by default.")
}
