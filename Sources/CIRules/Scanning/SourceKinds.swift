import SwiftSource

/// What each byte of a source that is not Swift belongs to.
///
/// A gate goes by it, so what is called a comment or a text is one. Where the source has something that is
/// not known here, all that follows is `nil`: it may be anything.
struct SourceKinds {
  private(set) var kinds: [SwiftText.Kind?]

  private let bytes: [UInt8]
  private let syntax: SourceSyntax
  private var position = 0
  private var isUnsure = false
  /// The first byte of code in the line, which may be several lines that are joined.
  private var lineStart: UInt8?
  /// Whether a `<` stands in it without its `>`.
  private var hasOpenAngle = false

  private static let newline = UInt8(ascii: "\n")
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")

  init(_ bytes: [UInt8], _ syntax: SourceSyntax) {
    self.bytes = bytes
    self.syntax = syntax
    kinds = [SwiftText.Kind?](repeating: nil, count: bytes.count)
    isUnsure = syntax.hasOtherEncoding(bytes)
    if bytes.starts(with: "#!".utf8), !isUnsure { scanLineComment() }
    while position < bytes.count, !isUnsure { scanCode() }
  }

  // MARK: Bytes

  private func byte(_ ahead: Int = 0) -> UInt8? {
    let index = position + ahead
    return index >= 0 && index < bytes.count ? bytes[index] : nil
  }

  private func begins(_ words: [[UInt8]]) -> Bool {
    words.contains { bytes[position...].starts(with: $0) }
  }

  private static func isBlank(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Takes a byte, unless nothing is sure from here on.
  private mutating func take(_ kind: SwiftText.Kind) {
    guard !isUnsure, let byte = byte() else { return }
    // Some programs end a line here, and some do not.
    let isLoneReturn = byte == UInt8(ascii: "\r") && self.byte(1) != Self.newline
    if isLoneReturn || begins(syntax.doubtsEverywhere) {
      isUnsure = true
      return
    }
    if kind == .code { noteInLine(byte) }
    kinds[position] = kind
    position += 1
  }

  private mutating func noteInLine(_ byte: UInt8) {
    switch byte {
    case Self.newline:
      lineStart = nil
      hasOpenAngle = false
    case UInt8(ascii: "<"): hasOpenAngle = true
    case UInt8(ascii: ">"): hasOpenAngle = false
    default: break
    }
    if lineStart == nil, byte > 0x20 { lineStart = byte }
  }

  private mutating func doubt(from start: Int) {
    isUnsure = true
    for index in start..<position { kinds[index] = nil }
  }

  /// Whether the line goes on behind the backslash that stands here.
  private var joinsLines: Bool {
    guard byte() == Self.backslash else { return false }
    var ahead = 1
    while Self.isBlank(byte(ahead)) || byte(ahead) == UInt8(ascii: "\r") { ahead += 1 }
    return byte(ahead) == Self.newline
  }

  // MARK: Code

  private mutating func scanCode() {
    guard let byte = byte() else { return }
    if begins(syntax.doubtsInCode) {
      isUnsure = true
      return
    }
    switch byte {
    case UInt8(ascii: "#") where syntax.hasHashes:
      switch syntax.beginsComment(behind: self.byte(-1)) {
      case true?: scanLineComment()
      case false?: take(.code)
      case nil: isUnsure = true
      }
    case Self.slash where !syntax.hasHashes:
      switch self.byte(1) {
      case Self.slash where !isInHeaderName: scanLineComment()
      case UInt8(ascii: "*") where !isInHeaderName: scanBlockComment()
      case Self.slash, UInt8(ascii: "*"): isUnsure = true
      default: if mayBeRegularExpression { isUnsure = true } else { take(.code) }
      }
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scanText(byte)
    case UInt8(ascii: "`") where syntax.family == .go: scanRawText()
    case Self.backslash: scanBackslash()
    case UInt8(ascii: "<") where syntax.family == .javaScript && mayBeElement: isUnsure = true
    case UInt8(ascii: "$") where syntax.family == .shell && self.byte(1) == UInt8(ascii: "{"):
      scanExpansion()
    default: take(.code)
    }
  }

  private mutating func scanBackslash() {
    if syntax.family == .shell {
      take(.code)
      take(.code)
      // A blank or a line break that does not end the word.
      if self.byte() == UInt8(ascii: "#") { isUnsure = true }
    } else if syntax.family == .c, joinsLines {
      // What it joins could be `//`, or the beginning of a raw text.
      let before = self.byte(-1)
      if Self.isBlank(before) || before.map({ ";{}(),".utf8.contains($0) }) ?? false {
        let (start, isOpen) = (lineStart, hasOpenAngle)
        while let byte = self.byte(), !isUnsure {
          take(.code)
          if byte == Self.newline { break }
        }
        (lineStart, hasOpenAngle) = (start, isOpen)
      } else {
        isUnsure = true
      }
    } else {
      take(.code)
    }
  }

  /// `${name#prefix}` without anything in it that begins or ends something else.
  private mutating func scanExpansion() {
    var ahead = 2
    while let byte = byte(ahead), byte != UInt8(ascii: "}") {
      if byte <= 0x20 || "\"'`$\\{".utf8.contains(byte) {
        isUnsure = true
        return
      }
      ahead += 1
    }
    for _ in 0...ahead { take(.code) }
  }

  /// In JavaScript, where a regular expression may hold quotes: the line has a slash that would end it.
  private var mayBeRegularExpression: Bool {
    guard syntax.family == .javaScript, !followsOperand else { return false }
    var ahead = 1
    while let byte = byte(ahead), byte != Self.newline {
      if byte == Self.slash { return true }
      ahead += 1
    }
    return false
  }

  /// Whether `<` could begin an element, in which quotes and slashes are text.
  private var mayBeElement: Bool {
    var behind = position + 1
    while behind < bytes.count, bytes[behind] <= 0x20 { behind += 1 }
    guard behind < bytes.count else { return false }
    let next = bytes[behind]
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
    return !isDigit && !"=<-+(\"'".utf8.contains(next) && !followsOperand
  }

  private static let wordsBeforeOperands: Set<String> = [
    "await", "case", "default", "delete", "do", "else", "in", "instanceof", "new", "of", "return",
    "throw", "typeof", "void", "yield",
  ]

  /// Whether a name, a number or `]` stands before, so that an operator follows. Behind `)` it is not sure.
  private var followsOperand: Bool {
    var before = position - 1
    while before >= 0, bytes[before] <= 0x20 { before -= 1 }
    guard before >= 0, kinds[before] == .code else { return false }
    if bytes[before] == UInt8(ascii: "]") { return true }
    guard bytes[before].isWordByte else { return false }
    var start = before
    while start > 0, before - start < 12, bytes[start - 1].isWordByte { start -= 1 }
    return !Self.wordsBeforeOperands.contains(
      String(decoding: bytes[start...before], as: UTF8.self))
  }

  /// Whether this may be in the name of a file that C includes, such as `<a/*b.h>`.
  private var isInHeaderName: Bool {
    syntax.family == .c && hasOpenAngle && "#%?@<".utf8.contains(lineStart ?? 0)
  }

  // MARK: Comments

  private mutating func scanLineComment() {
    let start = position
    while let next = byte(), next != Self.newline, !isUnsure {
      if syntax.family == .c, joinsLines { return doubt(from: start) }
      take(.comment)
    }
  }

  private mutating func scanBlockComment() {
    let start = position
    take(.comment)
    take(.comment)
    while let next = byte(), !isUnsure {
      if next == UInt8(ascii: "*"), byte(1) == Self.slash {
        take(.comment)
        take(.comment)
        return
      }
      if syntax.family == .c, joinsLines, byte(-1) == UInt8(ascii: "*") { break }
      take(.comment)
    }
    doubt(from: start)
  }

  // MARK: Text

  private mutating func scanText(_ quote: UInt8) {
    let start = position
    guard let isFormatted = prefix(of: quote) else { return doubt(from: start) }
    let isTriple =
      syntax.family == .python && byte(1) == quote && byte(2) == quote
    let quotes = isTriple ? 3 : 1
    let hasEscapes = !(quote == UInt8(ascii: "'") && syntax.textCrossesLines)
    let isCharacter =
      quote == UInt8(ascii: "'") && [.c, .go, .java].contains(syntax.family)
    for _ in 0..<quotes { take(.string) }
    while let next = byte(), !isUnsure {
      if next == quote, (0..<quotes).allSatisfy({ byte($0) == quote }) {
        for _ in 0..<quotes { take(.string) }
        // `''` is a quote in YAML; a character has few bytes and at least one.
        if isCharacter, position - start < 3 || position - start > 12 { doubt(from: start) }
        return
      }
      let isCode = isFormatted && next == UInt8(ascii: "{")
      let isLineEnd = next == Self.newline && !isTriple && !syntax.textCrossesLines
      if isCode || isLineEnd || quote == UInt8(ascii: "\"") && mayHoldCode { break }
      if next == Self.backslash, hasEscapes {
        if syntax.family == .c, joinsLines { break }
        take(.string)
      }
      take(.string)
    }
    doubt(from: start)
  }

  private mutating func scanRawText() {
    let start = position
    take(.string)
    while byte() != nil, !isUnsure {
      let isEnd = byte() == UInt8(ascii: "`")
      take(.string)
      if isEnd { return }
    }
    doubt(from: start)
  }

  /// Whether code stands here within double quotes. `${name}` alone is a value.
  private var mayHoldCode: Bool {
    guard begins(syntax.doubtsInText) else { return false }
    guard byte(1) == UInt8(ascii: "{") else { return true }
    var ahead = 2
    while byte(ahead)?.isWordByte ?? false { ahead += 1 }
    return byte(ahead) != UInt8(ascii: "}")
  }

  /// What stands right before a quote.
  ///
  /// - Returns: Whether the text may hold code in braces; `nil` when the quote may not begin a text.
  private func prefix(of quote: UInt8) -> Bool? {
    switch syntax.family {
    case .shell: return false
    case .yaml:
      var before = position - 1
      while before >= 0, Self.isBlank(bytes[before]) { before -= 1 }
      return before >= 0 && before < position - 1 && bytes[before] == UInt8(ascii: ":")
        ? false : nil
    case .python:
      var start = position
      while start > 0, bytes[start - 1].isWordByte, position - start < 4 { start -= 1 }
      let word = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      if ["", "b", "br", "r", "rb", "u"].contains(word) { return false }
      return ["f", "fr", "rf", "t", "tr", "rt"].contains(word) ? true : nil
    case .c, .go, .java, .javaScript:
      // `1'000`, `don't`.
      return quote == UInt8(ascii: "'") && byte(-1)?.isWordByte ?? false ? nil : false
    }
  }
}
