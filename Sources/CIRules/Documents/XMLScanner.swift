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
  /// The names of the attributes that events have.
  private let attributes: Set<String>
  /// Offset behind the bytes that have been read, or where the document is malformed.
  private(set) var position = 0
  /// Whether the document ends within a tag, a comment or the like.
  private(set) var isCut = false

  var isAtEnd: Bool { position >= bytes.count }

  /// - Parameter attributes: The names of the attributes that events have; the others are skipped.
  init(_ bytes: [UInt8], attributes: Set<String>) {
    self.bytes = bytes
    self.attributes = attributes
  }

  /// The next event; `nil` at the end, and where the document is malformed or cut.
  ///
  /// - Parameter hasTexts: Whether texts are events; they are skipped otherwise.
  mutating func next(hasTexts: Bool = true) -> Event? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let start = position
        position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        guard hasTexts else { continue }
        let text = Self.unescaped(bytes[start..<position])
        if text.allSatisfy(\.isWhitespace) { continue }
        return .text(text)
      }
      if starts(with: "<!--") {
        guard skip(upTo: Self.endOfComment, from: position + 4) != nil else { return nil }
      } else if starts(with: "<![CDATA[") {
        guard let text = skip(upTo: Self.endOfSection, from: position + 9) else { return nil }
        if hasTexts { return .text(Self.text(text)) }
      } else if starts(with: "<!") || starts(with: "<?") {
        guard skip(upTo: Self.endOfTag, from: position) != nil else { return nil }
      } else if starts(with: "</") {
        guard let tag = skip(upTo: Self.endOfTag, from: position + 2) else { return nil }
        return .end(Self.text(tag.prefix { !Self.isBlank($0) }))
      } else {
        return element()
      }
    }
    return nil
  }

  private static let endOfComment = Array("-->".utf8)
  private static let endOfSection = Array("]]>".utf8)
  private static let endOfTag = Array(">".utf8)

  /// Skips an end, and returns what is before it; `nil` when it is missing.
  private mutating func skip(upTo end: [UInt8], from start: Int) -> ArraySlice<UInt8>? {
    let found = bytes.withUnsafeBytes { ByteSearch.firstOffset(of: end, in: $0, from: start) }
    guard let found else {
      isCut = true
      return nil
    }
    position = found + end.count
    return bytes[start..<found]
  }

  private mutating func element() -> Event? {
    position += 1
    let name = word()
    var found: [String: String] = [:]
    while true {
      skipBlanks()
      if starts(with: ">") || starts(with: "/>"), !name.isEmpty {
        let isEmpty = bytes[position] == UInt8(ascii: "/")
        position += isEmpty ? 2 : 1
        return .start(name, found, isEmpty: isEmpty)
      }
      let key = word()
      skipBlanks()
      isCut = position == bytes.count
      guard !name.isEmpty, !key.isEmpty, starts(with: "=") else { return nil }
      position += 1
      skipBlanks()
      isCut = position == bytes.count
      guard starts(with: "\"") || starts(with: "'"),
        let value = skip(upTo: [bytes[position]], from: position + 1)
      else { return nil }
      if attributes.contains(key) { found[key] = Self.unescaped(value) }
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
