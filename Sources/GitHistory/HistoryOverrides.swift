import CIModel
import CLibgit2
import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Information of a repository that overrides the history in its objects.
struct HistoryOverrides {
  /// Commits whose parents were not fetched (`shallow`).
  var shallow: Set<ObjectID> = []
  /// Parents that replace those of a commit (`info/grafts`).
  var grafts: [ObjectID: [ObjectID]] = [:]
  /// Objects of any type that replace others (`refs/replace/*`).
  private var replacements: [ObjectID: ObjectID] = [:]

  /// - Parameters:
  /// - commonDirectory: The `.git` directory that all worktrees share.
  /// - honoursReplacements: Whether grafts and replacements are used; a step of the pipeline can
  ///   write them.
  init(
    repository: OpaquePointer, commonDirectory: String, honoursReplacements: Bool
  ) throws(GitError) {
    shallow = HistoryOverrides.shallow(
      try HistoryOverrides.bytes(of: "shallow", in: commonDirectory))
    guard honoursReplacements else { return }
    grafts = HistoryOverrides.grafts(
      try HistoryOverrides.bytes(of: "info/grafts", in: commonDirectory))
    replacements = try HistoryOverrides.replacements(in: repository)
  }

  /// The object to read for an id: the same one unless it is replaced. A replacement can be
  /// replaced, too; git follows five of them (`MAXREPLACEDEPTH`).
  func replacement(for id: ObjectID) -> ObjectID {
    if replacements.isEmpty { return id }
    var id = id
    for _ in 0..<5 {
      guard let next = replacements[id] else { return id }
      id = next
    }
    return id
  }

  /// Parses a file with one id on each line; other lines are ignored.
  static func shallow(_ bytes: [UInt8]) -> Set<ObjectID> {
    Set(lines(bytes).compactMap { ObjectID(hex: $0) })
  }

  /// Parses a file with a commit and its parents on each line.
  static func grafts(_ bytes: [UInt8]) -> [ObjectID: [ObjectID]] {
    var grafts: [ObjectID: [ObjectID]] = [:]
    for line in lines(bytes) {
      let ids = line.split(separator: UInt8(ascii: " ")).compactMap { ObjectID(hex: $0) }
      if let commit = ids.first { grafts[commit] = Array(ids.dropFirst()) }
    }
    return grafts
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  private static func bytes(
    of name: String, in directory: String
  ) throws(GitError) -> [UInt8] {
    let path = directory + "/" + name
    guard fileExists(path) else { return [] }
    do throws(FileError) {
      return try readFile(path)
    } catch {
      throw .failure(operation: "read \(path)", message: "\(error.reason)")
    }
  }

  private static func replacements(
    in repository: OpaquePointer
  ) throws(GitError) -> [ObjectID: ObjectID] {
    var iterator: OpaquePointer?
    try Libgit2.check(
      git_reference_iterator_glob_new(&iterator, repository, "refs/replace/*"),
      "list refs/replace")
    defer { git_reference_iterator_free(iterator) }
    var result: [ObjectID: ObjectID] = [:]
    while true {
      var reference: OpaquePointer?
      let code = git_reference_next(&reference, iterator)
      if code == GIT_ITEROVER.rawValue { return result }
      try Libgit2.check(code, "list refs/replace")
      defer { git_reference_free(reference) }
      guard let name = git_reference_name(reference), let target = git_reference_target(reference)
      else { continue }
      let digits = String(String(cString: name).lastPathName)
      if let replaced = ObjectID(hex: digits) { result[replaced] = ObjectID(target.pointee) }
    }
  }
}
