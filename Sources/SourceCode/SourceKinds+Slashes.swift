/// In JavaScript a `/` divides or begins a regular expression, and a `<` compares or begins an
/// element.
extension SourceKinds {
  /// Whether a JavaScript regular expression, which may contain quotes, could begin here: the line
  /// has a slash that would end it.
  var mayBeRegularExpression: Bool {
    guard syntax.family == .javaScript, !followsOperand else { return false }
    var ahead = 1
    while let byte = byte(ahead), byte != Self.newline {
      if byte == Self.slash { return true }
      ahead += 1
    }
    return false
  }

  /// Whether `<` could begin an element, in which quotes and slashes are plain text.
  var mayBeElement: Bool {
    var behind = position + 1
    while behind < bytes.count, bytes[behind] <= 0x20 { behind += 1 }
    guard behind < bytes.count else { return false }
    let next = bytes[behind]
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
    return !isDigit && !"=<-+(\"'".utf8.contains(next) && !followsOperand
  }

  private static let wordsBeforeOperands: Set<String> = [
    "await", "case", "default", "delete", "do", "else", "extends", "in", "instanceof", "new", "of",
    "return", "throw", "typeof", "void", "yield",
  ]

  /// Whether the slash or `<` follows a name, a number or `]` on the same line and so is an
  /// operator.
  ///
  /// After `)` that is not certain, after a line break a statement may begin, and a non-ASCII
  /// character may be a blank.
  private var followsOperand: Bool {
    var before = position - 1
    while before >= 0, bytes[before] <= 0x20 {
      if bytes[before] == Self.newline { return false }
      before -= 1
    }
    guard before >= 0, kinds[before] == .code else { return false }
    if bytes[before] == UInt8(ascii: "]") { return true }
    var start = before + 1
    while start > 0, before - start < 12, SwiftText.isWord(bytes[start - 1]) {
      start -= 1
      if bytes[start] >= 0x80 { return false }
    }
    return start <= before
      && !Self.wordsBeforeOperands.contains(String(decoding: bytes[start...before], as: UTF8.self))
  }
}
