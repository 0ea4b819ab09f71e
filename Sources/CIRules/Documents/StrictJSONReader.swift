import CIModel

/// Reads JSON by RFC 8259 and rejects everything that programs read differently: duplicate names in
/// an object, half of a surrogate pair, anything behind the value.
struct StrictJSONReader {
  let bytes: ArraySlice<UInt8>
  /// An index of `bytes`: behind the bytes that have been read, or where they are not valid.
  private(set) var position: Int

  static let deepest = 128

  init(bytes: ArraySlice<UInt8>, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: ArraySlice<UInt8>) -> PropertyTree? {
    var reader = StrictJSONReader(bytes: bytes, position: bytes.startIndex)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipBlanks()
    return reader.next == nil ? value : nil
  }

  /// Offset of the last of the names that lead to a value, in a text that can be read; `nil` when
  /// there is no such value.
  static func offset(of names: ArraySlice<[UInt8]>, in bytes: ArraySlice<UInt8>) -> Int? {
    var reader = StrictJSONReader(bytes: bytes, position: bytes.startIndex)
    var rest = names
    reader.skipBlanks()
    while let name = rest.popFirst() {
      guard reader.skip(UInt8(ascii: "{")), let offset = reader.member(name) else { return nil }
      if rest.isEmpty { return offset }
    }
    return nil
  }

  /// Reads an object up to the value of a member.
  ///
  /// - Returns: The offset of its name.
  private mutating func member(_ wanted: [UInt8]) -> Int? {
    while true {
      skipBlanks()
      let start = position
      guard next == UInt8(ascii: "\""), let name = text() else { return nil }
      skipBlanks()
      guard skip(UInt8(ascii: ":")) else { return nil }
      skipBlanks()
      if name == wanted { return start }
      guard skipReadable(), skip(UInt8(ascii: ",")) else { return nil }
    }
  }

  /// Skips a member or an element, up to the comma or the bracket behind it, in a text that can be
  /// read. A tree of a large value would need much memory.
  mutating func skipReadable(_ ends: JSONEnds = JSONEnds()) -> Bool {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard skipText() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if let end = ends[position] {
          position = end
          continue
        }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
        if depth == 0 { return true }
        if byte != UInt8(ascii: ",") { depth -= 1 }
      default: break
      }
      position += 1
    }
    return false
  }

  var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func skip(word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.endIndex,
      bytes[position..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { return false }
    position = end
    return true
  }

  private mutating func value(depth: Int) -> PropertyTree? {
    guard depth < Self.deepest else { return nil }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return skip(word: "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return skip(word: "false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> PropertyTree? {
    position += 1
    var members: [[UInt8]: PropertyTree] = [:]
    skipBlanks()
    if skip(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\""), let name = text(), PropertyTree.isPlainName(name) else {
        return nil
      }
      skipBlanks()
      guard skip(UInt8(ascii: ":")), let member = value(depth: depth + 1),
        members.updateValue(member, forKey: name) == nil
      else { return nil }
      skipBlanks()
      if skip(UInt8(ascii: "}")) { return .object(members) }
      guard skip(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func list(depth: Int) -> PropertyTree? {
    position += 1
    var values: [PropertyTree] = []
    skipBlanks()
    if skip(UInt8(ascii: "]")) { return .list(values) }
    while true {
      guard let element = value(depth: depth + 1) else { return nil }
      values.append(element)
      skipBlanks()
      if skip(UInt8(ascii: "]")) { return .list(values) }
      guard skip(UInt8(ascii: ",")) else { return nil }
    }
  }

  /// Reads a number as it is written.
  private mutating func number() -> PropertyTree? {
    let start = position
    return skipNumber() ? .scalar(kind: "number", Array(bytes[start..<position])) : nil
  }

  mutating func skipNumber() -> Bool {
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")), digits() == 0 { return false }
    if skip(UInt8(ascii: ".")), digits() == 0 { return false }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      if digits() == 0 { return false }
    }
    return true
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  mutating func text() -> [UInt8]? {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case 0..<0x20: return nil
      case UInt8(ascii: "\\"):
        guard let scalar = escape(), let encoded = UTF8.encode(scalar) else { return nil }
        text += encoded
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Skips a string without copying it.
  mutating func skipText() -> Bool {
    position += 1
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"): if escape() == nil { return false }
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return nil }
      guard 0xD800..<0xDC00 ~= unit else { return Unicode.Scalar(unit) }
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let low = hexadecimal(),
        0xDC00..<0xE000 ~= low
      else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexadecimalValue else { return nil }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
