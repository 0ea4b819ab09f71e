import CIModel

/// Finds paths that match globs on file systems that ignore case (`FoldedName`) or Unicode
/// normalization, where `é` as one code point equals `é` as two.
struct TwinSelection: Sendable {
  private let globs: [PathGlob]
  /// The spelling that the globs use for each character outside of ASCII.
  private let spelling: [Character: Character]

  init(_ globs: [String]) {
    let folded = globs.map { FoldedName.folded($0) }
    let letters = folded.lazy.flatMap { $0.filter { !$0.isASCII } }
    let spelling = Dictionary(letters.map { ($0, $0) }) { first, _ in first }
    self.globs = folded.map { PathGlob.choosingFiles(Self.spelled($0, spelling)) }
    self.spelling = spelling
  }

  /// The names under which file systems find a path; computed once, because that takes longer than
  /// the comparison.
  struct Readings {
    fileprivate let all: [String]
  }

  /// The path, and the path without the dots and spaces at the end of its names.
  func readings(of path: String) -> Readings {
    let folded = Self.spelled(FoldedName.folded(path), spelling)
    let parts = folded.unicodeScalars.split(separator: "/").map {
      FoldedName.withoutEnd(String($0))
    }
    let plain = parts.joined(separator: "/")
    return Readings(all: plain.utf8.elementsEqual(folded.utf8) ? [folded] : [folded, plain])
  }

  func contains(_ path: Readings) -> Bool {
    globs.contains { glob in path.all.contains { glob.matches($0) } }
  }

  /// Whether a path below a folder can match.
  func reachesBelow(_ folder: Readings) -> Bool {
    globs.contains { glob in folder.all.contains { glob.reachesBelow($0) } }
  }

  private static func spelled(_ text: String, _ spelling: [Character: Character]) -> String {
    if spelling.isEmpty || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return String(text.map { spelling[$0] ?? $0 })
  }
}
