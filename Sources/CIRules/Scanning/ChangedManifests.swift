import CIModel
import SourceCode

/// Both versions of the manifests of a change, each of which is read once.
struct ChangedManifests {
  enum Versions {
    /// It is no manifest, or has nothing that it could have lost.
    case none
    case changed(PackageManifest, PackageManifest)
    /// A folder has more manifests for versions of Swift than anybody writes.
    case tooMany
  }

  private enum Side { case old, new }

  private let contents: [RepositoryPath: FileContents]
  private var read: [RepositoryPath: (old: PackageManifest?, new: PackageManifest?)] = [:]
  /// Manifests for versions of Swift, by the one that they take the place of.
  private var count: [RepositoryPath: Int] = [:]

  private static let mostVersions = 20

  private let room: ConditionRoom

  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    self.contents = contents
    self.room = room
  }

  /// A manifest for one version of Swift takes the place of the usual one.
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

/// Swift sources that a change deletes or moves, sorted.
struct MovedSources {
  private let paths: [String]

  init(_ changes: ChangeSet) {
    paths = changes.files.compactMap { $0.status == .deleted ? $0.path : $0.oldPath }
      .filter { $0.utf8.suffix(6).elementsEqual(".swift".utf8) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Parameter folder: With a slash at its end; empty is everything.
  /// - Returns: relative to the folder.
  func below(_ folder: String) -> [String] {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = low + (high - low) / 2
      if paths[middle].utf8.lexicographicallyPrecedes(folder.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return paths[low...].prefix { $0.utf8.starts(with: folder.utf8) }
      .map { String(Substring($0.utf8.dropFirst(folder.utf8.count))) }
  }
}

/// The files of the head that are known to hold tests, and the folders around them.
struct TestPaths {
  private let paths: Set<String>

  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    var paths: Set<String> = []
    for (path, contents) in contents {
      // What could not be read may hold some, and so may a folder with too many files.
      let isSource = path.bytes.suffix(6).elementsEqual(".swift".utf8)
      let holdsTests = contents.new.map { isSource && Self.holdTests($0, room) } ?? false
      guard contents.isUnread || holdsTests else { continue }
      paths.insert(path.text)
      paths.formUnion(path.text.folders)
    }
    self.paths = paths
  }

  func contain(_ path: String) -> Bool { paths.contains(path) }

  private static func holdTests(_ bytes: [UInt8], _ room: ConditionRoom) -> Bool {
    !DeclarationScanner(SwiftText(bytes), room: room).tests.isEmpty
  }
}
