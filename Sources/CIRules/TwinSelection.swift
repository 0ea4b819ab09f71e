import CIModel

/// Finds paths that match globs where names that people take for the same are the same: on disks that
/// do not tell upper from lower case, or `é` as one character from `é` as two.
struct TwinSelection: Sendable {
  private let globs: [FoldedGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { FoldedGlob($0) }
  }

  /// A path in the ways in which disks read it: to find out takes longer than to compare it.
  struct Readings {
    fileprivate let all: [String]

    init(_ path: String) { all = FoldedGlob.readings(of: path) }
  }

  func contains(_ path: Readings) -> Bool {
    globs.contains { glob in path.all.contains { glob.matches($0) } }
  }

  /// Whether a pattern could match something in a folder.
  func reachesBelow(_ folder: Readings) -> Bool {
    globs.contains { glob in folder.all.contains { glob.reachesBelow($0) } }
  }
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

  /// The path, and the path without the dots and spaces at the end of its names.
  static func readings(of path: String) -> [String] {
    let folded = FoldedName.folded(path)
    let parts = folded.unicodeScalars.split(separator: "/").map {
      FoldedName.withoutEnd(String($0))
    }
    let plain = parts.joined(separator: "/")
    return plain.utf8.elementsEqual(folded.utf8) ? [folded] : [folded, plain]
  }

  func matches(_ reading: String) -> Bool { glob.matches(spelled(reading)) }

  func reachesBelow(_ reading: String) -> Bool { glob.reachesBelow(spelled(reading)) }

  private func spelled(_ reading: String) -> String {
    spelling.isEmpty ? reading : String(reading.map { spelling[$0] ?? $0 })
  }
}
