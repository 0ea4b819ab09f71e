/// Reads property lists as XML and rejects everything that programs read differently: more than one
/// root, duplicate keys, declarations of entities, and elements that property lists do not have.
///
/// Source: https://www.apple.com/DTDs/PropertyList-1.0.dtd
struct PropertyListReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  private static let deepest = 64

  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: ArraySlice<UInt8>) -> PropertyTree? {
    var reader = PropertyListReader(bytes: bytes, position: bytes.startIndex)
    guard String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(isCharacter),
      reader.skipProlog(), let root = reader.tag(), root.kind != .end
    else { return nil }
    let value: PropertyTree
    if root.name == "plist" {
      guard root.kind == .start, let first = reader.betweenElements(), first.kind != .end,
        let content = reader.value(first, depth: 0),
        let end = reader.betweenElements(), end.kind == .end, end.name == "plist"
      else { return nil }
      value = content
    } else {
      guard let content = reader.value(root, depth: 0) else { return nil }
      value = content
    }
    return reader.skipMisc() && reader.position == bytes.endIndex ? value : nil
  }

  /// Offset of the last of the names that lead to a value, in a text that can be read; `nil` when
  /// there is no such value.
  static func offset(of names: ArraySlice<[UInt8]>, in bytes: ArraySlice<UInt8>) -> Int? {
    var reader = PropertyListReader(bytes: bytes, position: bytes.startIndex)
    guard reader.skipProlog(), var tag = reader.tag() else { return nil }
    if tag.name == "plist" {
      guard let first = reader.betweenElements() else { return nil }
      tag = first
    }
    var rest = names
    while let name = rest.popFirst() {
      guard tag.name == "dict", tag.kind == .start, let found = reader.member(name) else {
        return nil
      }
      if rest.isEmpty { return found.offset }
      tag = found.value
    }
    return nil
  }

  /// Reads a dictionary up to the tag of a value.
  ///
  /// - Returns: The offset of its key, and the tag.
  private mutating func member(_ wanted: [UInt8]) -> (offset: Int, value: Tag)? {
    while skipMisc() {
      let start = position
      guard let tag = tag(), tag.name == "key", tag.kind != .end,
        let key = tag.kind == .empty ? [] : content(of: "key"), let next = betweenElements()
      else { return nil }
      if key == wanted { return (start, next) }
      guard value(next, depth: 0) != nil else { return nil }
    }
    return nil
  }

  private struct Tag {
    enum Kind { case start, end, empty }
    var name: String
    var kind: Kind
  }

  // MARK: Values

  /// Reads the value whose start tag has been read.
  private mutating func value(_ tag: Tag, depth: Int) -> PropertyTree? {
    guard depth < Self.deepest else { return nil }
    let isEmpty = tag.kind == .empty
    switch tag.name {
    case "true", "false":
      guard isEmpty || content(of: tag.name)?.isEmpty == true else { return nil }
      return .boolean(tag.name == "true")
    case "dict": return isEmpty ? .object([:]) : dictionary(depth: depth)
    case "array": return isEmpty ? .list([]) : array(depth: depth)
    case "string":
      return isEmpty ? .text([]) : content(of: tag.name).map { .text($0) }
    case "integer", "real", "date", "data":
      guard let text = isEmpty ? [] : plainContent(of: tag.name) else { return nil }
      // For some programs a number ends at a blank; data continues.
      return .scalar(
        kind: tag.name, tag.name == "data" ? text.filter { !Self.isBlank($0) } : trimmed(text))
    default: return nil
    }
  }

  private mutating func dictionary(depth: Int) -> PropertyTree? {
    var members: [[UInt8]: PropertyTree] = [:]
    while let tag = betweenElements() {
      if tag.kind == .end { return tag.name == "dict" ? .object(members) : nil }
      guard tag.name == "key", let key = tag.kind == .empty ? [] : content(of: "key"),
        members[key] == nil, PropertyTree.isPlainName(key), let next = betweenElements(),
        next.kind != .end,
        let member = value(next, depth: depth + 1)
      else { return nil }
      members[key] = member
    }
    return nil
  }

  private mutating func array(depth: Int) -> PropertyTree? {
    var values: [PropertyTree] = []
    while let tag = betweenElements() {
      if tag.kind == .end { return tag.name == "array" ? .list(values) : nil }
      guard let element = value(tag, depth: depth + 1) else { return nil }
      values.append(element)
    }
    return nil
  }

  /// Whether a document may contain a character (`Char` in XML 1.0, section 2.2).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0xFFFE, 0xFFFF: false
    default: scalar.value >= 0x20
    }
  }

  private func trimmed(_ text: [UInt8]) -> [UInt8] {
    Array(text.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
  }

  /// The text up to the end of an element that may contain neither entities nor other elements.
  private mutating func plainContent(of name: String) -> [UInt8]? {
    let text = bytes[position...].prefix { $0 != UInt8(ascii: "<") }
    position = text.endIndex
    guard !text.contains(where: { "&>".utf8.contains($0) }), let tag = tag(), tag.kind == .end,
      tag.name == name
    else { return nil }
    return Array(text)
  }

  /// The text up to the end of an element without child elements. Some programs only see the part
  /// before a comment or a `CDATA` section, so there may be no comment, and no text beside a
  /// section.
  private mutating func content(of name: String) -> [UInt8]? {
    var text: [UInt8] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&") {
        guard let scalar = entity(), let encoded = UTF8.encode(scalar) else { return nil }
        text += encoded
      } else if byte != UInt8(ascii: "<") {
        if starts(with: "]]>") { return nil }
        text.append(byte)
        position += 1
      } else if text.isEmpty, starts(with: "<![CDATA[") {
        let start = position + 9
        guard skip(behind: "]]>", from: 9) else { return nil }
        let section = Array(bytes[start..<(position - 3)])
        guard let tag = tag(), tag.kind == .end, tag.name == name else { return nil }
        return section
      } else {
        guard let tag = tag(), tag.kind == .end, tag.name == name else { return nil }
        return text
      }
    }
    return nil
  }

  /// Reads a predefined entity such as `&amp;`; a document may not define others.
  private mutating func entity() -> Unicode.Scalar? {
    guard let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    position = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.first != "+", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      return Self.isCharacter(scalar) ? scalar : nil
    }
  }

  // MARK: Markup

  /// The next tag; `nil` when anything but white space and comments precedes it.
  private mutating func betweenElements() -> Tag? { skipMisc() ? tag() : nil }

  /// Skips the XML declaration, comments, and a document type that declares nothing.
  private mutating func skipProlog() -> Bool {
    if starts(with: "<?xml") {
      let start = position + 5
      guard skip(behind: "?>", from: 5), isUTF8(bytes[start..<(position - 2)]) else {
        return false
      }
    }
    guard skipMisc() else { return false }
    if starts(with: "<!DOCTYPE") {
      position += 9
      guard skipDocumentType() else { return false }
    }
    return skipMisc()
  }

  /// Skips ` plist PUBLIC "…" "…">`, or the same without the identifiers. The type may declare
  /// nothing, and contain no `>` that ends it for one program and is part of a string for another.
  private mutating func skipDocumentType() -> Bool {
    guard skipBlanks(), word() == "plist" else { return false }
    let isSeparate = skipBlanks()
    switch word() {
    case "": break
    case "SYSTEM": guard isSeparate, skipBlanks(), skipQuoted() else { return false }
    case "PUBLIC":
      guard isSeparate, skipBlanks(), skipQuoted(), skipBlanks(), skipQuoted() else { return false }
    default: return false
    }
    _ = skipBlanks()
    guard starts(with: ">") else { return false }
    position += 1
    return true
  }

  /// Skips blanks and returns whether there were any.
  private mutating func skipBlanks() -> Bool {
    let start = position
    position = bytes[position...].firstIndex { !Self.isBlank($0) } ?? bytes.endIndex
    return position > start
  }

  private mutating func word() -> String {
    let letters = bytes[position...].prefix {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
    }
    position = letters.endIndex
    return String(decoding: letters, as: UTF8.self)
  }

  private mutating func skipQuoted() -> Bool {
    guard let end = Self.endOfQuoted(bytes[position...]) else { return false }
    position = end
    return true
  }

  /// The end of the quoted string that the bytes begin with; `nil` when there is none, or when it
  /// contains anything that looks like markup.
  private static func endOfQuoted(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = bytes.dropFirst().firstIndex(of: quote),
      !bytes[..<end].contains(where: { "<>[]&".utf8.contains($0) })
    else { return nil }
    return end + 1
  }

  /// Whether an XML declaration is valid and names an encoding that is read as UTF-8.
  private func isUTF8(_ declaration: ArraySlice<UInt8>) -> Bool {
    guard let attributes = Self.attributes(declaration) else { return false }
    var rest = attributes[...]
    guard rest.popFirst() ?? ("", "") == ("version", "1.0") else { return false }
    if let encoding = rest.first, encoding.name == "encoding" {
      rest.removeFirst()
      guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.value.lowercased()) else {
        return false
      }
    }
    return rest.allSatisfy { $0.name == "standalone" && ["yes", "no"].contains($0.value) }
  }

  private static let mostAttributes = 8

  /// The attributes, `name="value"` with blanks before each; `nil` when there is anything else, or
  /// more than any property list has.
  private static func attributes(_ bytes: ArraySlice<UInt8>) -> [(name: String, value: String)]? {
    var result: [(name: String, value: String)] = []
    var rest = bytes
    while true {
      let start = rest.drop(while: isBlank)
      if start.isEmpty { return result }
      guard start.startIndex > rest.startIndex, let sign = start.firstIndex(of: UInt8(ascii: "="))
      else { return nil }
      let name = String(decoding: start[..<sign].prefix { !isBlank($0) }, as: UTF8.self)
      let value = start[(sign + 1)...].drop(while: isBlank)
      guard start[..<sign].dropFirst(name.utf8.count).allSatisfy(isBlank),
        name.first?.isNumber == false,
        name.utf8.allSatisfy({ $0 < 0x80 && $0.isWordByte }),
        let end = endOfQuoted(value), result.count < mostAttributes,
        !result.contains(where: { $0.name == name })
      else { return nil }
      let text = value[(value.startIndex + 1)..<(end - 1)]
      result.append((name, String(decoding: text, as: UTF8.self)))
      rest = value[end...]
    }
  }

  /// Skips white space and comments; `false` when a comment does not end or contains `--`.
  private mutating func skipMisc() -> Bool {
    while position < bytes.endIndex {
      if Self.isBlank(bytes[position]) {
        position += 1
      } else if starts(with: "<!--") {
        guard skip(behind: "--", from: 4), starts(with: ">") else { return false }
        position += 1
      } else {
        return true
      }
    }
    return true
  }

  /// Reads a tag; only `plist` may have attributes.
  private mutating func tag() -> Tag? {
    guard starts(with: "<"), let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    var inside = bytes[(position + 1)..<end]
    position = end + 1
    var kind = Tag.Kind.start
    if inside.first == UInt8(ascii: "/") {
      kind = .end
      inside = inside.dropFirst()
    } else if inside.last == UInt8(ascii: "/") {
      kind = .empty
      inside = inside.dropLast()
    }
    let letters = inside.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    let name = String(decoding: letters, as: UTF8.self)
    let rest = inside[letters.endIndex...]
    let isPlain =
      rest.allSatisfy(Self.isBlank)
      || name == "plist" && kind == .start && Self.attributes(rest) != nil
    return isPlain ? Tag(name: name, kind: kind) : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func starts(with text: StaticString) -> Bool {
    bytes[position...].starts(
      with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Moves behind the next occurrence of a text; `false` when there is none.
  ///
  /// - Parameter offset: Where the search begins, relative to the position.
  private mutating func skip(behind text: String, from offset: Int) -> Bool {
    let wanted = Array(text.utf8)
    var start = position + offset
    while start + wanted.count <= bytes.endIndex {
      if bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
        position = start + wanted.count
        return true
      }
      start += 1
    }
    return false
  }
}
