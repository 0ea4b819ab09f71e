import CIModel

/// A text in which the characters of ASCII are decoded where a URL or JSON escapes them: `_` for
/// `%5F` (RFC 3986, section 2.1), and `/` for `\/` (RFC 8259, section 7), which several encoders
/// write.
struct DecodedText {
  private(set) var bytes: [UInt8] = []
  /// Offsets of the decoded characters in the decoded bytes, ascending.
  private var places: [UInt32] = []
  /// Number of bytes that were dropped up to and including each place.
  private var leftOut: [UInt32] = []

  private static let percent = [UInt8(ascii: "%")]
  private static let slash = Array("\\/".utf8)

  /// Decodes a text; `nil` when there is nothing to decode.
  init?(_ text: UnsafeRawBufferPointer) {
    var percent = ByteSearch.firstOffset(of: Self.percent, in: text, from: 0)
    var slash = ByteSearch.firstOffset(of: Self.slash, in: text, from: 0)
    var copied = 0
    while let offset = percent.map({ min($0, slash ?? $0) }) ?? slash {
      if offset == percent {
        if let byte = Self.byte(in: text, behind: offset) {
          take(byte, for: offset..<(offset + 3), of: text, &copied)
        }
        percent = ByteSearch.firstOffset(of: Self.percent, in: text, from: max(copied, offset + 1))
      } else {
        // In JSON within a JSON string, each backslash has another one before it.
        let start = Self.firstBackslash(before: offset, notBefore: copied, in: text)
        take(UInt8(ascii: "/"), for: start..<(offset + 2), of: text, &copied)
        slash = ByteSearch.firstOffset(of: Self.slash, in: text, from: copied)
      }
    }
    if places.isEmpty { return nil }
    bytes += text[copied...]
  }

  private mutating func take(
    _ byte: UInt8, for range: Range<Int>, of text: UnsafeRawBufferPointer, _ copied: inout Int
  ) {
    if copied < range.lowerBound { bytes += text[copied..<range.lowerBound] }
    places.append(UInt32(bytes.count))
    leftOut.append((leftOut.last ?? 0) + UInt32(range.count - 1))
    bytes.append(byte)
    copied = range.upperBound
  }

  private static func firstBackslash(
    before offset: Int, notBefore first: Int, in text: UnsafeRawBufferPointer
  ) -> Int {
    var start = offset
    while start > first, text[start - 1] == slash[0] { start -= 1 }
    return start
  }

  private static func byte(in text: UnsafeRawBufferPointer, behind percent: Int) -> UInt8? {
    guard percent + 2 < text.count, let high = text[percent + 1].hexadecimalValue,
      let low = text[percent + 2].hexadecimalValue
    else { return nil }
    let byte = UInt8(high << 4 | low)
    return 0x20...0x7E ~= byte || "\t\n\r".utf8.contains(byte) ? byte : nil
  }

  /// The range in the original text; `nil` when nothing was decoded in it or right beside it.
  func original(_ range: Range<Int>) -> Range<Int>? {
    let before = count(before: range.lowerBound)
    let end = count(before: range.upperBound)
    guard count(before: range.upperBound + 1) > count(before: range.lowerBound - 1) else {
      return nil
    }
    return original(range.lowerBound, behind: before)..<original(range.upperBound, behind: end)
  }

  private func original(_ offset: Int, behind count: Int) -> Int {
    offset + (count > 0 ? Int(leftOut[count - 1]) : 0)
  }

  private func count(before offset: Int) -> Int {
    places.partitioningIndex { $0 >= offset }
  }
}
