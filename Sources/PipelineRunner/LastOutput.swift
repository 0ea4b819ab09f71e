/// The end of a command's output, for the report of its failure.
struct LastOutput {
  /// Maximum number of bytes; a longer line is cut.
  private static let limit = 4_096
  private static let mostLines = 10

  private var bytes: [UInt8] = []

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: piece.suffix(Self.limit))
    if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  /// The last lines, without empty ones at the end; `nil` when nothing was printed.
  var lines: [String]? {
    let isCut = bytes.count > Self.limit
    var lines = bytes.suffix(Self.limit).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The first line may lack its beginning.
    if isCut, lines.count > 1 { lines.removeFirst() }
    var text = lines.map { line -> String in
      // On a terminal, the text after a carriage return overwrites the text before it.
      let parts = line.split(separator: UInt8(ascii: "\r"))
      return String(decoding: parts.last ?? [], as: UTF8.self)
    }
    while text.last?.allSatisfy(\.isWhitespace) ?? false { text.removeLast() }
    return text.isEmpty ? nil : Array(text.suffix(Self.mostLines))
  }
}
