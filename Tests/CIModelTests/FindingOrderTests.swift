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

  /// Numbers are compared by their value, everything else as text.
  @Test(arguments: [
    ["deletes line 9", "deletes line 77", "deletes line 193"],
    ["line 7, which", "line 77, which"], ["a", "a1", "ab"], ["1 file", "1a", "10 files"],
    ["a 1.5 s", "a 1.10 s", "a 2 s"], ["é 2", "é 10"],
  ])
  func numbersByValue(messages: [String]) {
    let findings = messages.map { Finding(.note, "a", $0, at: SourceLocation("a")) }
    #expect(findings.reversed().sorted() == findings)
  }

  @Test(arguments: [(0, "0 files"), (1, "1 file"), (2, "2 files")])
  func countsHaveTheirNumber(count: Int, text: String) {
    #expect(counted(count, "file") == text)
  }
}
