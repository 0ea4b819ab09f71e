/// RFC 4648 base64 with padding, for paths that are not UTF-8.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        let digit = alphabet[bits >> (18 - 6 * index) & 0x3F]
        digits.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Decodes text that `encode` wrote; `nil` for any other text.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 4) {
      let group = digits[start..<(start + 4)].prefix { $0 != UInt8(ascii: "=") }
      let values = group.compactMap { alphabet.firstIndex(of: $0) }
      guard values.count == group.count, values.count > 1 else { return nil }
      let bits = values.reduce(0) { $0 << 6 | $1 } << (6 * (4 - values.count))
      for index in 0..<(values.count - 1) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * index)))
      }
    }
    return bytes
  }
}
