import Patterns
import Testing

@Suite struct MatchingTests {
  /// A pattern, a text, and the bytes that the match takes; `nil` when there is none.
  @Test(
    arguments: [
      ("a", "bab", 1..<2), ("", "ab", 0..<0), ("a|ab", "ab", 0..<1), ("ab|a", "ab", 0..<2),
      ("a*", "baa", 0..<0), ("a+", "baa", 1..<3), ("a+?", "baa", 1..<2), ("a??b", "ab", 0..<2),
      ("a{2}", "aaa", 0..<2), ("a{2,}", "aaa", 0..<3), ("a{,2}", "aaa", 0..<2),
      ("a{2,}?", "aaaa", 0..<2), ("a{x", "a{x", 0..<3), ("{", "{", 0..<1), ("a]", "a]", 0..<2),
      ("(?:a|ab)(?:c|bcd)(d*)", "abcd", 0..<4), ("x*$", "axx", 1..<3), ("^b", "ab", nil),
      ("a$", "a\n", nil), (#"a\Z"#, "a\n", 0..<1), (#"a\z"#, "a\n", nil), (#"a\Z"#, "a\n\n", nil),
      ("(?m)^b", "a\nb", 2..<3), ("(?m)a$", "a\r\nb", 0..<1), ("(?m)^$", "a\n\nb", 2..<2),
      ("a.b", "a\nb", nil), ("(?s)a.b", "a\nb", 0..<3), ("a.b", "a\rb", nil),
      ("a..b", "a\u{2028}\u{85}b", 0..<7), (#"a\N.b"#, "a\u{b}\u{c}b", 0..<4),
      ("a.b", "aéb", 0..<4), ("[é]", "e\u{301}", nil), (#"\bfit\("#, "profit(", nil),
      (#"\bprint\("#, "Swift.print(", 6..<12), (#"\B\."#, "a.b", nil), (#"\b"#, "", nil),
      (#"\d+"#, "a12", 1..<3), (#"\d"#, "\u{663}", 0..<2), (#"(?D)\d"#, "\u{663}", nil),
      (#"\d"#, "½", nil), (#"\w+"#, "-é_1-", 1..<5), (#"(?W)\w+"#, "-é_1-", 3..<5),
      (#"\w\b"#, "a\u{301} ", 1..<3), (#"\s"#, "\u{a0}", 0..<2), (#"\S\s\D\W\H"#, "a b- c", nil),
      (#"\h\v"#, "\t\n", 0..<2), (#"a\Rb"#, "a\r\nb", 0..<4), (#"\N"#, "\na", 1..<2),
      (#"\x41\x{42}\u0043\u{44}\U00000045\0106\o{107}\N{U+48}"#, "ABCDEFGH", 0..<8),
      (#"\t\n\r\f\a\e"#, "\t\n\r\u{c}\u{7}\u{1b}", 0..<6), (#"\Qa.b\E+"#, "a.bbc", 0..<4),
      (#"\p{Lu}\p{Ll}+"#, "xAbc", 1..<4), (#"\P{L}"#, "a1", 1..<2), (#"\p{^L}"#, "a1", 1..<2),
      (#"\pL"#, "1a", 1..<2), (#"\p{Greek}+"#, "aαβ", 1..<5), (#"\p{Script=Han}"#, "a漢", 1..<4),
      (#"\p{Uppercase Letter}"#, "aB", 1..<2), (#"\p{gc=Nd}"#, "a1", 1..<2),
      (#"\p{Alphabetic}"#, "1a", 1..<2), (#"\p{Any}"#, "\n", 0..<1), (#"\p{ASCII}"#, "éa", 2..<3),
      ("[a-c]+", "xabcd", 1..<4), ("[^a-c]", "abcd", 3..<4), ("[a-]+", "-a", 0..<2),
      (#"[\]\-]+"#, "]-", 0..<2), ("[[:alpha:]]+", "1ab", 1..<3), ("[[:^alpha:]]", "a1", 1..<2),
      ("[a[bc]]+", "abc", 0..<3), ("[a-z&&[^b]]+", "bac", 1..<3), ("[a-z--b]+", "bac", 1..<3),
      ("[a-c~~b-d]+", "bcad", 2..<4), (#"[\d\s]+"#, "a1 ", 1..<3), (#"[\b]"#, "\u{8}", 0..<1),
      (#"[\Qa-c\E]"#, "b-", 1..<2), ("[.]", "a.", 1..<2), ("[[:punct:]]+", "a$_!", 1..<4),
      ("(?i)straße", "STRAẞE", 0..<8), ("(?i)ẞ", "ß", 0..<2), ("(?i)σας", "ΣΑΣ", 0..<6),
      ("(?i)ΣΑΣ", "σας", 0..<6), ("(?i)[α-ω]", "ϐ", 0..<2), ("(?i)secret", "ſecret", 0..<7),
      ("(?i)ſ", "S", 0..<1), ("(?i)title", "tıtle", nil), ("(?i)ı", "I", nil),
      ("(?i)straße", "STRAßE", 0..<7), ("(?i)é", "É", 0..<2), ("(?i)[a-c]+", "xABC", 1..<4),
      ("(?i)[^a]", "A", nil), ("a(?i)b|c", "C", 0..<1), ("(a(?i)b)c", "aBC", nil),
      ("(?i:a)b", "Ab", 0..<2), ("(?i)a(?-i)b", "AB", nil), ("(?^i:a)b", "Ab", 0..<2),
      ("(?x) a b # c", "ab", 0..<2), ("(?x)a +", "aaa", 0..<3), ("(?#c)a", "a", 0..<1),
      ("(?U)a+", "aa", 0..<1), ("(?U)a+?", "aa", 0..<2), ("|a", "a", 0..<0), ("()", "a", 0..<0),
      ("(a){0}b", "ab", 1..<2), ("(?=a)b", "ab", nil), ("a(?=b)", "acab", 2..<3),
      ("a(?!b)", "abac", 2..<3), ("(?<=a)b", "bab", 2..<3), ("(?<!a)b", "abcb", 3..<4),
      ("(?<=^|,)b", "ab,b", 3..<4), (#"\b(?!UTF-)[A-Z]+-[0-9]+"#, "UTF-8 AB-1", 6..<10),
      ("^(?!.*secret).*$", "no secret", nil), ("^(?!.*secret).*$", "nothing", 0..<7),
      ("(?<!a|bc)d", "bcd ad d", 7..<8), ("(?=.*b)(?=.*c)a.*", "acb", 0..<3),
    ] as [(String, String, Range<Int>?)])
  func finds(pattern: String, text: String, range: Range<Int>?) throws {
    let matcher = try Pattern(pattern).matcher()
    #expect(matcher.firstMatch(in: text)?.range == range)
    #expect(matcher.occurs(in: text) == (range != nil))
    if let range, range == 0..<text.utf8.count { #expect(matcher.matchesWhole(text)) }
    // The tables of the first search serve the second one.
    #expect(matcher.firstMatch(in: text)?.range == range)
  }

  @Test(
    arguments: [
      ("(a)(b)?", "a", [0..<1, nil]), ("(a*)*", "aa", [2..<2]), ("(a|b*)*", "bba", [3..<3]),
      ("(|a)*", "a", [0..<0]), ("((a)|b)*", "ab", [1..<2, 0..<1]), ("(a?){3}", "a", [1..<1]),
      ("(a*?)*?b", "aab", [1..<2]), ("(a|b)*?c", "abc", [1..<2]), ("(?n)(a)(?<b>b)", "ab", [1..<2]),
      ("(?P<x>a)(?'y'b)", "ab", [0..<1, 1..<2]), ("x(?!(a))(.)", "xb", [nil, 1..<2]),
      (
        "(?<file>[^:]+):(?<line>[0-9]+): (?<message>.*)", "a.swift:12: é", [0..<7, 8..<10, 12..<14]
      ),
    ] as [(String, String, [Range<Int>?])])
  func captures(pattern: String, text: String, groups: [Range<Int>?]) throws {
    #expect(try Pattern(pattern).matcher().firstMatch(in: text)?.groups == groups)
  }

  @Test func namesItsGroups() throws {
    #expect(try Pattern("(?<a>x)(y)(?P<b>z)").groupNames == ["a", nil, "b"])
  }

  @Test(
    arguments: [
      ("a+", "aaa", true), ("a+", "aaab", false), ("a|ab", "ab", true), ("a*?", "aa", true),
      ("", "", true), ("", "a", false), ("feature/[a-z]+", "feature/x", true),
      ("(?!wip)[a-z]+", "wipe", false), ("(?!wip)[a-z]+", "swipe", true), ("^a$", "a", true),
    ])
  func matchesWhole(pattern: String, text: String, isWhole: Bool) throws {
    #expect(try Pattern(pattern).matcher().matchesWhole(text) == isWhole)
  }

  /// Bytes that are no UTF-8 are characters of their own, and never a part of one.
  @Test(
    arguments: [
      (".", [0xFF], 0..<1), ("..", [0xC3, 0x28], 0..<2), ("^.$", [0xE2, 0x82], nil),
      ("^...$", [0xED, 0xA0, 0x80], 0..<3), ("a.b", [0x61, 0xF8, 0x62], 0..<3),
      ("\u{FFFD}", [0x61, 0x80], 1..<2), ("^.{4}$", [0xF4, 0x90, 0x80, 0x80], 0..<4),
      ("é$", [0xFF, 0xC3, 0xA9], 1..<3), (#"\x00"#, [0x61, 0x00], 1..<2),
    ] as [(String, [UInt8], Range<Int>?)])
  func readsAnyBytes(pattern: String, bytes: [UInt8], range: Range<Int>?) throws {
    let matcher = try Pattern(pattern).matcher()
    #expect(bytes.withUnsafeBytes { matcher.firstMatch(in: $0) }?.range == range)
  }

  @Test(
    arguments: [
      ("abc", "abc"), ("a.bc+d", "bc"), (#"\bprint\("#, "print("), ("(foo)bar", "foobar"),
      ("a|b", ""), ("(?i)abc", ""), ("(?i)12-34", "12-34"), ("ab?cd", "cd"), ("(?:abc)+", "abc"),
      ("(?:abc)*d", "d"), ("^LEAK (?<m>.*)$", "LEAK "), ("é+ü", "é"), ("a{2}bc", "bc"),
      ("x(?!abc)yz", "xyz"), ("[a]b", "ab"), ("a{1}b", "ab"), ("", ""), ("\u{FFFD}", ""),
    ])
  func tellsWhatEachMatchHolds(pattern: String, literal: String) throws {
    #expect(try Pattern(pattern).requiredText?.bytes ?? [] == Array(literal.utf8))
  }
}
