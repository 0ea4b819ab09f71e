import CIModel

/// Finds paths that match globs on file systems that ignore case or Unicode normalization, where
/// `é` as one code point equals `é` as two.
struct TwinSelection: Sendable {
  private let globs: [FoldedGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { FoldedGlob($0) }
  }

  /// The names under which file systems find a path; computed once, because that takes longer than
  /// the comparison.
  struct Readings {
    fileprivate let all: [String]

    init(_ path: String) { all = FoldedGlob.readings(of: path) }
  }

  func contains(_ path: Readings) -> Bool {
    globs.contains { glob in path.all.contains { glob.matches($0) } }
  }

  /// Whether a path below a folder can match.
  func reachesBelow(_ folder: Readings) -> Bool {
    globs.contains { glob in folder.all.contains { glob.reachesBelow($0) } }
  }
}

/// A glob that matches paths as a case-insensitive file system does (`FoldedName`).
private struct FoldedGlob {
  private let glob: PathGlob
  /// The spelling that the glob uses for each character outside of ASCII.
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
