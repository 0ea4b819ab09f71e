/// What to look for to find a secret.
struct SecretForms {
  /// The value and each line of it, as far as they can be told from ordinary text; without control
  /// characters, which are passed over.
  let plain: Set<[UInt8]>
  /// What its base64 has to hold, whatever stands before and behind the value.
  let base64: Set<[UInt8]>

  /// Fewer characters of base64 may stand anywhere.
  private static let shortestBase64 = 6

  init(_ value: String) {
    var plain: Set<[UInt8]> = []
    var base64: Set<[UInt8]> = []
    // A final line break is the file's, not the secret's.
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

  /// A form, and what of it stands in the next line when its first characters end one: so few are not
  /// held back.
  private static func beginnings(_ form: [UInt8]) -> [[UInt8]] {
    guard form.count >= shortestBase64 else { return [] }
    let rests = (1..<FormReader.shortestWrapped).map { Array(form.dropFirst($0)) }
    // What is left of a short value is too short to tell.
    return [form] + rests.filter { $0.count >= 10 }
  }

  /// The two characters that base64 has in addresses, with those that stand there otherwise; RFC 4648,
  /// section 5.
  static let inURLs: [UInt8: UInt8] = [
    UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/"),
  ]

  /// The characters of the base64 of `shift` other bytes, the value and whatever follows that depend
  /// on the value alone.
  private static func base64Core(_ bytes: [UInt8], shift: Int) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let firstBit = shift * 8
    let lastBit = firstBit + bytes.count * 8
    // Characters are six bits wide; those that share a bit with a neighbour are left out.
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
