import CIModel
import Testing

struct FoldedNameTests {
  @Test(arguments: [
    ("STRASSE", "straße"), ("STRAẞE", "straße"), ("ẞ", "ß"), ("ſ", "S"), ("\u{212A}", "k"),
    ("É", "e\u{301}"), ("a\u{200C}b", "AB"), ("ΣΑΣ", "σας"),
  ])
  func equalNames(one: String, other: String) {
    #expect(FoldedName.folded(one) == FoldedName.folded(other))
  }

  @Test(arguments: [("ß", "s"), ("é", "e")])
  func otherNames(one: String, other: String) {
    #expect(FoldedName.folded(one) != FoldedName.folded(other))
  }

  /// A character without cases folds to itself, and each to what the whole text would.
  @Test func foldsByCharacters() {
    let unequal = (0x80...0x10FFFF).compactMap { Unicode.Scalar($0) }.filter { scalar in
      let whole = String(scalar).lowercased().uppercased().lowercased()
      let folded = FoldedName.folded(String(scalar))
      return !folded.isEmpty && !folded.unicodeScalars.elementsEqual(whole.unicodeScalars)
    }
    #expect(unequal == [])
    #expect(FoldedName.folded("ΑΣ") == "ΑΣ".lowercased().uppercased().lowercased())
  }

  /// Each letter is the same name in both cases.
  @Test func foldsEveryLetter() {
    let letters = (0x80...0x1FFFF).compactMap { Unicode.Scalar($0) }
      .filter { $0.properties.changesWhenLowercased || $0.properties.changesWhenUppercased }
    let unequal = letters.filter { scalar in
      let folded = FoldedName.folded(String(scalar))
      return [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
        .contains { FoldedName.folded($0) != folded }
    }
    #expect(unequal == [])
  }

  @Test(arguments: [
    ("Sources/A.swift", "sources/a.swift"), ("A. ./b..", "a/b"), (".../B", "/b"), ("a//B", "a/b"),
    ("Straße/ÉA.", "strasse/éa"), ("A./é", "a/é"),
  ])
  func paths(path: String, folded: String) {
    #expect(FoldedName.path(RepositoryPath(path)) == folded)
  }
}
