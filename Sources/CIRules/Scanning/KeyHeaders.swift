/// Finds the end of the lines that say something of a key before it comes, such as `Comment: …`; there
/// may be any number of them.
///
/// A mark may stand in a header of another one. So that the time stays linear, what was read for one mark
/// is not read again for the next.
struct KeyHeaders {
  /// Lines that were read last: the offset of the first one, and of the one that is no header.
  private var lines: ClosedRange<Int>?
  /// Where the first line feed at or behind an offset is; the end of the bytes when there is none.
  private var feed: ClosedRange<Int>?
  /// How many bytes were looked at.
  private(set) var work = 0

  /// - Parameters:
  ///   - start: Behind the mark.
  ///   - mark: Where it begins; only when it begins its line there can be headers.
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
