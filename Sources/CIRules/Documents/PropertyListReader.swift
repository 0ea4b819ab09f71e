/// Reads property lists as XML, and nothing that programs read differently: one root, no key twice, no
/// declarations of entities, no element that property lists do not have.
///
/// Source: https://www.apple.com/DTDs/PropertyList-1.0.dtd
struct PropertyListReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  private static let deepest = 64

  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: ArraySlice<UInt8>) -> PropertyTree? {
    var reader = PropertyListReader(bytes: bytes, position: bytes.startIndex)
    guard reader.skipProlog(), let root = reader.tag(), root.kind != .end else { return nil }
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

  private struct Tag {
    enum Kind { case start, end, empty }
    var name: String
    var kind: Kind
  }

  // MARK: Values

  /// The value whose start has been read.
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
      guard let text = isEmpty ? [] : content(of: tag.name) else { return nil }
      return .scalar(kind: tag.name, text.filter { !Self.isBlank($0) })
    default: return nil
    }
  }

  private mutating func dictionary(depth: Int) -> PropertyTree? {
    var members: [[UInt8]: PropertyTree] = [:]
    while let tag = betweenElements() {
      if tag.kind == .end { return tag.name == "dict" ? .object(members) : nil }
      guard tag.name == "key", let key = tag.kind == .empty ? [] : content(of: "key"),
        members[key] == nil, let next = betweenElements(), next.kind != .end,
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

  /// The text up to the end of an element that holds nothing else.
  private mutating func content(of name: String) -> [UInt8]? {
    var text: [UInt8] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&") {
        guard let scalar = entity(), let encoded = UTF8.encode(scalar) else { return nil }
        text += encoded
      } else if byte != UInt8(ascii: "<") {
        text.append(byte)
        position += 1
      } else if starts(with: "<!--") {
        guard skip(behind: "-->", from: 4) else { return nil }
      } else if starts(with: "<![CDATA[") {
        let start = position + 9
        guard skip(behind: "]]>", from: 9) else { return nil }
        text += bytes[start..<(position - 3)]
      } else {
        guard let tag = tag(), tag.kind == .end, tag.name == name else { return nil }
        return text
      }
    }
    return nil
  }

  /// `&amp;` and its like; a document may not define others.
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
      let digits = name.dropFirst()
      let value = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }

  // MARK: Markup

  /// The next element; `nil` when anything but white space and comments is before it.
  private mutating func betweenElements() -> Tag? { skipMisc() ? tag() : nil }

  /// Skips the declaration of XML, comments, and a document type that declares nothing.
  private mutating func skipProlog() -> Bool {
    guard skipMisc() else { return false }
    if starts(with: "<?xml") {
      let start = position
      guard skip(behind: "?>", from: 5), isUTF8(bytes[start..<position]), skipMisc() else {
        return false
      }
    }
    if starts(with: "<!DOCTYPE") {
      let start = position
      guard skip(behind: ">", from: 9), !bytes[start..<position].contains(UInt8(ascii: "[")) else {
        return false
      }
    }
    return skipMisc()
  }

  /// Whether the declaration of XML names the encoding that the document is read in.
  private func isUTF8(_ declaration: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: declaration, as: UTF8.self).lowercased()
    guard let name = text.firstRange(of: "encoding") else { return true }
    let value = text[name.upperBound...].split(whereSeparator: { "= \t\r\n\"'?>".contains($0) })
    return value.first.map { ["utf-8", "utf8", "us-ascii", "ascii"].contains($0) } ?? false
  }

  /// Skips white space and comments; `false` when a comment does not end.
  private mutating func skipMisc() -> Bool {
    while position < bytes.endIndex {
      if Self.isBlank(bytes[position]) {
        position += 1
      } else if starts(with: "<!--") {
        guard skip(behind: "-->", from: 4) else { return false }
      } else {
        return true
      }
    }
    return true
  }

  /// A tag; only `plist` may have attributes.
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
    let mayHaveMore = name == "plist" && kind == .start && rest.first.map(Self.isBlank) ?? true
    return mayHaveMore || rest.allSatisfy(Self.isBlank) ? Tag(name: name, kind: kind) : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func starts(with text: StaticString) -> Bool {
    bytes[position...].starts(
      with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// - Parameter offset: where to begin to look.
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
