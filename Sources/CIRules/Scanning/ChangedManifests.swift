import CIModel
import SourceCode

/// Both versions of the manifests in a change; each is read once.
struct ChangedManifests {
  enum Versions {
    /// The file is not a manifest, or it does not have two different versions.
    case none
    case changed(PackageManifest, PackageManifest)
    /// A folder has more manifests for single Swift versions than anybody writes.
    case tooMany
  }

  private enum Side { case old, new }

  private let contents: [RepositoryPath: FileContents]
  private var read: [RepositoryPath: (old: PackageManifest?, new: PackageManifest?)] = [:]
  /// Number of manifests for single Swift versions, by the manifest that they replace.
  private var count: [RepositoryPath: Int] = [:]

  /// Maximum number of manifests for single Swift versions that are compared in a folder.
  static let mostVersions = 20

  private let room: ConditionRoom

  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    self.contents = contents
    self.room = room
  }

  /// Both versions of a manifest. A manifest for one Swift version replaces the usual one, so the
  /// usual one is used where a version of it is missing.
  mutating func versions(of path: RepositoryPath) -> Versions {
    let usual = path.withoutSwiftVersion
    guard usual.isNamed("Package.swift") else { return .none }
    let own = contents[path]
    if usual == path {
      guard let old = own?.old, let new = own?.new, old != new else { return .none }
    } else {
      count[usual, default: 0] += 1
      if count[usual, default: 0] > Self.mostVersions {
        return count[usual] == Self.mostVersions + 1 ? .tooMany : .none
      }
      let other = contents[usual]
      guard let old = own?.old ?? other?.old ?? other?.new, let new = own?.new ?? other?.new,
        old != new
      else { return .none }
    }
    let old =
      own?.old == nil ? manifest(usual, .old) ?? manifest(usual, .new) : manifest(path, .old)
    let new = own?.new == nil ? manifest(usual, .new) : manifest(path, .new)
    guard let old, let new else { return .none }
    return .changed(old, new)
  }

  private mutating func manifest(_ path: RepositoryPath, _ side: Side) -> PackageManifest? {
    if read[path] == nil {
      func read(_ bytes: [UInt8]) -> PackageManifest { PackageManifest(bytes, room: room) }
      let file = contents[path]
      self.read[path] = (file?.old.map(read), file?.new.map(read))
    }
    return side == .old ? read[path]?.old : read[path]?.new
  }
}

/// The old paths of Swift sources that a change deletes or moves.
struct MovedSources {
  private let paths: SortedPaths

  init(_ changes: ChangeSet) {
    paths = SortedPaths(
      changes.files.compactMap { $0.status == .deleted ? $0.path : $0.oldPath }
        .filter { $0.utf8.suffix(6).elementsEqual(".swift".utf8) })
  }

  /// - Parameter folder: A path with a slash at its end; an empty path selects every file.
  /// - Returns: Paths relative to the folder.
  func below(_ folder: String) -> [String] {
    paths.below(folder).map { String(Substring($0.utf8.dropFirst(folder.utf8.count))) }
  }
}

/// The files of the head that contain tests or could not be read.
struct TestPaths {
  private let paths: SortedPaths

  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    let holding = contents.filter { path, contents in
      // A file that could not be read may contain tests, and so may a folder with too many files.
      if contents.isUnread { return true }
      let isSource = path.bytes.suffix(6).elementsEqual(".swift".utf8)
      return contents.new.map { isSource && Self.holdTests($0, room) } ?? false
    }
    paths = SortedPaths(holding.keys.map(\.text))
  }

  /// Whether a path is one of these files, or a folder around one.
  func contain(_ path: String) -> Bool {
    paths.contains(path) || paths.containsFile(below: path + "/")
  }

  /// The test targets that may have tests in a folder that SwiftPM newly skips.
  ///
  /// - Parameter folder: The folder of the package, with a slash at its end, or empty.
  func targets(
    in folder: String, _ newer: PackageManifest, skips older: PackageManifest
  ) -> [String] {
    let paths = self.paths.below(folder).map {
      String(Substring($0.utf8.dropFirst(folder.utf8.count)))
    }
    let skipped = paths.filter { newer.skips($0) && !older.skips($0) }
      .compactMap { newer.target(of: $0) }
    // Only a part of a folder with too many files is known.
    let known = Set(paths)
    let unread = newer.targets.filter { $0.folders.contains(where: known.contains) }
    return Set((skipped + unread).filter(\.isTest).map(\.name)).sorted()
  }

  private static func holdTests(_ bytes: [UInt8], _ room: ConditionRoom) -> Bool {
    !DeclarationScanner(SwiftText(bytes), room: room).tests.isEmpty
  }
}
