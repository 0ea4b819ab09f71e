/// A text in which letters, digits and signs of tokens stand for themselves where they are written as in an address:
/// `_` for `%5F` (RFC 3986, section 2.1).
struct DecodedAddresses {
  private(set) var bytes: [UInt8] = []
  /// Where something was decoded, ascending, in the decoded bytes.
  private var places: [Int] = []

  /// `nil` where nothing is to be decoded.
  init?(_ text: UnsafeRawBufferPointer) {
    var copied = 0
    var start = 0
    while let offset = ByteSearch.firstOffset(of: [UInt8(ascii: "%")], in: text, from: start) {
      start = offset + 1
      guard let byte = Self.byte(in: text, behind: offset) else { continue }
      bytes += text[copied..<offset]
      places.append(bytes.count)
      bytes.append(byte)
      start = offset + 3
      copied = start
    }
    if places.isEmpty { return nil }
    bytes += text[copied...]
  }

  private static func byte(in text: UnsafeRawBufferPointer, behind percent: Int) -> UInt8? {
    guard percent + 2 < text.count,
      let high = Character(Unicode.Scalar(text[percent + 1])).hexDigitValue,
      let low = Character(Unicode.Scalar(text[percent + 2])).hexDigitValue
    else { return nil }
    let byte = UInt8(high << 4 | low)
    return byte.isASCIIAlphanumeric || "-._".utf8.contains(byte) ? byte : nil
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
