/// The JSON document is invalid at this offset.
package struct MalformedJSON: Error, Hashable {
  package var byteOffset: Int

  package init(byteOffset: Int) { self.byteOffset = byteOffset }
}

/// A position in a JSON document that is read from start to end.
package struct JSONCursor {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The offset after everything that has been read.
  package var offset: Int { index }

  private var failure: MalformedJSON { MalformedJSON(byteOffset: index) }

  /// The next byte after white space, without reading it; `nil` at the end.
  private mutating func peek() -> UInt8? {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      index += 1
    }
    return nil
  }

  package mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  package mutating func expect(_ byte: UInt8) throws(MalformedJSON) {
    guard skip(byte) else { throw failure }
  }

  /// Succeeds when nothing but white space is left.
  package mutating func end() throws(MalformedJSON) {
    if peek() != nil { throw failure }
  }

  /// Reads an object; `value` must read exactly the value of the key that it is given.
  package mutating func object(
    _ value: (inout JSONCursor, String) throws(MalformedJSON) -> Void
  ) throws(MalformedJSON) {
    try expect(UInt8(ascii: "{"))
    if skip(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string()
      try expect(UInt8(ascii: ":"))
      try value(&self, key)
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Reads an array; `element` must read exactly one element.
  package mutating func array(
    _ element: (inout JSONCursor) throws(MalformedJSON) -> Void
  ) throws(MalformedJSON) {
    try expect(UInt8(ascii: "["))
    if skip(UInt8(ascii: "]")) { return }
    repeat {
      try element(&self)
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  package mutating func boolean() throws(MalformedJSON) -> Bool {
    guard let first = peek() else { throw failure }
    if first == UInt8(ascii: "t") {
      try word("true")
      return true
    }
    try word("false")
    return false
  }

  private mutating func word(_ word: StaticString) throws(MalformedJSON) {
    let length = word.utf8CodeUnitCount
    guard bytes.count - index >= length else { throw failure }
    for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] {
      throw failure
    }
    index += length
  }

  /// Reads a whole number; a value that is too large becomes the maximum, a negative one zero.
  package mutating func unsigned() throws(MalformedJSON) -> UInt64 {
    guard peek() != nil else { throw failure }
    let isNegative = skip(UInt8(ascii: "-"))
    let start = index
    var value: UInt64 = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      value = overflow || carry ? .max : sum
      index += 1
    }
    guard index > start else { throw failure }
    return isNegative ? 0 : value
  }

  /// Reads any number.
  package mutating func number() throws(MalformedJSON) -> Double {
    guard peek() != nil else { throw failure }
    let start = index
    skipScalar()
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      index = start
      throw failure
    }
    return value
  }

  /// Reads `null` if it is the next value; returns whether it was.
  package mutating func null() throws(MalformedJSON) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try word("null")
    return true
  }

  package mutating func string() throws(MalformedJSON) -> String {
    try expect(UInt8(ascii: "\""))
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\\") {
        index = start
        return try escapedString()
      }
      index += 1
    }
    throw failure
  }

  private mutating func escapedString() throws(MalformedJSON) -> String {
    var units: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      guard index < bytes.count else { break }
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(escape)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = try escapedScalar()
        if scalar.isASCII {
          units.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          units += String(scalar).utf8
        }
      default: throw failure
      }
    }
    throw failure
  }

  /// Reads the text after `\u`: four hexadecimal digits, and a second such escape for a surrogate
  /// pair.
  private mutating func escapedScalar() throws(MalformedJSON) -> Unicode.Scalar {
    let first = try hexadecimal4()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let afterFirst = index
    if (0xD800..<0xDC00).contains(first), bytes.count - index >= 6,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    {
      index += 2
      let second = try hexadecimal4()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
      index = afterFirst
    }
    return "\u{FFFD}"
  }

  private mutating func hexadecimal4() throws(MalformedJSON) -> UInt32 {
    guard bytes.count - index >= 4 else { throw failure }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = byte.hexadecimalValue else { throw failure }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  /// Reads past any value, however deep. It checks only the strings and the depth of the brackets,
  /// because most of an export is functions that are not needed.
  package mutating func skipValue() throws(MalformedJSON) {
    switch peek() {
    case nil, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw failure
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "["), UInt8(ascii: "{"): try skipBrackets()
    default: skipScalar()
    }
  }

  private mutating func skipBrackets() throws(MalformedJSON) {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        try skipString()
        continue
      }
      index += 1
      // These bits are set in all four brackets and, outside of strings, in hardly any other byte.
      guard byte & 0xD9 == 0x59 else { continue }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return }
      default: break
      }
    }
    throw failure
  }

  private mutating func skipString() throws(MalformedJSON) {
    let start = index
    index += 1
    while true {
      let quote = ByteScan.next(UInt8(ascii: "\""), in: bytes, from: index)
      guard quote < bytes.count else {
        index = bytes.count
        throw failure
      }
      index = quote + 1
      // An odd number of backslashes before the quote makes it part of the string.
      var first = quote
      while first - 1 > start, bytes[first - 1] == UInt8(ascii: "\\") { first -= 1 }
      if (quote - first).isMultiple(of: 2) { return }
    }
  }

  /// Reads past a number or a literal: everything up to the next separator.
  private mutating func skipScalar() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"),
        UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), 0x20, 0x0A, 0x0D, 0x09:
        return
      default: index += 1
      }
    }
  }
}
