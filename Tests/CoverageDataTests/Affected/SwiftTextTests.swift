import SwiftSource
import Testing

@testable import CoverageData

@Suite struct SwiftTextTests {
  /// `c` is code, `/` a comment, `s` text.
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
    ("`\"`a", "cccc"), ("#!/b\"\na", "/////cc"), ("//a\rb", "///cc"),
  ])
  func tellsKinds(text: String, kinds: String) {
    let letters = SwiftText(Array(text.utf8)).kinds.map { kind -> Character in
      switch kind {
      case .code: "c"
      case .comment: "/"
      case .string: "s"
      }
    }
    #expect(String(letters) == kinds)
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

  /// Old text, new text, and for each edit its lines before and after.
  @Test(
    arguments: [
      ("a\nb\nc\n", "a\nb\nc\n", []),
      // Comments, blank lines and indentation say nothing.
      ("a\nb\nc\n", "// x\na /* y */\n\n    b // z\nc\n", []),
      ("a\nb\nc\n", "a\nx\nc\n", ["2 2"]),
      ("a\nb\nc\n", "a\nx\ny\nb\nc\n", ["1 2-3"]),
      ("a\nb\nc\n", "a\nc\n", ["2 1"]),
      ("a\nb\nc\nd\n", "x\nb\nc\ny\n", ["1 1", "4 4"]),
      // A blank line in a text is a part of it.
      ("\"\"\"\na\n\nb\n\"\"\"\n", "\"\"\"\na\nb\n\"\"\"\n", ["3 2"]),
      ("\"\"\"\n// a\n\"\"\"\n", "\"\"\"\n\"\"\"\n", ["2 1"]),
      ("a b\n", "a  b\n", ["1 1"]),
    ] as [(String, String, [String])])
  func findsEdits(old: String, new: String, expected: [String]) {
    let edits = SourceEdits(SwiftText(Array(old.utf8)), SwiftText(Array(new.utf8))).edits
    func text(_ range: ClosedRange<Int>) -> String {
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    #expect(edits.map { "\(text($0.oldLines)) \(text($0.newLines))" } == expected)
  }
}
