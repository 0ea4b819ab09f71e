import CIModel

/// Splits an XML document into events, as far as property lists and reports need it: elements,
/// attributes, text, CDATA and the predefined entities. Declarations, comments and processing
/// instructions are skipped, and nothing is ever fetched or expanded. Names and texts have no long
/// runs of marks (`String.cuttingRunsOfMarks`).
struct XMLScanner {
  enum Event: Hashable {
    case start(String, [String: String], isEmpty: Bool)
    case text(String)
    case end(String)
  }

  private let bytes: [UInt8]
  /// Offset behind the bytes that have been read, or where the document is malformed.
  private(set) var position = 0

  var isAtEnd: Bool { position >= bytes.count }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next event; `nil` at the end, and where the document is malformed.
  mutating func next() -> Event? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let end = index(of: "<", from: position) ?? bytes.count
        defer { position = end }
        let text = Self.unescaped(bytes[position..<end])
        if text.allSatisfy(\.isWhitespace) {
          position = end
          continue
        }
        return .text(text)
      }
      if starts(with: "<!--") {
        position = index(of: "-->", from: position + 4).map { $0 + 3 } ?? bytes.count
      } else if starts(with: "<![CDATA[") {
        let start = position + 9
        let end = index(of: "]]>", from: start) ?? bytes.count
        position = min(bytes.count, end + 3)
        return .text(Self.text(bytes[start..<end]))
      } else if starts(with: "<!") || starts(with: "<?") {
        position = index(of: ">", from: position).map { $0 + 1 } ?? bytes.count
      } else if starts(with: "</") {
        guard let end = index(of: ">", from: position) else { return nil }
        let name = bytes[(position + 2)..<end].prefix { !Self.isBlank($0) }
        position = end + 1
        return .end(Self.text(name))
      } else {
        return element()
      }
    }
    return nil
  }

  private mutating func element() -> Event? {
    position += 1
    let name = word()
    guard !name.isEmpty else { return nil }
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        return .start(name, attributes, isEmpty: false)
      }
      if starts(with: "/>") {
        position += 2
        return .start(name, attributes, isEmpty: true)
      }
      let key = word()
      skipBlanks()
      guard !key.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
        return nil
      }
      position += 1
      skipBlanks()
      guard position < bytes.count, [0x22, 0x27].contains(bytes[position]) else { return nil }
      let quote = bytes[position]
      position += 1
      guard let end = bytes[position...].firstIndex(of: quote) else { return nil }
      attributes[key] = Self.unescaped(bytes[position..<end])
      position = end + 1
    }
  }

  private mutating func word() -> String {
    let start = position
    while position < bytes.count, !Self.isBlank(bytes[position]),
      bytes[position] != UInt8(ascii: ">"), bytes[position] != UInt8(ascii: "="),
      bytes[position] != UInt8(ascii: "/")
    {
      position += 1
    }
    return Self.text(bytes[start..<position])
  }

  private mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    return (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  private func index(of text: String, from start: Int) -> Int? {
    bytes.withUnsafeBytes { ByteSearch.firstOffset(of: Array(text.utf8), in: $0, from: start) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).cuttingRunsOfMarks
  }

  /// Works on bytes: to find the characters of a text takes long, and an entity that a mark follows
  /// is an entity, too.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      if let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: rest[(ampersand + 1)..<end], as: UTF8.self))
      {
        result += character.utf8
        rest = rest[(end + 1)...]
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    return text(result.isEmpty ? rest : (result + rest)[...])
  }

  private static func character(_ name: String) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let value =
        digits.first == "x" || digits.first == "X"
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
  }
}
