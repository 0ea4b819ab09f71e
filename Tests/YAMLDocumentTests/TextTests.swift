import Testing

@testable import YAMLDocument

/// Wherever something is in a text, it is found and has its place.
@Suite struct TextTests {
  @Test(arguments: 0..<50, [0x07, 0x1F, 0x7F, 0x80, 0xC3, 0xFF] as [UInt8])
  func findsWhatIsNoText(offset: Int, byte: UInt8) {
    var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 50)
    bytes[offset] = byte
    let reasons = ParsedDocument(parsing: bytes).errors.map(\.reason)
    #expect(reasons == [byte < 0x80 ? .controlCharacter(UInt32(byte)) : .invalidUTF8(byte: byte)])
    let columns = ParsedDocument(parsing: bytes).errors.map(\.range.start.column)
    #expect(columns == [offset + 1])
  }

  @Test(arguments: 0..<50, ["\t", " ", "~", "\n", "\r", "\u{85}", "ä", "日", "😀"])
  func takesText(offset: Int, character: String) throws {
    let text = String(repeating: "a", count: offset) + character + String(repeating: "a", count: 20)
    #expect(try TextCheck.text(of: Array(text.utf8), limits: Limits()).count == text.utf8.count)
  }

  /// As if counted one by one.
  @Test(
    arguments: 0..<40, ["\n", "\r", "\r\n", "\n\n", "\n\r", "ä\n", "\r日", "\u{85}", "\u{2028}"])
  func findsLines(offset: Int, middle: String) {
    let text = String(repeating: "a", count: offset) + middle + String(repeating: "b", count: 40)
    let scalars = Array((text + middle + "c").unicodeScalars)
    let table = LineTable(Array(String(String.UnicodeScalarView(scalars)).utf8)[...])
    var expected = Position(line: 1, column: 1)
    for (index, scalar) in scalars.enumerated() {
      #expect(table.position(at: index) == expected)
      let isFirstOfTwo =
        scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      expected =
        (scalar == "\n" || scalar == "\r") && !isFirstOfTwo
        ? Position(line: expected.line + 1, column: 1)
        : Position(line: expected.line, column: expected.column + 1)
    }
  }
}
