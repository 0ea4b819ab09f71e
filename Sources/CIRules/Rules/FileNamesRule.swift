package import CIModel
import Patterns

/// Flags paths that do not work on all systems, or that a team does not allow.
package struct FileNamesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "file-names",
    summary: "Flags new paths that are too long, forbidden or invalid on other systems.",
    why:
      "A path with a `:` cannot be checked out on Windows, and two paths that differ only in "
      + "case cannot be checked out on a Mac.",
    parameters: [
      .init("forbid", .optionalList(.glob), "Forbidden paths, such as `**/*.orig`."),
      .init("max", .integer(min: 1), "Maximum length of a path in bytes; 200 by default."),
      .init("pattern", .pattern, "Pattern that the whole name of a file must match."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "ordinary names",
      files: [
        FileChange(.added, "Sources/A B.swift", additions: 1, oldMode: nil),
        FileChange(.added, "docs/Größe.md", additions: 1, oldMode: nil),
      ]),
    .clean(
      "existing and deleted files",
      files: [
        FileChange(.modified, "a:b", additions: 1), FileChange(.deleted, "c?d", mode: nil),
      ]),
    .flagged(
      "names that Windows refuses", as: .warning, .warning, .warning, .warning, .warning,
      files: [
        FileChange(.added, "a:b", additions: 1, oldMode: nil),
        FileChange(.added, "docs/aux.md", additions: 1, oldMode: nil),
        FileChange(.added, "docs/COM¹.md", additions: 1, oldMode: nil),
        FileChange(.added, "docs/CONIN$.md", additions: 1, oldMode: nil),
        FileChange(.renamed, "trailing ./x", oldPath: "x", similarity: 100),
      ]),
    .flagged(
      "a name that a Mac reads as `.git`", as: .warning,
      files: [FileChange(.added, ".g\u{200C}it/config", additions: 1, oldMode: nil)]),
    .flagged(
      "two paths that differ only in case", as: .warning,
      files: [
        FileChange(.added, "Sources/a.swift", additions: 1, oldMode: nil),
        FileChange(.modified, "Sources/A.swift", additions: 1),
      ]),
    .clean(
      "a rename that changes only the case",
      files: [FileChange(.renamed, "Sources/a.swift", oldPath: "Sources/A.swift", similarity: 100)]),
    .flagged(
      "a forbidden path", as: .warning, values: ["forbid": .text("**/*.orig")],
      files: [FileChange(.added, "a.swift.orig", additions: 1, oldMode: nil)]),
    .flagged(
      "a name in another style", as: .warning, values: ["pattern": .text("[a-z0-9-]+\\.[a-z]+")],
      files: [
        FileChange(.added, "docs/How To.md", additions: 1, oldMode: nil),
        FileChange(.added, "docs/how-to.md", additions: 1, oldMode: nil),
      ]),
  ]

  private static let reserved: Set<String> = {
    var names: Set<String> = ["aux", "con", "conin$", "conout$", "nul", "prn"]
    // Windows treats the superscript digits of Latin-1 as digits: `COM¹` is a device, too.
    for number in (1...9).map(String.init) + ["¹", "²", "³"] {
      names.formUnion(["com\(number)", "lpt\(number)"])
    }
    return names
  }()

  private let options: RuleOptions
  private let forbidden: FileSelection

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    forbidden = options.globs("forbid")
  }

  package var id: String { options.id }

  package func needsTwin(of file: FileChange) -> Bool {
    file.isNewPath && options.scope.contains(file)
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let pattern = options.pattern("pattern")?.boundedMatcher()
    let limit = options.integer("max") ?? 200
    let paths = changes.files.map { FoldedPath($0.exactPath) }
    let present = Dictionary(
      grouping: changes.files.indices.filter { changes.files[$0].status != .deleted },
      by: { paths[$0] })
    var list = FindingList(id)
    for (file, folded) in zip(changes.files, paths) where needsTwin(of: file) {
      func add(_ text: @autoclosure () -> String, help: @autoclosure () -> String) {
        list.add(options.level) {
          options.finding(text(), at: SourceLocation(file.path), help: help())
        }
      }
      let path = file.exactPath
      if let problem = Self.portabilityProblem(of: path, folded) {
        add(problem, help: "Rename it, so that it can be checked out on every system.")
      }
      // The head also contains files that the change does not touch.
      let twins = (present[folded] ?? []).lazy.map { changes.files[$0].exactPath }
      if let twin = twins.first(where: { $0 != path }) ?? facts.twins[path] {
        add(Self.conflict(of: file, with: twin.text), help: "Rename one of them.")
      }
      if file.path.utf8.count > limit {
        add(
          "has a path of \(file.path.utf8.count) bytes, limit is \(limit)", help: "Shorten it.")
      }
      if let glob = forbidden.glob(concerning: file) {
        add(
          "is forbidden by `forbid: '\(glob)'`",
          help: "Remove or rename the file; rule '\(id)' allows no file with such a path.")
      }
      if let pattern, !pattern.matchesWhole(String(decoding: path.name, as: UTF8.self)) {
        add(
          "has a name that does not match `\(options.text("pattern") ?? "")`", help: "Rename it.")
      }
    }
    return list.findings
  }

  private static func conflict(of file: FileChange, with twin: String) -> String {
    twin.hasSuffix("/")
      ? "is in a new folder that is \(displayedPath(twin)) on some systems"
      : file.path.lowercased() == twin.lowercased()
        ? "differs from \(displayedPath(twin)) only in case"
        : "takes the place of \(displayedPath(twin)) on some systems"
  }

  /// A path as file systems compare it. It is hashed only once, because hashing many combining
  /// accents is slow.
  private struct FoldedPath: Hashable {
    private let text: String
    private let hash: Int

    init(_ path: RepositoryPath) {
      text = FoldedName.path(path)
      hash = text.hashValue
    }

    /// The folded components of the path.
    var names: [Substring.UTF8View] {
      text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// The reason why a path does not work on all systems; `nil` when it does. Source:
  /// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
  private static func portabilityProblem(
    of path: RepositoryPath, _ folded: FoldedPath
  ) -> String? {
    // By bytes: a punctuation mark and a combining accent are one character in Swift, but two on
    // Windows.
    for (part, name) in zip(path.bytes.split(separator: UInt8(ascii: "/")), folded.names) {
      if let byte = part.first(where: { $0 < 32 || refused.contains($0) }) {
        let character = String(Character(Unicode.Scalar(byte)))
        return "contains the character \(String(reflecting: character)), which Windows refuses"
      }
      if name.elementsEqual(".git".utf8) || name.elementsEqual("git~1".utf8) {
        return "has a part that is read as '.git' on some systems"
      }
      if part.contains(where: { $0 >= 0x80 }), String(validating: part, as: UTF8.self) == nil {
        return "has a part that is not UTF-8, which a Mac refuses"
      }
      let stem = part.prefix { $0 != UInt8(ascii: ".") }
      let end = stem.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? stem.startIndex
      if end - stem.startIndex <= longestReserved,
        reserved.contains(String(decoding: stem[..<end], as: UTF8.self).lowercased())
      {
        let name = String(decoding: part, as: UTF8.self)
        return "is called '\(name)', which Windows refuses"
      }
      if part.last == UInt8(ascii: " ") || part.last == UInt8(ascii: ".") {
        return "has a part that ends with a space or a dot, which Windows refuses"
      }
    }
    return nil
  }

  private static let longestReserved = reserved.map(\.utf8.count).max() ?? 0
  private static let refused = Array("<>:\"|?*\\".utf8)
}
