import CIModel

/// Reads the tags of an XML document from start to end.
///
/// It supports the part of XML that reports of tools use: elements, attributes, references and
/// CDATA; comments and declarations are skipped. It never reads anything outside the document.
struct XMLScanner {
  private let bytes: UnsafeRawBufferPointer
  /// The offset after the last tag.
  private(set) var offset = 0
  /// Whether a tag, comment or section has no end.
  private(set) var isCutOff = false

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  struct Tag {
    enum Kind {
      case opening
      case closing
      /// An empty element, `<a/>`.
      case whole
    }

    var kind: Kind
    var name: String
    fileprivate var bytes: UnsafeRawBufferPointer

    /// The value of an attribute with its references replaced; `nil` when it is missing.
    subscript(attribute: StaticString) -> String? {
      var index = 0
      let length = attribute.utf8CodeUnitCount
      while index < bytes.count {
        while index < bytes.count, XMLScanner.isSpace(bytes[index]) { index += 1 }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "="),
          !XMLScanner.isSpace(bytes[index])
        {
          index += 1
        }
        let name = start..<index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
          bytes[index] != UInt8(ascii: "'")
        {
          index += 1
        }
        guard index < bytes.count else { return nil }
        let end = ByteScan.next(bytes[index], in: bytes, from: index + 1)
        if name.count == length,
          (0..<length).allSatisfy({ bytes[start + $0] == attribute.utf8Start[$0] })
        {
          return XMLScanner.text(bytes[(index + 1)..<end])
        }
        index = end + 1
      }
      return nil
    }
  }

  /// The next tag; `nil` at the end.
  mutating func next() -> Tag? {
    while true {
      let start = ByteScan.next(UInt8(ascii: "<"), in: bytes, from: offset)
      guard start + 1 < bytes.count else {
        isCutOff = isCutOff || start < bytes.count
        offset = bytes.count
        return nil
      }
      if skip("!--", upTo: "-->", from: start + 1) || skip("![CDATA[", upTo: "]]>", from: start + 1)
        || skip("?", upTo: "?>", from: start + 1) || skip("!", upTo: ">", from: start + 1)
      {
        continue
      }
      guard let end = tagEnd(from: start + 1) else {
        isCutOff = true
        offset = bytes.count
        return nil
      }
      offset = end + 1
      let isClosing = bytes[start + 1] == UInt8(ascii: "/")
      let isWhole = !isClosing && bytes[end - 1] == UInt8(ascii: "/")
      let first = start + (isClosing ? 2 : 1)
      let last = isWhole ? end - 1 : end
      var nameEnd = first
      while nameEnd < last, !XMLScanner.isSpace(bytes[nameEnd]) { nameEnd += 1 }
      return Tag(
        kind: isClosing ? .closing : isWhole ? .whole : .opening,
        name: String(decoding: bytes[first..<nameEnd], as: UTF8.self),
        bytes: UnsafeRawBufferPointer(rebasing: bytes[nameEnd..<max(nameEnd, last)]))
    }
  }

  /// The text up to the next tag, without white space around it.
  func text() -> String {
    let end = ByteScan.next(UInt8(ascii: "<"), in: bytes, from: offset)
    var text = bytes[offset..<end]
    while let first = text.first, XMLScanner.isSpace(first) { text = text.dropFirst() }
    while let last = text.last, XMLScanner.isSpace(last) { text = text.dropLast() }
    return XMLScanner.text(text)
  }

  /// The 1-based line of the current offset.
  var line: Int {
    bytes[..<min(offset, bytes.count)].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// The end of a tag; a `>` in quotes does not end it.
  private func tagEnd(from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { return index }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index = ByteScan.next(byte, in: bytes, from: index + 1)
      }
      index += 1
    }
    return nil
  }

  private mutating func skip(_ start: StaticString, upTo end: String, from index: Int) -> Bool {
    let count = start.utf8CodeUnitCount
    guard bytes.count - index >= count,
      (0..<count).allSatisfy({ bytes[index + $0] == start.utf8Start[$0] })
    else { return false }
    let mark = Array(end.utf8)
    var position = index + count
    while position + mark.count <= bytes.count {
      position = ByteScan.next(mark[0], in: bytes, from: position)
      if position + mark.count <= bytes.count,
        (0..<mark.count).allSatisfy({ bytes[position + $0] == mark[$0] })
      {
        offset = position + mark.count
        return true
      }
      position += 1
    }
    isCutOff = true
    offset = bytes.count
    return true
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Text in which the five named references and numeric ones are replaced.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: ";") else { break }
      let name = rest[rest.index(after: start)..<end]
      if let known = names[String(name)] {
        result += known
      } else if name.hasPrefix("#"), let scalar = scalar(name.dropFirst()) {
        result.unicodeScalars.append(scalar)
      } else {
        result += rest[...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func scalar(_ digits: Substring) -> Unicode.Scalar? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }
}
