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

  /// Of many beginnings that may all go on the last one is enough.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "(?:TODO|FIXME).{0,80}(?:later|soon)", "print\\(.{0,900}\\b(password|token)",
      "T(?:O|D|[A-Z]){0,90}#", "(?:T.{0,30}x){0,30}!",
    ])
  func searchesManyBeginnings(pattern: String) throws {
    let words = ["TODO", "FIXME", "print(", "late", "so", "pass", "word", "x", "= "]
    var state: UInt32 = 1
    var text: [UInt8] = []
    while text.count < 1 << 20 {
      state = state &* 1_664_525 &+ 1_013_904_223
      text += Array("\(words[Int(state >> 16) % words.count]) ".utf8)
    }
    let matcher = try Pattern(pattern).matcher()
    text.withUnsafeBytes { #expect(!matcher.occurs(in: $0)) }
  }

  /// The work for all texts is bounded where somebody asks for it; a table costs nothing.
  @Test(arguments: [("a[ab]{60}c", true), ("a[ab]{0,60}c", false), ("b+c", false)])
  func boundsTheWork(pattern: String, isSpent: Bool) throws {
    var state: UInt32 = 1
    let text = (0..<20_000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(ascii: state >> 31 == 0 ? "a" : "b")
    }
    let (bounded, free) = (try Pattern(pattern).matcher(), try Pattern(pattern).matcher())
    bounded.limitWork(to: 20_000)
    text.withUnsafeBytes { #expect(!bounded.occurs(in: $0) && !free.occurs(in: $0)) }
    #expect(bounded.isSpent == isSpent)
    #expect(!free.isSpent)
    #expect(bounded.occurs(in: "aabc") == (pattern == "b+c" || !isSpent))
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
