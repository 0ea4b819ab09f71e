import CIModel
import Testing

/// The one order of all lists of findings.
struct FindingOrderTests {
  @Test func worstFirstThenByPlaceRuleAndText() {
    let expected = [
      Finding(.error, "b", "x", at: SourceLocation("a")),
      Finding(.warning, "a", "x", at: SourceLocation("a")),
      Finding(.warning, "a", "z", at: SourceLocation("a")),
      Finding(.warning, "a", "y", at: SourceLocation("a", line: 2)),
      Finding(.warning, "a", "a", at: SourceLocation("a", line: 10)),
      Finding(.warning, "a", "a", at: SourceLocation("b", line: 1)),
      Finding(.warning, "a", "x"),
      Finding(.warning, "b", "a"),
      Finding(.note, "a", "a"),
    ]
    #expect(expected.reversed().sorted() == expected)
    #expect((expected[4...] + expected[..<4]).sorted() == expected)
  }

  @Test(arguments: [(0, "0 files"), (1, "1 file"), (2, "2 files")])
  func countsHaveTheirNumber(count: Int, text: String) {
    #expect(counted(count, "file") == text)
  }
}
