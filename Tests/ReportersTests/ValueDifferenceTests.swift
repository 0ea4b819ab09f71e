import CIModel
import Testing

@testable import Reporters

struct ValueDifferenceTests {
  @Test(
    arguments: [
      (
        #"XCTAssertEqual failed: ("the first <value>") is not equal to ("the other <value>") - why"#,
        "the <mark>first</mark> &lt;value&gt;", "the <mark>other</mark> &lt;value&gt;"
      ),
      (
        #"XCTAssertEqual failed: ("one line of several") is not equal to ("one line of (""several")"#,
        "one line of several", "one line of <mark>(&quot;&quot;</mark>several"
      ),
      (
        #"Expectation failed: (cart.name → "tea, cake, bread") == (name → "tea, bread")"#,
        "&quot;tea, <mark>cake, </mark>bread&quot;", "&quot;tea, bread&quot;"
      ),
      (
        #"Expectation failed: (store.receipt → "tea 3.5, cake 4.2") == "tea 3.50, cake 4.20""#,
        "&quot;tea 3.5<mark>, cake 4.2</mark>&quot;", "&quot;tea 3.5<mark>0, cake 4.20</mark>&quot;"
      ),
      (
        "Expectation failed: (a → aaaaaaaaaaaaaaaaaaaa) == (b → aaaaaaaaaaaaaaaaaaa)\n  a → more",
        "aaaaaaaaaaaaaaaaaaa<mark>a</mark>", "aaaaaaaaaaaaaaaaaaa"
      ),
    ])
  func marksWhatDiffers(message: String, left: String, right: String) throws {
    let html = try #require(ValueDifference(message)).render()
    #expect(
      String(decoding: html.bytes, as: UTF8.self)
        == "<dl class=\"values\"><dt>left</dt><dd>\(left)</dd><dt>right</dt><dd>\(right)</dd></dl>\n"
    )
  }

  private static let receipt = (1...300).map { "line \($0)" }

  private static func changed(_ lines: [Int: String]) -> String {
    receipt.enumerated().map { lines[$0.offset + 1] ?? $0.element }.joined(separator: "\n")
  }

  /// Messages with the same values, as both frameworks word them.
  private static func messages(_ left: String, _ right: String) -> [String] {
    [
      "XCTAssertEqual failed: (\"\(left)\") is not equal to (\"\(right)\") - why",
      "Expectation failed: (cart.receipt() → \"\(left)\") == (expected → \"\(right)\")\nwhy",
      "Expectation failed: (cart[a == b] → \"\(left)\") == (\"\"\"\n  a == b\n  \"\"\" → \"\(right)\")",
    ]
  }

  @Test func valuesOfManyLinesAreComparedByLine() throws {
    let right = Self.changed([10: "line ten", 290: "line 290 changed"]) + "\nmore"
    for message in Self.messages(Self.changed([:]), right) {
      let values = try #require(ValueDifference(message))
      #expect(values.left == Self.changed([:]))
      #expect(values.right == right)
      #expect(values.headline.hasSuffix("\nThe values differ in line 10:"))
      let rows = values.rows(around: 1, most: 50).map { row in
        row.mark + row.start + (row.middle.isEmpty ? "" : "[\(row.middle)]") + row.end
      }
      #expect(
        rows == [
          "…8 lines", " line 9", "−line [10]", "+line [ten]", " line 11", "…277 lines", " line 289",
          "−line 290", "+line 290[ changed]", " line 291", "…8 lines", " line 300", "+[more]",
        ])
      let html = String(decoding: values.render().bytes, as: UTF8.self)
      #expect(
        html.contains("<span>− line <mark>10</mark></span><span>+ line <mark>ten</mark></span>"))
    }
  }

  /// What differs stands where a long message is cut.
  @Test func aCutKeepsWhatDiffers() {
    var record = SampleRecord.everything
    record.crashes = []
    for message in Self.messages(Self.changed([:]), Self.changed([150: "another line"])) {
      record.tests = [SampleRecord.test("S", "t", .failed, issues: [TestIssue(message)])]
      let terminal = TerminalReporter().render(record, style: TerminalStyle())
      #expect(terminal.contains("      - line 150\n      + another line\n"))
      #expect(!terminal.contains("line 140"))
      let markdown = MarkdownReporter().render(record, style: TerminalStyle())
      #expect(markdown.contains("\n− line 150\n+ another line\n"))
      let page = HTMLReporter().render(record, style: TerminalStyle())
      let marked = "<mark>line 150</mark></span><span>+ <mark>another line</mark></span>"
      #expect(page.split(separator: marked).count == 3)
    }
  }

  @Test func whatDiffersInALongLineIsShown() throws {
    let same = String(repeating: "abc ", count: 2_000)
    let values = try #require(
      ValueDifference(Self.messages(same + "1" + same, same + "2" + same)[0]))
    let rows = values.rows(characters: 8)
    #expect(rows.map(\.start) == ["…abc abc ", "…abc abc "])
    #expect(rows.map(\.middle) == ["1", "2"])
    #expect(rows.map(\.end) == ["abc abc …", "abc abc …"])
  }

  @Test(arguments: [
    #"XCTAssertEqual failed: ("1") is not equal to ("2")"#, "", "Expectation failed: flag",
    "Expectation failed: (some.long.expression.of.ours) == (another.long.expression)",
    #"XCTAssertEqual failed: ("a long value without an end"#,
    "Expectation failed: some.long.expression.of.ours == another.long.expression",
    "Expectation failed: (a → a long enough value here) == (b",
    #"XCTAssertTrue failed - ("a long value") is not equal to ("another value")"#,
  ])
  func othersNameNoValues(message: String) {
    #expect(ValueDifference(message) == nil)
  }

  /// Flags take long to go back over; what stands behind them differs.
  @Test func flagsAreComparedInOneDirection() {
    let flags = String(repeating: "\u{1F1E9}\u{1F1EA}", count: 20_000)
    let lines = LineDifference.marked("a\(flags)"[...], "b\(flags)"[...])
    #expect(lines.left.middle == "a" && lines.right.middle == "b")
    #expect(lines.left.end.utf8.count == flags.utf8.count)
  }

  /// A test can print any text.
  @Test func longMessagesAreLeftAlone() {
    let value = String(repeating: "a", count: 80_000)
    #expect(ValueDifference("XCTAssertEqual failed: (\"\(value)\") is not equal to (\"b\")") == nil)
  }
}
