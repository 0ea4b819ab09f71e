import SourceCode
import Testing

@testable import CoverageByTest

struct SourceEditsTests {
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
