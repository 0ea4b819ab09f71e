import CIModel

extension String {
  /// Escaped for the content of an XML element.
  var xmlText: String { xmlEscaped(isAttribute: false) }

  /// Escaped for a double-quoted XML attribute; line breaks survive as character references.
  var xmlAttribute: String { xmlEscaped(isAttribute: true) }

  /// Characters outside of the XML 1.0 production `Char` are forbidden even as references.
  private func xmlEscaped(isAttribute: Bool) -> String {
    // Most text needs no escaping.
    let needsCare = utf8.contains { byte in
      byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 || byte >= 0x7F
    }
    if !needsCare { return self }
    var text = self
    return text.withUTF8 { Self.xmlEscaped(UnsafeRawBufferPointer($0), isAttribute: isAttribute) }
  }

  private static func xmlEscaped(_ text: UnsafeRawBufferPointer, isAttribute: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 16)
    let references = VisibleText.dangerousUnits(text)
    var next = references.startIndex
    var index = 0
    while index < text.count {
      // Characters that control a terminal or change the order of text become references.
      if next < references.endIndex, references[next].offset == index {
        let unit = references[next].unit
        result += "&#x\(String(unit.value, radix: 16, uppercase: true));".utf8
        index += UTF8.width(unit)
        next += 1
        continue
      }
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\"") where isAttribute: result += "&quot;".utf8
      case UInt8(ascii: "\n") where isAttribute: result += "&#10;".utf8
      case UInt8(ascii: "\t") where isAttribute: result += "&#9;".utf8
      // A bare carriage return would be read as a line feed.
      case UInt8(ascii: "\r"): result += "&#13;".utf8
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"): result.append(byte)
      case 0..<0x20: result += "\u{FFFD}".utf8
      // U+FFFE and U+FFFF end in these bytes, which become the end of U+FFFD.
      case 0xBE, 0xBF: result.append(endsInEFBF(result) ? 0xBD : byte)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Uses an index: a slice would make the next `append` copy all bytes.
  private static func endsInEFBF(_ bytes: [UInt8]) -> Bool {
    let count = bytes.count
    return count >= 2 && bytes[count - 2] == 0xEF && bytes[count - 1] == 0xBF
  }
}
