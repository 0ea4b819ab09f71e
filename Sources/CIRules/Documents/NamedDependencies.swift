import CIModel
import SourceCode

/// Compares the dependencies that a manifest names for its lock file.
///
/// In a format that is not known, every line counts.
enum NamedDependencies {
  /// The lock files that follow a difference between two versions of a manifest.
  enum Difference {
    case nowhere
    /// Only those of npm, which repeat the name and the version of a package.
    case inNPM
    case everywhere

    init(_ differ: Bool) { self = differ ? .everywhere : .nowhere }

    /// - Parameter lock: The name of a lock file.
    func concerns(_ lock: String) -> Bool {
      switch self {
      case .nowhere: false
      case .inNPM: ["npm-shrinkwrap.json", "package-lock.json"].contains(lock)
      case .everywhere: true
      }
    }
  }

  /// How the dependencies that two versions of a manifest name differ; `nil` when the older one is
  /// Swift code that cannot be read.
  ///
  /// - Parameter room: See `InactiveCode`.
  static func difference(
    _ old: [UInt8], _ new: [UInt8], of manifest: RepositoryPath, _ room: ConditionRoom
  ) -> Difference? {
    switch String(decoding: manifest.withoutSwiftVersion.name, as: UTF8.self) {
    case "Package.swift":
      guard let before = ManifestDependencies.named(in: old, room: room) else { return nil }
      // A manifest that can no longer be read may name anything.
      guard let after = ManifestDependencies.named(in: new, room: room) else { return .everywhere }
      return Difference(before.sorted() != after.sorted())
    case "package.json":
      guard let before = members(of: old), let after = members(of: new) else {
        return Difference(old != new)
      }
      let differ = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      if differ.isEmpty { return .nowhere }
      return differ.isSubset(of: repeated) ? .inNPM : .everywhere
    case "pyproject.toml":
      return Difference(TOMLLines.poetry.lines(of: old) != TOMLLines.poetry.lines(of: new))
    case "Cargo.toml":
      return Difference(TOMLLines.cargo.lines(of: old) != TOMLLines.cargo.lines(of: new))
    case "Cartfile", "Cartfile.private", "Mintfile":
      return Difference(RubyLines.withoutComments(old) != RubyLines.withoutComments(new))
    case "Gemfile", "gems.rb":
      return Difference(RubyLines.ofCode(old) != RubyLines.ofCode(new))
    default: return Difference(old != new)
    }
  }

  private static let members = [
    "bundleDependencies", "bundledDependencies", "dependencies", "dependenciesMeta",
    "devDependencies", "optionalDependencies", "overrides", "peerDependencies",
    "peerDependenciesMeta", "pnpm", "resolutions", "workspaces",
  ].map { Array($0.utf8) }
  /// Members that npm repeats in its own lock files.
  private static let repeated = ["name", "version"].map { Array($0.utf8) }

  /// The members of a `package.json` on which a lock file depends; `nil` when programs read the
  /// file differently.
  private static func members(of bytes: [UInt8]) -> [[UInt8]: PropertyTree]? {
    guard case .object(let all) = PropertyTree.read(bytes) else { return nil }
    return all.filter { members.contains($0.key) || repeated.contains($0.key) }
  }
}

/// The lines of a TOML file on which a lock file depends. Lines that clearly have another purpose
/// are left out.
private struct TOMLLines {
  /// Whether a section has another purpose, by the names in its header.
  var isOther: @Sendable ([String]) -> Bool
  /// Keys with another purpose, by the name of their section.
  var otherKeys: [String: Set<String>]

  private static let metadata: Set<String> = [
    "authors", "categories", "classifiers", "description", "documentation", "edition", "exclude",
    "homepage", "include", "keywords", "license", "license-file", "maintainers", "packages",
    "publish", "readme", "repository",
  ]

  static let poetry = TOMLLines(
    isOther: { names in
      switch names.first {
      case "build-system": true
      case "project":
        ["entry-points", "gui-scripts", "scripts", "urls"].contains(names.dropFirst().first)
      case "tool":
        names.count > 1
          && (names[1] != "poetry"
            || ["build", "plugins", "scripts", "urls"].contains(names.dropFirst(2).first))
      default: false
      }
    },
    otherKeys: [
      "project": metadata.union(["name", "version"]),
      "tool.poetry": metadata.union(["name", "version"]),
    ])

  static let cargo = TOMLLines(
    isOther: { names in
      switch names.first {
      case "badges", "bench", "bin", "example", "features", "lib", "lints", "profile", "test": true
      case "package", "workspace": ["lints", "metadata"].contains(names.dropFirst().first)
      default: false
      }
    }, otherKeys: ["package": cargoMetadata, "workspace.package": cargoMetadata])

  private static let cargoMetadata = metadata.union([
    "autobenches", "autobins", "autoexamples", "autolib", "autotests", "build", "default-run",
  ])

  /// The lines that remain, by section; the lines of a section are sorted if each is a key with its
  /// value. The content of a multi-line string may look like a header, so with such a string all
  /// lines remain.
  func lines(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let quotes = ["\"\"\"", "'''"].map { Array($0.utf8) }
    let hasLongText = bytes.withUnsafeBytes { bytes in
      quotes.contains { ByteSearch.firstOffset(of: $0, in: bytes, from: 0) != nil }
    }
    if hasLongText { return [lines] }
    var isLeftOut = false
    var keys: Set<String> = []
    var sections: [[ArraySlice<UInt8>]] = [[]]
    for text in lines.lazy.map(Self.withoutComment) where !text.isEmpty {
      if let names = Self.header(text) {
        isLeftOut = isOther(names)
        keys = otherKeys[names.joined(separator: ".")] ?? []
        if !isLeftOut { sections.append([]) }
      } else if text.first == UInt8(ascii: "[") {
        // A header in another notation may be any.
        isLeftOut = false
        keys = []
      }
      if isLeftOut || keys.contains(Self.key(of: text)) { continue }
      sections[sections.count - 1].append(text)
    }
    return sections.map(Self.inOrder)
  }

  private static func inOrder(_ section: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    guard section.count > 1 else { return section }
    let pairs = section.dropFirst(section.first.flatMap(header) == nil ? 0 : 1)
    guard pairs.allSatisfy({ !key(of: $0).isEmpty }) else { return section }
    return section.prefix(section.count - pairs.count)
      + pairs.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A line without the blanks around it and without a comment. A comment that contains a quotation
  /// mark may be part of a string and stays.
  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.drop { $0 <= 0x20 }.withoutTrailingBlanks
    guard let mark = text.lastIndex(of: UInt8(ascii: "#")), !text[mark...].contains(where: isQuote)
    else { return text }
    let isComment = mark == text.startIndex || text[mark - 1] <= 0x20
    return isComment ? text[..<mark].withoutTrailingBlanks : text
  }

  private static func isQuote(_ byte: UInt8) -> Bool { "\"'".utf8.contains(byte) }

  /// The names of `[a.b-c]` or `[[a]]`; `nil` for another line.
  private static func header(_ line: ArraySlice<UInt8>) -> [String]? {
    let isDouble = line.starts(with: "[[".utf8)
    let sides = isDouble ? 2 : 1
    guard line.count > 2 * sides, line.first == UInt8(ascii: "["),
      line.suffix(sides).allSatisfy({ $0 == UInt8(ascii: "]") })
    else { return nil }
    let names = line.dropFirst(sides).dropLast(sides)
    guard names.allSatisfy({ isBare($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    return names.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isBare(_ byte: UInt8) -> Bool { byte.isWordByte || byte == UInt8(ascii: "-") }

  /// The bare key of a line whose value ends there, for `a.b = 1` the first name; empty for every
  /// other line.
  private static func key(of line: ArraySlice<UInt8>) -> String {
    let key = line.prefix(while: isBare)
    let rest = line[key.endIndex...].drop { isBare($0) || $0 == UInt8(ascii: ".") }
      .drop { $0 <= 0x20 }
    guard rest.first == UInt8(ascii: "=") else { return "" }
    let value = rest.dropFirst().drop { $0 <= 0x20 }
    let isOpen = "[{".utf8.contains(value.first ?? 0) && !"]}".utf8.contains(value.last ?? 0)
    return isOpen ? "" : String(decoding: key, as: UTF8.self)
  }
}
