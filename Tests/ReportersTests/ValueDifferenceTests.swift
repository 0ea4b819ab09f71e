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
        #"XCTAssertEqual failed: ("one line\nof several") is not equal to ("one line\nof (""several")"#,
        #"one line\nof several"#, #"one line\nof <mark>(&quot;&quot;</mark>several"#
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

  /// A test can print any text.
  @Test func longMessagesAreLeftAlone() {
    let value = String(repeating: "a", count: 20_000)
    #expect(ValueDifference("XCTAssertEqual failed: (\"\(value)\") is not equal to (\"b\")") == nil)
  }
}
