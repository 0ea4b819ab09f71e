import CIModel
import SourceCode

/// The packages in folders below a manifest whose dependencies are in its lock file: local
/// dependencies of SwiftPM, and workspaces of npm, Yarn and Cargo.
struct MemberPackages {
  /// File names of the manifests that can have such packages.
  static let manifests: Set<String> = ["Cargo.toml", "Package.swift", "package.json"]

  /// Number of bytes of all globs.
  let size: Int
  private let members: [PathGlob]
  private let excluded: [PathGlob]

  init(_ bytes: [UInt8], ofManifest path: RepositoryPath, _ room: ConditionRoom) {
    var (members, excluded): ([String], [String]) = ([], [])
    switch String(decoding: path.name, as: UTF8.self) {
    case "Package.swift": members = PackageManifest(bytes, room: room).localPackages
    case "package.json": members = Self.workspaces(bytes)
    case "Cargo.toml":
      let text = "\n" + String(decoding: bytes, as: UTF8.self)
      guard text.contains("\n[workspace") else { break }
      members = Self.list("members", in: text) + Self.paths(in: text)
      excluded = Self.list("exclude", in: text)
    default: break
    }
    excluded += members.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    size = (members + excluded).reduce(0) { $0 + $1.utf8.count + 1 }
    self.members = members.map(Self.glob)
    self.excluded = excluded.map(Self.glob)
  }

  /// - Parameter folder: A path relative to the folder of the manifest.
  func contain(_ folder: String) -> Bool {
    members.contains { $0.matches(folder) } && !excluded.contains { $0.matches(folder) }
  }

  private static func glob(_ text: String) -> PathGlob {
    PathGlob(text.pathNames.filter { $0 != "." }.joined(separator: "/"))
  }

  /// `"workspaces": ["packages/*"]`, or the same list as `packages` of an object.
  private static func workspaces(_ bytes: [UInt8]) -> [String] {
    guard case .object(let all) = PropertyTree.read(bytes),
      var list = all[Array("workspaces".utf8)]
    else { return [] }
    if case .object(let object) = list { list = object[Array("packages".utf8)] ?? .null }
    guard case .list(let elements) = list else { return [] }
    return elements.compactMap { element in
      guard case .text(let text) = element else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// The strings of a list at the beginning of a line of TOML: `members = ["core", "tools/*"]`.
  private static func list(_ key: String, in text: String) -> [String] {
    guard let range = text.firstRange(of: "\n\(key)") else { return [] }
    let rest = text[range.upperBound...].drop { $0 == " " || $0 == "\t" }
    guard rest.first == "=" else { return [] }
    var values: [String] = []
    var quote: Character?
    var value = ""
    var isComment = false
    for character in rest {
      if isComment {
        isComment = !character.isNewline
      } else if let open = quote {
        if character == open {
          values.append(value)
          quote = nil
        } else {
          value.append(character)
        }
      } else if character == "\"" || character == "'" {
        (quote, value) = (character, "")
      } else if character == "#" {
        isComment = true
      } else if character == "]" {
        break
      }
    }
    return values
  }

  /// The values of `path = "…"`, with which a package of a workspace becomes a member.
  private static func paths(in text: String) -> [String] {
    text.split(separator: "path").dropFirst().compactMap { part in
      let parts = part.prefix { !$0.isNewline }.split(
        separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      let isValue = parts.count == 3 && parts[0].filter { $0 != " " && $0 != "\t" } == "="
      return isValue ? String(parts[1]) : nil
    }
  }
}

/// The packages that manifests name; each manifest is read once.
final class KnownMembers {
  private var known: [RepositoryPath: MemberPackages] = [:]
  /// Bytes of globs that may still be compared, times those of folders.
  private var room = 200_000_000

  /// Whether a manifest names the package in a folder; past the bound, each one does.
  func contain(
    _ folder: String, of manifest: RepositoryPath, _ bytes: [UInt8], _ conditions: ConditionRoom
  ) -> Bool {
    let members = known[manifest] ?? MemberPackages(bytes, ofManifest: manifest, conditions)
    known[manifest] = members
    room -= room < 0 ? 0 : members.size * folder.utf8.count
    return room < 0 || members.contain(folder)
  }
}

extension RepositoryPath {
  /// The folders around a file, the nearest first; the siblings of each are in the folder above it.
  var foldersAround: [RepositoryPath] {
    var folders: [RepositoryPath] = []
    var end = name.startIndex
    while end > 0, folders.count < Self.mostFolders {
      let folder = RepositoryPath(bytes[..<(end - 1)])
      folders.append(folder)
      end = folder.name.startIndex
    }
    return folders
  }

  /// Maximum number of folders between a package and the lock file that covers it.
  private static let mostFolders = 16
}
