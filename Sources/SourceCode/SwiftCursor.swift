import CIModel

/// A place in Swift source that moves on by words, blanks and brackets; comments count as blanks.
struct SwiftCursor {
  let text: SwiftText
  var position = 0
  private let starts: [Int]

  init(_ text: SwiftText) {
    self.text = text
    starts = text.lineStarts
  }

  var isAtEnd: Bool { position >= text.bytes.count }

  /// The byte at an offset if it is code; `nil` in comments and strings, and behind the end.
  func code(_ offset: Int) -> UInt8? {
    offset < text.bytes.count && text.kinds[offset] == .code ? text.bytes[offset] : nil
  }

  /// Whether the byte at an offset, which is in the text, is white space or part of a comment.
  func isBlank(_ offset: Int) -> Bool {
    text.kinds[offset] == .comment || SwiftText.isWhiteSpace(text.bytes[offset])
  }

  /// Reads a word, which may be in backticks; empty when there is none.
  mutating func word() -> String {
    let start = position
    if code(position) == UInt8(ascii: "`") {
      position += 1
      while position < text.bytes.count, text.bytes[position] != UInt8(ascii: "`"),
        text.bytes[position] != UInt8(ascii: "\n")
      {
        position += 1
      }
      position = min(position + 1, text.bytes.count)
      return String(decoding: text.bytes[(start + 1)..<max(start + 1, position - 1)], as: UTF8.self)
    }
    while let byte = code(position), SwiftText.isWord(byte) { position += 1 }
    return String(decoding: text.bytes[start..<position], as: UTF8.self)
  }

  /// Reads a qualified type name: `A.B`.
  mutating func typeName() -> String {
    var name = word()
    while !name.isEmpty, code(position) == UInt8(ascii: ".") {
      position += 1
      name += "." + word()
    }
    return name
  }

  /// Moves past the suffix if it comes next.
  mutating func skip(_ suffix: String) -> Bool {
    guard text.bytes[position...].starts(with: suffix.utf8) else { return false }
    position += suffix.utf8.count
    return true
  }

  /// Moves past white space and comments.
  mutating func skipSpace() {
    while position < text.bytes.count, isBlank(position) { position += 1 }
  }

  /// Moves past the arguments of an attribute if they follow directly.
  mutating func skipBrackets() {
    guard code(position) == UInt8(ascii: "(") else { return }
    var nesting = 0
    while position < text.bytes.count {
      if code(position) == UInt8(ascii: "(") { nesting += 1 }
      if code(position) == UInt8(ascii: ")") { nesting -= 1 }
      position += 1
      if nesting == 0 { return }
    }
  }

  /// Whether the parentheses that begin at an offset contain nothing.
  func isEmptyList(at open: Int) -> Bool {
    var offset = open + 1
    while offset < text.bytes.count, isBlank(offset) { offset += 1 }
    return code(offset) == UInt8(ascii: ")")
  }

  /// Moves past the body of a declaration and returns its range without the braces; `nil` when it
  /// has none.
  mutating func body() -> Range<Int>? {
    var nesting = 0
    while position < text.bytes.count {
      switch code(position) {
      case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting -= 1
      // This brace closes the protocol that contains the declaration.
      case UInt8(ascii: "}") where nesting <= 0: return nil
      case UInt8(ascii: "{") where nesting <= 0:
        let start = position + 1
        var depth = 0
        while position < text.bytes.count {
          if code(position) == UInt8(ascii: "{") { depth += 1 }
          if code(position) == UInt8(ascii: "}") {
            depth -= 1
            if depth == 0 {
              position += 1
              return start..<(position - 1)
            }
          }
          position += 1
        }
        return nil
      default: break
      }
      position += 1
    }
    return nil
  }

  /// The line of an offset, from 1.
  func line(at offset: Int) -> Int {
    max(1, starts.partitioningIndex { $0 > offset })
  }
}
