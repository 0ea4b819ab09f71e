import CIModel

/// Globs, compiled; a file counts under its new path and, when it was renamed, under its old one.
struct FileSelection: Sendable {
  private var globs: [PathGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { PathGlob($0) }
  }

  private var twins: [FoldedGlob] { globs.map { FoldedGlob($0.text) } }

  var isEmpty: Bool { globs.isEmpty }
  /// As written, for messages.
  var text: String { globs.map(\.text).joined(separator: ", ") }

  func contains(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

  /// Whether a pattern could match something in a folder.
  func reachesBelow(_ folder: String) -> Bool { globs.contains { $0.reachesBelow(folder) } }

  /// Whether a path is one that matches where names that people take for the same are the same: on disks
  /// that do not tell upper from lower case, or `é` as one character from `é` as two.
  func containsTwin(of path: String) -> Bool {
    twins.contains { $0.matches(path) }
  }

  func contains(_ file: FileChange) -> Bool {
    contains(file.path) || file.oldPath.map { contains($0) } ?? false
  }
}

/// A glob on paths as a disk compares names that does not tell upper from lower case.
///
/// Such disks (APFS, HFS+, NTFS) also take two ways to write an accent for one, pass over characters
/// that nobody sees, or over dots and spaces at the end of a name.
private struct FoldedGlob {
  private let glob: PathGlob
  /// How the glob writes each character that is not ASCII.
  private let spelling: [Character: Character]

  init(_ text: String) {
    let folded = Self.folded(text)
    glob = PathGlob(folded)
    spelling = Dictionary(folded.filter { !$0.isASCII }.map { ($0, $0) }) { first, _ in first }
  }

  func matches(_ path: String) -> Bool {
    var folded = Self.folded(path)
    if !spelling.isEmpty { folded = String(folded.map { spelling[$0] ?? $0 }) }
    let parts = folded.split(separator: "/").map { part in
      part.reversed().drop { $0 == "." || $0 == " " }.reversed()
    }
    return glob.matches(folded) || glob.matches(parts.map { String($0) }.joined(separator: "/"))
  }

  private static func folded(_ text: String) -> String {
    let lower = text.lowercased()
    if lower.utf8.allSatisfy({ $0 < 0x80 }) { return lower }
    return String(String.UnicodeScalarView(lower.unicodeScalars.filter { !isUnseen($0) }))
  }

  /// What HFS+ passes over: joiners, marks of direction, the byte order mark.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}

extension FileChange {
  /// A link or a submodule stands for everything below it.
  var standsForFolder: Bool { mode == "120000" || mode == "160000" }
}

/// The files that concern a rule, by its `paths` and `exclude`.
struct FileScope: Sendable {
  private var paths: FileSelection
  private var exclude: FileSelection

  /// - Parameter alsoExcluding: globs that the rule leaves out whatever the settings say.
  init(_ settings: RuleSettings, alsoExcluding: [String] = []) {
    paths = FileSelection(settings.paths)
    exclude = FileSelection(settings.exclude + alsoExcluding)
  }

  var isEverything: Bool { paths.isEmpty && exclude.isEmpty }

  /// A renamed file is excluded by its new path only: what moves out of an excluded folder counts.
  func contains(_ file: FileChange) -> Bool {
    (paths.isEmpty || paths.contains(file)) && !exclude.contains(file.path)
  }
}

extension RuleSettings {
  func integer(_ name: String) -> Int? {
    if case .integer(let value)? = values[name] { value } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .text(let value)? = values[name] { value } else { nil }
  }

  /// One value or a list of them; `nil` when the key is not there.
  func texts(_ name: String) -> [String]? {
    switch values[name] {
    case .text(let value): [value]
    case .list(let list):
      list.compactMap { item in if case .text(let value) = item { value } else { nil } }
    case .integer, .boolean, nil: nil
    }
  }
}

/// The first few of a list, such as paths, as people read them, and how many more there are.
func shortList(_ items: [String], limit: Int = 3) -> String {
  let shown = items.prefix(limit).map(displayedPath).joined(separator: ", ")
  return items.count > limit ? "\(shown) and \(items.count - limit) more" : shown
}
