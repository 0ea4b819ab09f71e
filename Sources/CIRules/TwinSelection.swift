import CIModel

/// Finds paths that match globs where names that people take for the same are the same: on disks that
/// do not tell upper from lower case, or `é` as one character from `é` as two.
struct TwinSelection: Sendable {
  private let globs: [FoldedGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { FoldedGlob($0) }
  }

  func contains(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

  /// Whether a pattern could match something in a folder.
  func reachesBelow(_ folder: String) -> Bool { globs.contains { $0.reachesBelow(folder) } }
}

/// A glob on paths as a disk compares names that does not tell upper from lower case (`FoldedName`).
private struct FoldedGlob {
  private let glob: PathGlob
  /// How the glob writes each character that is not ASCII.
  private let spelling: [Character: Character]

  init(_ text: String) {
    let folded = FoldedName.folded(text)
    glob = PathGlob.choosingFiles(folded)
    spelling = Dictionary(folded.filter { !$0.isASCII }.map { ($0, $0) }) { first, _ in first }
  }

  func matches(_ path: String) -> Bool { readings(of: path).contains { glob.matches($0) } }

  func reachesBelow(_ folder: String) -> Bool {
    readings(of: folder).contains { glob.reachesBelow($0) }
  }

  /// The path, and the path without the dots and spaces at the end of its names.
  private func readings(of path: String) -> [String] {
    var folded = FoldedName.folded(path)
    if !spelling.isEmpty { folded = String(folded.map { spelling[$0] ?? $0 }) }
    let parts = folded.unicodeScalars.split(separator: "/").map {
      FoldedName.withoutEnd(String($0))
    }
    return [folded, parts.joined(separator: "/")]
  }
}
