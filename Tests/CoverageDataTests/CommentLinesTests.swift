import Testing

@testable import CoverageData

struct CommentLinesTests {
  @Test(arguments: [
    ("a\n\n// b\n", [2...3]), ("a\n\n  // b", [2...3]),
    ("/*\n\n*/ a\n\t\n/* b */\n", [1...2, 4...5]),
    ("/* /* */\n*/\na // b\r\n\r\n", [1...2, 4...4]), ("let a = \"/*\"\nb\n", []),
    ("let a = \"\"\"\n\n  // b\n\"\"\"\n\n", [5...5]),
    ("let a = \"\\(b /* c */)\"\n// d\n", [2...2]),
    // A regular expression is in doubt, and the lines after it are not.
    ("let a = #/b/*/#\nc\n// d\n", [3...3]), ("let a = b / c // d\n// e\n", [2...2]),
    ("let a = /b/*/\nc\n", []),
    // One quotation mark.
    ("let a = #\"\"\"#\nlet b = \"/*\"\nc\n", []),
    ("let a = #\"\"\"\n\"\"\" /*\n\"\"\"#\nc\n// d\n", [5...5]), ("", []),
  ])
  func swift(text: String, lines: [ClosedRange<Int>]) {
    #expect(CommentLines.find(in: Array(text.utf8), path: "A.swift") == lines)
  }

  @Test(arguments: [
    ("A.c", "/* /* */\na // b\n// c\n", [1...1, 3...3]), ("A.cpp", "a = R\"(/*)\";\nb\n// c\n", []),
    ("A.zig", "// a\n\nb\n", [2...2]),
  ])
  func others(path: String, text: String, lines: [ClosedRange<Int>]) {
    #expect(CommentLines.find(in: Array(text.utf8), path: path) == lines)
  }
}
