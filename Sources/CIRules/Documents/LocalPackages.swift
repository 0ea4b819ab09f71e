import CIModel
import SourceCode

/// Which packages of a repository depend on which others of it by their paths: `.package(path:)` of
/// SwiftPM, `path` of Cargo.
struct LocalPackages {
  /// File names of the manifests that can name such packages.
  static let manifests: Set<String> = ["Cargo.toml", "Package.swift"]

  /// The manifests that name the package of each one.
  private var naming: [RepositoryPath: [RepositoryPath]] = [:]
  /// How many more dependencies are kept, and bytes read.
  private var linksLeft = 10_000
  private var bytesLeft = 4 << 20
  /// Manifests that were not read, any of which may name any package.
  private var unread: [RepositoryPath] = []
  private let walks = Walks()

  /// How many more dependencies all walks through packages may follow.
  private final class Walks { var stepsLeft = 1_000_000 }

  /// Whether some dependents were not looked up, because packages depend on each other in too many
  /// ways.
  var isIncomplete: Bool { walks.stepsLeft < 0 }

  /// - Parameter contents: Files of the head; those with other names are left out.
  init(_ contents: [RepositoryPath: FileContents], _ room: ConditionRoom) {
    for path in contents.keys.sorted() {
      let name = String(decoding: path.name, as: UTF8.self)
      guard Self.manifests.contains(name), let manifest = contents[path], manifest.isThere else {
        continue
      }
      bytesLeft -= manifest.new?.count ?? 0
      guard let bytes = manifest.new, linksLeft > 0, bytesLeft >= 0 else {
        unread.append(path)
        continue
      }
      for place in Set(Self.paths(in: bytes, of: name, room)) {
        guard let folder = path.folder(at: place) else { continue }
        naming[RepositoryPath(folder + name.utf8), default: []].append(path)
        linksLeft -= 1
      }
    }
  }

  private static func paths(in bytes: [UInt8], of name: String, _ room: ConditionRoom) -> [String] {
    name == "Package.swift"
      ? PackageManifest.localPaths(in: bytes, room: room)
      : (try? TOMLStrings(bytes))?.all.filter { $0.key.last == "path" }.map(\.text) ?? []
  }

  /// The manifests of the packages that depend on any of some, also through others.
  func dependents(of manifests: [RepositoryPath]) -> [RepositoryPath] {
    let names = Set(manifests.map(\.name))
    var found: [RepositoryPath] = []
    var seen: Set<RepositoryPath> = []
    var next = manifests.flatMap { naming[$0] ?? [] } + unread.filter { names.contains($0.name) }
    while !next.isEmpty, walks.stepsLeft >= 0 {
      walks.stepsLeft -= next.count
      next = next.filter { seen.insert($0).inserted }
      found += next
      next = next.flatMap { naming[$0] ?? [] }
    }
    return found
  }
}

extension RepositoryPath {
  /// The folder at a path that is relative to the folder of this file, with a trailing slash unless it
  /// is the root; `nil` when it is outside of the repository.
  fileprivate func folder(at path: String) -> [UInt8]? {
    if path.hasPrefix("/") { return nil }
    let slash = UInt8(ascii: "/")
    var names = bytes[..<name.startIndex].split(separator: slash)
    for part in path.utf8.split(separator: slash).map({ Array($0)[...] }) where part != [0x2E] {
      if part != [0x2E, 0x2E] {
        names.append(part)
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names.flatMap { $0 + [slash] }
  }
}
