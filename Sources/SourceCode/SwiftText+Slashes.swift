/// Decides whether a `/` divides or begins a regular expression (SE-0354).
extension SwiftText {
  /// Whether a `/…/` begins here: an operand is possible here, and the expression ends on its line.
  var beginsRegularExpression: Bool {
    guard let next = byte(1), !SwiftText.isWhiteSpace(next), next != UInt8(ascii: ")") else {
      return false
    }
    guard isBeforeOperand else { return false }
    var ahead = 1
    while let byte = byte(ahead), !SwiftText.isNewline(byte), ahead < Self.longestExpression {
      if byte == UInt8(ascii: "/") { return true }
      ahead += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  /// Maximum bytes of a regular expression on one line, as every `/` searches for its end.
  private static let longestExpression = 1_000
  private static let keywordsBeforeOperands: Set<String> = [
    "await", "case", "if", "in", "return", "try", "where", "while", "guard", "throw", "yield",
  ]

  /// Whether an operand may follow the code before the slash, ignoring comments and blanks.
  private var isBeforeOperand: Bool {
    var before = position - 1
    while before >= 0, kinds[before] == .comment || Self.isBlank(bytes[before]) { before -= 1 }
    guard before >= 0 else { return true }
    guard kinds[before] == .code else { return false }
    let byte = bytes[before]
    if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
      // Directly behind an operand these unwrap it.
      return before + 1 < position || before == 0 || !endsOperand(before - 1)
    }
    if !SwiftText.isWord(byte) { return "([{,;:=&|+-*%<>^~\n\r".utf8.contains(byte) }
    return isKeyword(endingAt: before)
  }

  /// Whether a keyword that precedes operands ends here. A word behind a dot or in backticks is a
  /// name.
  private func isKeyword(endingAt end: Int) -> Bool {
    var start = end
    while start > 0, end - start < 8, SwiftText.isWord(bytes[start - 1]) { start -= 1 }
    if start > 0, bytes[start - 1] == UInt8(ascii: ".") || bytes[start - 1] == UInt8(ascii: "`") {
      return false
    }
    return Self.keywordsBeforeOperands.contains(
      String(decoding: bytes[start...end], as: UTF8.self))
  }

  private func endsOperand(_ offset: Int) -> Bool {
    if kinds[offset] == .string { return true }
    return kinds[offset] == .code
      && (SwiftText.isWord(bytes[offset]) || ")]}!?`".utf8.contains(bytes[offset]))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Records a doubt if this slash could be read in two ways.
  ///
  /// A slash certainly divides before a blank and directly behind a name, a number or a closing
  /// bracket, and it begins nothing if its line has no other slash. Otherwise the rest of the line
  /// is in doubt, and so is the code behind it if a construct in that rest could continue on the
  /// next line.
  mutating func noteDoubt(isInterpolation: Bool) {
    if let last = doubts.last, last.contains(position) { return }
    guard let next = byte(1), !SwiftText.isWhiteSpace(next) else { return }
    if position > 0, kinds[position - 1] == .code {
      let before = bytes[position - 1]
      if before == UInt8(ascii: ")") || before == UInt8(ascii: "]") { return }
      let mayEndKeyword = Self.isLetter(before) && mayBeKeyword(position - 1)
      // A non-ASCII character may be a blank.
      if SwiftText.isWord(before), before < 0x80, !mayEndKeyword { return }
    }
    var end = position + 1
    while end < bytes.count, !SwiftText.isNewline(bytes[end]) { end += 1 }
    let rest = bytes[(position + 1)..<end]
    guard rest.contains(UInt8(ascii: "/")) else { return }
    doubts.append(position..<end)
    if isInterpolation || Self.mayGoOn(rest) { isUnsure = true }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private func mayBeKeyword(_ end: Int) -> Bool {
    var start = end
    while start > 0, end - start < 10, SwiftText.isWord(bytes[start - 1]), bytes[start - 1] < 0x80 {
      start -= 1
    }
    // Every keyword that can precede an operand is shorter than this.
    return end - start < 10
      && !(start > 0 && bytes[start - 1] == UInt8(ascii: "."))
      && Self.wordsBeforeOperands.contains(String(decoding: bytes[start...end], as: UTF8.self))
  }
  private static let wordsBeforeOperands = keywordsBeforeOperands.union([
    "any", "as", "async", "borrow", "consume", "copy", "default", "defer", "discard", "do", "each",
    "else", "for", "inout", "is", "let", "repeat", "some", "switch", "then", "throws", "unsafe",
    "var",
  ])

  /// Whether a string or a comment that begins on a line could end on a later one.
  private static func mayGoOn(_ line: ArraySlice<UInt8>) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      var quotes = 0
      // The byte before a line is never part of a pair.
      var before = UInt8(ascii: "\n")
      for byte in bytes {
        quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
        switch (before, byte) {
        case (UInt8(ascii: "/"), UInt8(ascii: "*")), (UInt8(ascii: "*"), UInt8(ascii: "/")),
          (UInt8(ascii: "#"), UInt8(ascii: "/")), (UInt8(ascii: "#"), UInt8(ascii: "\"")),
          (UInt8(ascii: "\\"), UInt8(ascii: "(")):
          return true
        default: if quotes == 3 { return true }
        }
        before = byte
      }
      return false
    }
  }
}
