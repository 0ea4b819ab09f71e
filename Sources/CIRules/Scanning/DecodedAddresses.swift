/// A text in which letters, digits and signs of tokens stand for themselves where they are written as in an address:
/// `_` for `%5F` (RFC 3986, section 2.1).
struct DecodedAddresses {
  private(set) var bytes: [UInt8] = []
  /// Where something was decoded, ascending, in the decoded bytes.
  private var places: [UInt32] = []

  /// `nil` where nothing is to be decoded.
  init?(_ text: UnsafeRawBufferPointer) {
    let sign = [UInt8(ascii: "%")]
    var copied = 0
    var start = 0
    while let offset = ByteSearch.firstOffset(of: sign, in: text, from: start) {
      start = offset + 1
      guard let byte = Self.byte(in: text, behind: offset) else { continue }
      if copied < offset { bytes += text[copied..<offset] }
      places.append(UInt32(bytes.count))
      bytes.append(byte)
      start = offset + 3
      copied = start
    }
    if places.isEmpty { return nil }
    bytes += text[copied...]
  }

  private static func byte(in text: UnsafeRawBufferPointer, behind percent: Int) -> UInt8? {
    guard percent + 2 < text.count, let high = digit(text[percent + 1]),
      let low = digit(text[percent + 2])
    else { return nil }
    let byte = high << 4 | low
    return byte.isASCIIAlphanumeric || "-._".utf8.contains(byte) ? byte : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The range in the text; `nil` where nothing in it was decoded.
  func original(_ range: Range<Int>) -> Range<Int>? {
    let before = count(before: range.lowerBound)
    let end = count(before: range.upperBound)
    return end > before ? (range.lowerBound + 2 * before)..<(range.upperBound + 2 * end) : nil
  }

  private func count(before offset: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
