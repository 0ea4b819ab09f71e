import CIModel

/// Finds paths that match globs where names that people take for the same are the same: on disks that
/// do not tell upper from lower case, or `é` as one character from `é` as two.
struct TwinSelection: Sendable {
  private let globs: [FoldedGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { FoldedGlob($0) }
  }

  func contains(_ path: String) -> Bool { globs.contains { $0.matches(path) } }
}

/// A glob on paths as a disk compares names that does not tell upper from lower case.
///
/// Such disks (APFS, HFS+, NTFS) also take two ways to write an accent for one, pass over characters
/// that are not shown, or over dots and spaces at the end of a name.
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
