import Testing

@testable import SourceCode

@Suite struct SwiftTextTests {
  /// `c` is code, `/` a comment, `n` the name in a raw identifier, `s` text.
  @Test(arguments: [
    ("a//b\nc", "c///cc"),
    ("a/*/**/*/b", "c////////c"),
    ("\"//\"", "ssss"),
    ("\"\\(a)\"", "sscccs"),
    ("\"\\\"\"a", "ssssc"),
    ("#\"\\(a)\"\"#", "sssssssss"),
    ("#/\"/#a", "sssssc"),
    ("(/\"/)a", "cssscc"), ("=/\\/\"/a", "csssssc"), ("in /a/", "cccsss"),
    ("a/b/c", "ccccc"), ("a / b / c", "ccccccccc"), ("(/ a/)", "cccccc"), ("(/a\n/)", "cccccc"),
    ("\"\"\"\na\"\n\"\"\"b", "ssssssssssc"),
    // A raw text that ends on its line is one line.
    ("#\"\"\"#a#\"\"\"#", "sssssc" + "sssss"), ("#\"\"\"\na\"\"\"#b", "ssssssssssc"),
    ("##\"\"\"#\"##a", "sssssssssc"),
    ("#/\\/# \" /#a", "ssssssssssc"), ("#/\n\"\n/#a", "sssssssc"), ("#/ \n\"\n/#a", "ssssssssc"),
    // Behind an operand a slash divides.
    ("x!/a/x!", "ccccccc"), ("x?/a/b", "cccccc"), ("y.in/a/b", "cccccccc"),
    ("`in`/a/b", "cccccccc"),
    ("= !/a/", "cccsss"), ("/**/ /\"/;a", "////cssscc"),
    ("`\"`a", "cncc"), ("`a {`b`c`", "cnnnccccc"), ("`a {\nb", "cccccc"), ("#!/b\"\na", "/////cc"),
    ("//a\rb", "///cc"),
  ])
  func tellsKinds(text: String, kinds: String) {
    let letters = SwiftText(Array(text.utf8)).kinds.map { kind -> Character in
      switch kind {
      case .code: "c"
      case .comment: "/"
      case .name: "n"
      case .string: "s"
      }
    }
    #expect(String(letters) == kinds)
  }

  /// What the compiler takes for a blank in code, and for itself elsewhere.
  @Test(arguments: [
    ("a\u{A0}b", "a  b"), ("a\0b\u{A0}", "a b  "), ("\"\u{A0}\\(a\u{A0})\"", "\"\u{A0}\\(a  )\""),
    ("`a\u{A0}b`", "`a\u{A0}b`"), ("//\u{A0}a", "//\u{A0}a"), ("a\u{2060}b", "a\u{2060}b"),
  ])
  func oddBlanks(text: String, expected: String) {
    #expect(String(decoding: SwiftText(Array(text.utf8)).bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: ["\"open", "/* open", "\"\\(open", "a /\"/", "\"\"\"open"])
  func admitsConfusion(text: String) {
    #expect(SwiftText(Array(text.utf8)).isConfused)
  }

  @Test(arguments: [
    "a / b / c", "\"\\(\"x\")\"", "let r = #/a\\/\"/#", "\"\"\"\n\\(\"\"\"\nx\n\"\"\")\n\"\"\"",
  ])
  func understands(text: String) {
    #expect(!SwiftText(Array(text.utf8)).isConfused)
  }

  /// Where a slash could divide or begin a regular expression, and where that leaves the rest unknown.
  @Test(
    arguments: [
      ("a / b / c", [], false), ("a/b/c", [], false), ("f(a)/b/c", [], false), ("x /b", [], false),
      ("x!/a/b\nc", [2..<6], false), ("= /a/\nb /c/ d", [2..<5, 8..<13], false),
      ("y.in/a/b", [], false), ("in/a/b", [2..<6], false), ("= /\"/", [2..<5], false),
      ("= /a/ /*", [2..<8], true), ("= /\"\"\"/", [2..<7], true), ("= /a/ #\"", [2..<8], true),
      ("\"\\(x!/a/b)\"", [5..<11], true), ("'\"'", [], true), ("\"open", [], true),
    ] as [(String, [Range<Int>], Bool)])
  func admitsDoubt(text: String, doubts: [Range<Int>], isUnsure: Bool) {
    let source = SwiftText(Array(text.utf8))
    #expect(source.doubts == doubts)
    #expect(source.isUnsure == isUnsure)
  }
}
