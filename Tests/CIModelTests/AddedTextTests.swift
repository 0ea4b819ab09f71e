import CIModel
import Testing

@Suite struct AddedTextTests {
  @Test func knowsItsLines() {
    let text = AddedText(
      path: "a",
      lines: [
        AddedLine("a", line: 3, text: "one"), AddedLine("a", line: 4, text: ""),
        AddedLine("a", line: 9, text: "last"),
      ])
    #expect(text.count == 3)
    #expect(text.numbers == [3, 4, 9])
    #expect((0..<3).map { text.range(ofLine: $0) } == [0..<3, 4..<4, 5..<9])
    #expect((0..<3).map { text.text(ofLine: $0) } == ["one", "", "last"])
    #expect((0..<10).map { text.line(atOffset: $0) } == [0, 0, 0, 0, 1, 2, 2, 2, 2, 2])
    #expect(AddedText(path: "a").count == 0)
  }
}
