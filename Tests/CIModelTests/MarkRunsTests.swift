import CIModel
import Testing

struct MarkRunsTests {
  /// A text keeps 64 marks in a row. Marks of class 0, as in Thai, count for nothing.
  @Test(arguments: [
    ("", 0, ""), ("abc", 0, "d"), ("e", 64, ""), ("\u{436}", 64, "\u{4E00}"), ("e", 65, ""),
    ("", 65, "\u{E31}"), ("\u{E9}", 1_000, "e\u{301}"), ("\u{1F469}\u{200D}\u{1F469}", 66, "a"),
  ])
  func cuts(start: String, marks: Int, end: String) {
    func text(_ count: Int) -> String {
      start + String(repeating: "\u{301}\u{316}", count: count / 2)
        + String(repeating: "\u{301}", count: count % 2) + end
    }
    let cut = text(marks).cuttingRunsOfMarks
    #expect(Array(cut.unicodeScalars) == Array(text(min(marks, 64)).unicodeScalars))
  }
}
