import CIModel

/// Reduces a runtime warning to the parts that are the same in every run.
enum WarningShape {
  /// The text without addresses, and with `#` for each number.
  static func shape(of text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x30, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "x") {
        var end = index + 2
        while end < bytes.count, bytes[end].hexadecimalValue != nil { end += 1 }
        if end > index + 2 {
          // The separator of `UIView:0x7fa0` and of `X: 0x7fa0` is removed with the address.
          while let last = result.last, last == 0x20 || last == UInt8(ascii: ":") {
            result.removeLast()
          }
          index = end
          continue
        }
      }
      if byte &- 0x30 < 10, !(result.last.map(isWordByte) ?? false) {
        result.append(UInt8(ascii: "#"))
        while index < bytes.count,
          bytes[index] &- 0x30 < 10
            || bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count
              && bytes[index + 1] &- 0x30 < 10
        {
          index += 1
        }
        continue
      }
      result.append(byte)
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Names in single quotes, and the types of objects with an address; sorted, without duplicates.
  /// Constraints themselves and the `|` of their superview are excluded, since they are not the
  /// cause.
  static func identifiers(in text: String) -> [String] {
    var found: Set<String> = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "'") {
        guard let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "'")) else { break }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        if name != "|", !name.isEmpty { found.insert(name) }
        index = end + 1
        continue
      }
      if bytes[index] == 0x30, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "x") {
        var end = index
        while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == UInt8(ascii: ":") { end -= 1 }
        if end < index {
          var start = end
          while start > 0, isWordByte(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") {
            start -= 1
          }
          let name = String(decoding: bytes[start..<end], as: UTF8.self)
          if !name.isEmpty, !name.hasSuffix("Constraint") { found.insert(name) }
        }
        index += 2
        continue
      }
      index += 1
    }
    return found.sorted()
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
  }
}
