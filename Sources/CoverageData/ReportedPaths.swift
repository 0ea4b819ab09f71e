import CIModel
import FileSystem

/// Finds the files of a checkout for the paths in reports, whatever folder they were written in.
///
/// The author of a change can add a file that one path means if another folder is the top of the
/// checkout. So all paths are noted first, and each is below the folder that makes most of them
/// files of this checkout.
struct ReportedPaths {
  private let repositoryRoot: String
  /// Folders that a relative path may be relative to; the first is that of the package.
  private let roots: [String]
  private let prefixes: [String]
  /// Numbers of paths that are files here, by the folder that is then the root: one of `roots`, or a
  /// folder of another machine, with a trailing `/`.
  private var counts: [RepositoryPath: Int] = [:]
  private var noted: Set<RepositoryPath> = []
  /// The folders of other machines that correspond to the repository root.
  private(set) var moved: Set<RepositoryPath> = []
  /// Why the paths prove nothing; `nil` if each has one meaning.
  private(set) var problem: CoverageError?
  /// Folders that are still looked at, of all paths of other machines; long paths count as more.
  /// Beyond it nothing is resolved.
  private var room: Int
  /// The folders of the path that was noted last, and what a look into each of them costs.
  private var last: (folders: [String], cost: Int) = ([], 0)
  /// Whether the repository root has an entry, by its name.
  private var entries: [RepositoryPath: Bool] = [:]
  /// Paths of other machines that were resolved.
  private var resolved: [RepositoryPath: String] = [:]

  /// Maximum bytes of a path, as of Linux.
  private static let longest = 4_096

  init(repositoryRoot: String, root: String, room: Int = 2_000_000) {
    self.repositoryRoot = repositoryRoot
    self.room = room
    roots = root == repositoryRoot ? [root] : [root, repositoryRoot]
    prefixes = [repositoryRoot, realPathOfExisting(repositoryRoot)].map { $0 + "/" }
  }

  /// Counts a path for the folders that it can be below.
  ///
  /// - Parameter folders: Further folders that a relative path may be relative to.
  /// - Returns: Whether there is a choice, so that the path can be resolved only after all are noted.
  mutating func note(_ path: String, in folders: [String] = []) -> Bool {
    guard problem == nil,
      take(path.utf8.count <= Self.longest ? cost(of: folders) : .max, for: path)
    else { return false }
    var names = [path]
    if !path.hasPrefix("/") {
      let here = roots.filter { isFile("\($0)/\(path)") }
      if noted.insert(RepositoryPath(path)).inserted {
        for root in here { counts[RepositoryPath(root), default: 0] += 1 }
      }
      if !here.isEmpty { return here.count > 1 }
      names = folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(path)" }
    }
    names = names.map(\.normalizedPath).filter { !isInside($0) }
    for name in names where noted.insert(RepositoryPath(name)).inserted {
      let slashes = Self.slashes(in: name)
      guard take(slashes.count, for: name) else { return false }
      // A file name alone is not sufficient.
      for (slash, next) in zip(slashes, slashes.dropFirst()) where hasEntry(name[slash..<next]) {
        let rest = name[slash...]
        guard take(Self.cost(of: rest.utf8.count) - 1, for: name) else { return false }
        if isFile(repositoryRoot + rest) { counts[Self.folder(of: name, slash), default: 0] += 1 }
      }
    }
    return !names.isEmpty
  }

  /// Whether the repository root has an entry; without it, a path below it leads nowhere.
  private mutating func hasEntry(_ name: Substring) -> Bool {
    let key = RepositoryPath(name.utf8)
    if let known = entries[key] { return known }
    let exists = FileStatus(repositoryRoot + name) != nil
    entries[key] = exists
    return exists
  }

  /// A look at a path walks all of its folders.
  private static func cost(of bytes: Int) -> Int { 1 + bytes / 128 * 4 }

  private mutating func cost(of folders: [String]) -> Int {
    if last.folders != folders {
      last = (folders, folders.reduce(0) { $0 + Self.cost(of: $1.utf8.count) })
    }
    return last.cost
  }

  /// Whether there is room for further folders.
  private mutating func take(_ folders: Int, for path: String) -> Bool {
    if folders > room { problem = .tooManyFolders(path: path) }
    room -= min(folders, room)
    return problem == nil
  }

  /// The absolute path of a file; an absolute path without a file in the checkout stays unchanged.
  mutating func resolve(_ path: String, in folders: [String] = []) -> String {
    if problem != nil { return path }
    if path.hasPrefix("/") { return resolveAbsolute(path) }
    let here = roots.filter { isFile("\($0)/\(path)") }.map { RepositoryPath($0) }
    if let root = likeliest(here, for: path) { return "\(root.text)/\(path)".normalizedPath }
    for folder in folders where folder.hasPrefix("/") {
      let found = resolveAbsolute("\(folder)/\(path)")
      if isInside(found) { return found }
    }
    let folder = folders.first { isFile("\(repositoryRoot)/\($0)/\(path)") }
    return "\(repositoryRoot)/\(folder.map { $0 + "/" } ?? "")\(path)".normalizedPath
  }

  private mutating func resolveAbsolute(_ path: String) -> String {
    let path = path.normalizedPath
    if isInside(path) { return path }
    let key = RepositoryPath(path)
    if let known = resolved[key] { return known }
    let result = find(path)
    resolved[key] = result
    return result
  }

  private mutating func find(_ path: String) -> String {
    let folders = Self.slashes(in: path).map { Self.folder(of: path, $0) }
      .filter { counts[$0] != nil }
    guard let folder = likeliest(folders, for: path) else { return path }
    moved.insert(folder)
    return
      "\(repositoryRoot)/\(String(decoding: path.utf8.dropFirst(folder.bytes.count), as: UTF8.self))"
  }

  private func isInside(_ path: String) -> Bool { prefixes.contains(where: path.hasPrefix) }

  /// The folder with the most files; the others must have less than half of them.
  private mutating func likeliest(
    _ folders: [RepositoryPath], for path: String
  ) -> RepositoryPath? {
    let ranked = folders.map { (folder: $0, count: counts[$0] ?? 0) }.sorted { $0.count > $1.count }
    guard let first = ranked.first else { return nil }
    if let second = ranked.dropFirst().first, second.count * 2 >= first.count {
      let folders = [first.folder, second.folder].sorted().map(\.text)
      problem = problem ?? .ambiguousFolder(of: path, folders: folders)
    }
    return first.folder
  }

  /// Where a path can be divided into a folder of another machine and a path of the checkout.
  private static func slashes(in path: String) -> [String.Index] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
  }

  /// The folder that ends with a slash of a path.
  private static func folder(of path: String, _ slash: String.Index) -> RepositoryPath {
    RepositoryPath(path.utf8[...slash])
  }
}
