/// Finds the end of the header lines before a key, such as `Comment: …`. There may be any number of
/// them.
///
/// A mark may be in a header of another one. To keep the time linear, bytes that were read for one
/// mark are not read again for the next.
struct KeyHeaders {
  /// The lines that were read last: the offset of the first header, and of the first line that is
  /// no header.
  private var lines: ClosedRange<Int>?
  /// From an offset to the first line feed at or behind it; to the end of the bytes when there is
  /// none.
  private var feed: ClosedRange<Int>?
  /// Number of bytes that were examined.
  private(set) var work = 0

  /// - Parameters:
  ///   - start: Offset behind the mark.
  ///   - mark: Offset of the mark. Only a mark that begins its line can have headers.
  mutating func end(from start: Int, in bytes: UnsafeRawBufferPointer, of mark: Int) -> Int {
    let before = bytes[max(0, mark - 64)..<mark].last { !Self.isBlank($0) }
    guard before.map({ $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) ?? true else {
      return start
    }
    var line = start
    var first: Int?
    while true {
      if line > start {
        if let lines, lines.contains(line) { return lines.upperBound }
        if first == nil { first = line }
      }
      // The rest of the line of the mark may be empty.
      guard let feed = lineFeed(from: line, in: bytes),
        line == start && feed <= start + 1 || isHeader(line..<feed, in: bytes)
      else {
        if let first { lines = first...line }
        return line
      }
      line = feed + 1
    }
  }

  private mutating func isHeader(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    let text = bytes[range].drop(while: Self.isBlank)
    let name = text.prefix { $0 == UInt8(ascii: "-") || $0.isWordByte }
    work += name.endIndex - range.lowerBound
    return !name.isEmpty && name.endIndex < range.upperBound
      && bytes[name.endIndex] == UInt8(ascii: ":")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private mutating func lineFeed(from line: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    if feed?.contains(line) != true {
      let found = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      work += found - line
      feed = line...found
    }
    return feed.flatMap { $0.upperBound < bytes.count ? $0.upperBound : nil }
  }
}
