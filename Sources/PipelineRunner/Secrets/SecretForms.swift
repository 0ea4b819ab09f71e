/// The forms in which tools print a secret.
struct SecretForms {
  /// Every form that is long enough to be told from ordinary text.
  let all: Set<[UInt8]>

  init(_ value: String) {
    var forms: Set<[UInt8]> = []
    // A final line break is the file's, not the secret's.
    let text = value.trimmingLineBreaks
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    for part in [text] + (lines.count > 1 ? lines.map(\.trimmingSpaces) : []) {
      guard part.utf8.count >= SecretMask.shortestLength else { continue }
      forms.insert(Array(part.utf8))
      forms.insert(Array(SecretForms.jsonEscaped(part).utf8))
      forms.insert(Array(part.replacing("'", with: "'\\''").utf8))
      forms.insert(SecretForms.percentEncoded(part, spaceAsPlus: false))
      forms.insert(SecretForms.percentEncoded(part, spaceAsPlus: true))
    }
    if text.utf8.count >= SecretMask.shortestLength {
      for bytes in [Array(text.utf8), Array(value.utf8)] {
        for shift in 0..<3 {
          let encoded = SecretForms.base64Core(bytes, shift: shift)
          // What is left of a short value is too short to tell.
          guard encoded.count >= 6 else { continue }
          forms.insert(encoded)
          forms.insert(
            encoded.map { byte in
              byte == UInt8(ascii: "+")
                ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
            })
        }
      }
    }
    all = forms
  }

  private static func jsonEscaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func percentEncoded(_ text: String, spaceAsPlus: Bool) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isPlain =
        (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "-._~".utf8.contains(byte)
      if isPlain {
        bytes.append(byte)
      } else if spaceAsPlus, byte == UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: "+"))
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return bytes
  }

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
