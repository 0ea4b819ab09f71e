/// The byte strings to search for to find a secret.
struct SecretForms {
  /// The value and each of its lines, if they are long enough to be distinctive; without control
  /// characters, which are skipped.
  let plain: Set<[UInt8]>
  /// The parts of its base64 that do not depend on the bytes before and after the value.
  let base64: Set<[UInt8]>

  /// The minimum number of base64 characters; shorter strings may occur anywhere.
  private static let shortestBase64 = 6

  init(_ value: String) {
    var plain: Set<[UInt8]> = []
    var base64: Set<[UInt8]> = []
    // A final line break belongs to the file, not to the secret.
    let text = value.trimmingLineBreaks
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    for part in [text] + (lines.count > 1 ? lines.map(\.trimmingSpaces) : [])
    where part.utf8.count >= SecretMask.shortestLength {
      let bytes = part.unicodeScalars.filter {
        !(0x80...0x9F ~= $0.value) && UInt8(exactly: $0.value)?.isPassedOver != true
      }.flatMap { Array(UTF8.encode($0) ?? .init()) }
      if bytes.count >= SecretMask.shortestLength { plain.insert(bytes) }
    }
    if text.utf8.count >= SecretMask.shortestLength {
      for bytes in [Array(text.utf8), Array(value.utf8)] {
        for shift in 0..<3 {
          let encoded = SecretForms.base64Core(bytes, shift: shift)
          base64.formUnion(SecretForms.beginnings(encoded))
        }
      }
    }
    (self.plain, self.base64) = (plain, base64)
  }

  /// A form, and its remainders for the case that a line ends after its first few characters, which
  /// are not held back.
  private static func beginnings(_ form: [UInt8]) -> [[UInt8]] {
    guard form.count >= shortestBase64 else { return [] }
    let rests = (1..<FormReader.shortestWrapped).map { Array(form.dropFirst($0)) }
    // The remainder of a short value is too short to be distinctive.
    return [form] + rests.filter { $0.count >= 10 }
  }

  /// The two characters of the URL-safe base64 alphabet, with their counterparts in the standard
  /// one; RFC 4648, section 5.
  static let inURLs: [UInt8: UInt8] = [
    UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/"),
  ]

  /// The characters that depend on the value alone, in the base64 of `shift` other bytes, the value
  /// and any following bytes.
  private static func base64Core(_ bytes: [UInt8], shift: Int) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let firstBit = shift * 8
    let lastBit = firstBit + bytes.count * 8
    // A character has six bits; those that share bits with neighbouring bytes are left out.
    let first = (firstBit + 5) / 6
    let last = lastBit / 6
    guard first < last else { return [] }
    return (first..<last).map { index in
      let bit = index * 6 - firstBit
      let high = UInt16(bytes[bit / 8]) << 8
      let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
      return alphabet[Int((high | low) >> (10 - UInt16(bit % 8)) & 63)]
    }
  }
}

extension String {
  fileprivate var trimmingLineBreaks: String {
    var text = self[...]
    while let last = text.last, last.isNewline { text.removeLast() }
    return String(text)
  }

  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
