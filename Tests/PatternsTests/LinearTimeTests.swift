import Patterns
import Testing

/// Patterns and texts on which a backtracking engine does not end. There is nothing to measure: with
/// more than linear time none of these tests would end.
@Suite struct LinearTimeTests {
  @Test(
    arguments: [
      ("^(a+)+$", false), (#"^(\w+\s?)*$"#, false), ("(a|a)*b", false), ("(.*)*x", false),
      ("(x+x+)+y", false), ("(a*)*(a*)*(a*)*b", false), ("^(a|aa)+$", false),
      ("(?:a?){50}a{50}!", true), ("(a{1,9}){1,9}!", true), (#"(?=(a+)+b)a"#, false),
      ("(?<=(a+)+)!", true), ("^(?!(a+)+$).", true), ("((a*)*)*!", true),
      ("[ab]*a[ab]{200}b", false),
    ])
  func searchesALongLine(pattern: String, isFound: Bool) throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 14) + [UInt8(ascii: "!")]
    let matcher = try Pattern(pattern).matcher()
    text.withUnsafeBytes { bytes in
      #expect(matcher.occurs(in: bytes) == isFound)
      #expect((matcher.firstMatch(in: bytes) != nil) == isFound)
    }
  }

  /// More states than the tables hold: the search goes on without them.
  @Test func searchesWithoutTables() throws {
    var text: [UInt8] = []
    var state: UInt32 = 1
    for _ in 0..<(1 << 12) {
      state = state &* 1_664_525 &+ 1_013_904_223
      text.append(state >> 31 == 0 ? UInt8(ascii: "a") : UInt8(ascii: "b"))
    }
    let matcher = try Pattern("a[ab]{120}c").matcher()
    text.withUnsafeBytes { #expect(!matcher.occurs(in: $0)) }
    text.append(UInt8(ascii: "c"))
    text[text.count - 122] = UInt8(ascii: "a")
    text.withUnsafeBytes {
      #expect(matcher.firstMatch(in: $0)?.range == (text.count - 122)..<text.count)
    }
  }

  @Test func keepsApartManyLetters() throws {
    // Each scalar is a letter of its own, so that the tables grow wider while they are used.
    let scalars = (0x4E00..<0x4E00 + 300).compactMap(Unicode.Scalar.init)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    let matcher = try Pattern("^" + String(text) + "$").matcher()
    #expect(matcher.matchesWhole(String(text)))
    #expect(!matcher.occurs(in: String(text) + "x"))
  }
}
