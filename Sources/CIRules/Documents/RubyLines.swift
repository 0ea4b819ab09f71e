/// Tells the code of a `Gemfile` from its comments.
enum RubyLines {
  /// The lines that are not blank and do not begin with `#`.
  static func withoutComments(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    lines(bytes).filter { line in
      let text = line.drop { $0 <= 0x20 }
      return !text.isEmpty && text.first != UInt8(ascii: "#")
    }
  }

  /// The lines without blank lines and comments; all lines if a string may span several lines, so
  /// that `#` does not always begin a comment.
  static func ofCode(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = lines(bytes)
    return lines.allSatisfy(endsItsStrings) ? withoutComments(bytes) : lines
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Whether every string of a line certainly ends on it. It is not certain with a here document or
  /// with `/`, which divides or begins an expression.
  private static func endsItsStrings(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "=begin".utf8) || line.starts(with: "__END__".utf8) { return false }
    var rest = line
    var previous = UInt8(ascii: " ")
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "#"): return previous <= 0x20
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        // `$"` is a variable, and `?"` a character.
        let isOther = previous == UInt8(ascii: "$") || previous == UInt8(ascii: "?")
        guard !isOther, let end = endOfString(rest, byte) else { return false }
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "%"):
        guard let end = endOfWords(rest) else { return false }
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "/"), UInt8(ascii: "`"): return false
      case UInt8(ascii: "<"): if rest.first == byte { return false }
      case UInt8(ascii: "\\"): if !rest.isEmpty { return false }
      default: break
      }
      previous = byte
    }
    return true
  }

  /// The index of the closing quotation mark; `nil` where it is not certain. Code within a string
  /// may have strings of its own, so only `#{name.name}` is certain.
  private static func endOfString(_ text: ArraySlice<UInt8>, _ quote: UInt8) -> Int? {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == quote { return index }
      if text[index] == UInt8(ascii: "\\") {
        index += 1
      } else if text[index...].starts(with: "#{".utf8) {
        index = text[(index + 2)...].prefix { $0.isWordByte || ".:@()".utf8.contains($0) }.endIndex
        guard index < text.endIndex, text[index] == UInt8(ascii: "}") else { return nil }
      }
      index += 1
    }
    return nil
  }

  /// The index of the closing bracket of `%w[a b]`, whose words are the same in any other reading;
  /// `nil` for any other use of `%`.
  private static func endOfWords(_ text: ArraySlice<UInt8>) -> Int? {
    let open = text.first.map { $0.isASCIIAlphanumeric } ?? false ? text.dropFirst() : text
    let closing: [UInt8: UInt8] = [0x28: 0x29, 0x3C: 0x3E, 0x5B: 0x5D, 0x7B: 0x7D]
    guard let bracket = open.first, let close = closing[bracket] else { return nil }
    let end = open.dropFirst().prefix { $0.isWordByte || " \t-.:".utf8.contains($0) }.endIndex
    return end < text.endIndex && text[end] == close ? end : nil
  }
}
