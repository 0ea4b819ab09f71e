import CIModel
import SourceCode

/// The packages in folders below a manifest whose dependencies are in its lock file: local
/// dependencies of SwiftPM, and workspaces of npm, pnpm, Yarn and Cargo.
struct MemberPackages {
  /// File names of the manifests that can have such packages.
  static let manifests: Set<String> = ["Cargo.toml", "Package.swift", "package.json"]

  /// The file name of a list of such packages beside a manifest.
  static let list = "pnpm-workspace.yaml"

  /// Number of bytes of all globs.
  let size: Int
  private let members: [PathGlob]
  private let excluded: [PathGlob]

  init(_ bytes: [UInt8], ofManifest path: RepositoryPath, _ room: ConditionRoom) {
    var (members, excluded): ([String], [String]) = ([], [])
    switch String(decoding: path.name, as: UTF8.self) {
    case "Package.swift": members = PackageManifest(bytes, room: room).localPackages
    case "package.json": members = Self.workspaces(bytes).compactMap(Self.withoutPatterns)
    case "Cargo.toml":
      guard let strings = try? TOMLStrings(bytes) else {
        members = ["**"]
        break
      }
      members = strings.texts(of: "workspace", "members")
      members += strings.all.filter { $0.key.last == "path" }.map(\.text)
      excluded = strings.texts(of: "workspace", "exclude")
    case Self.list: members = Self.packages(bytes).compactMap(Self.withoutPatterns)
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

  /// A glob of npm, pnpm or Yarn; every folder for one with a pattern such as `@(app|lib)`.
  ///
  /// - Returns: `nil` for such a glob that excludes folders.
  private static func withoutPatterns(_ glob: String) -> String? {
    guard glob.contains("(") else { return glob }
    return glob.hasPrefix("!") && !glob.hasPrefix("!(") ? nil : "**"
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

  /// The list `packages` of `pnpm-workspace.yaml`, as it is written by hand; every folder if it is
  /// written in another way.
  private static func packages(_ bytes: [UInt8]) -> [String] {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { $0.withoutTrailingBlanks }
      .filter { !($0.drop { $0 == 0x20 }.first.map { $0 == UInt8(ascii: "#") } ?? true) }
    let key = Array("packages:".utf8)
    guard let start = lines.firstIndex(where: { $0.starts(with: key) }) else {
      return String(decoding: bytes, as: UTF8.self).contains("packages") ? ["**"] : []
    }
    let rest = lines[start].dropFirst(key.count).drop { $0 == 0x20 }
    guard rest.isEmpty || rest.first == UInt8(ascii: "#") else { return ["**"] }
    let items = lines[(start + 1)...].map { $0.drop { $0 == 0x20 } }
      .prefix { $0.first == UInt8(ascii: "-") }
    return items.map { scalar($0.dropFirst().drop { $0 == 0x20 }) }
  }

  /// A scalar of YAML in quotation marks or without them.
  private static func scalar(_ text: ArraySlice<UInt8>) -> String {
    guard let quote = text.first, "\"'".utf8.contains(quote) else {
      // Anything but a plain scalar: an alias, a list, a text over several lines.
      if text.first.map({ "&*|>{[!".utf8.contains($0) }) ?? true { return "**" }
      let plain = text.firstIndex(of: UInt8(ascii: "#")).map { text[..<$0] } ?? text
      return String(decoding: plain.withoutTrailingBlanks, as: UTF8.self)
    }
    return String(decoding: text.dropFirst().prefix { $0 != quote }, as: UTF8.self)
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
