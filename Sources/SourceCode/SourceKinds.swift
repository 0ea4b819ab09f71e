/// What each byte of a source that is not Swift belongs to.
///
/// Gates rely on it, so what is called a comment or a string is one. After something in the source that
/// is not known here, every byte is `nil`: it may be anything.
package struct SourceKinds {
  var kinds: [SwiftText.Kind?]

  let bytes: [UInt8]
  let syntax: SourceSyntax
  private let doubtsEverywhere: WordSet
  private let doubtsInCode: WordSet
  let doubtsInText: WordSet
  private(set) var position = 0
  private(set) var isUnsure = false
  /// The first byte of code in the line, which may be several lines that are joined.
  private var lineStart: UInt8?
  /// Whether a `<` stands in it without its `>`.
  private var hasOpenAngle = false
  /// How many subscripts of a shell are open, in which a `#` behind a blank begins no comment.
  private var openSubscripts = 0
  /// Whether a list of words is open: `a=(b c`.
  private var listDepth = 0

  /// What each byte of a source belongs to; `nil` where that is not certain.
  ///
  /// All of a text or data file is code. Nothing is certain in a language that is not known here, or after something
  /// in a source that is not known here.
  package static func find(in bytes: [UInt8], path: String) -> [SwiftText.Kind?] {
    if path.hasSuffix(".swift") || path.hasSuffix(".swiftinterface") {
      let text = SwiftText(bytes)
      if text.isUnsure { return Array(repeating: nil, count: bytes.count) }
      var kinds = text.kinds.map { Optional($0) }
      for range in text.doubts {
        for index in range { kinds[index] = nil }
      }
      return kinds
    }
    if let syntax = SourceSyntax(path: path) { return SourceKinds(bytes, syntax).kinds }
    return Array(repeating: ProseFiles.contains(path) ? .code : nil, count: bytes.count)
  }

  static let newline = UInt8(ascii: "\n")
  static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")

  init(_ bytes: [UInt8], _ syntax: SourceSyntax) {
    self.bytes = bytes
    self.syntax = syntax
    kinds = [SwiftText.Kind?](repeating: nil, count: bytes.count)
    doubtsEverywhere = WordSet(syntax.doubtsEverywhere)
    doubtsInCode = WordSet(syntax.doubtsInCode)
    doubtsInText = WordSet(syntax.doubtsInText)
    isUnsure = syntax.isUnsure(bytes)
    skipByteOrderMark()
    if byte() == UInt8(ascii: "#"), byte(1) == UInt8(ascii: "!"), !syntax.hasHashes, !isUnsure {
      scanLineComment()
    }
    while position < bytes.count, !isUnsure { scanCode() }
  }

  // MARK: Bytes

  func byte(_ ahead: Int = 0) -> UInt8? {
    let index = position + ahead
    return index >= 0 && index < bytes.count ? bytes[index] : nil
  }

  static func isBlank(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Takes a byte, unless nothing is sure from here on.
  mutating func take(_ kind: SwiftText.Kind) {
    guard !isUnsure, let byte = byte() else { return }
    // Some programs end a line here, and some do not.
    let isLoneReturn = byte == UInt8(ascii: "\r") && self.byte(1) != Self.newline
    if isLoneReturn || doubtsEverywhere.contains(prefixOf: bytes, at: position) {
      isUnsure = true
      return
    }
    if kind == .code { noteInLine(byte) }
    kinds[position] = kind
    position += 1
  }

  /// What reads the source takes the mark off before it looks for `#!` or a directive.
  private mutating func skipByteOrderMark() {
    guard !isUnsure, bytes.starts(with: SwiftText.byteOrderMark) else { return }
    position = SwiftText.byteOrderMark.count
    for index in 0..<position { kinds[index] = .code }
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

  mutating func doubt(from start: Int) {
    isUnsure = true
    for index in start..<position { kinds[index] = nil }
  }

  /// Whether the line goes on behind the backslash that stands here.
  var joinsLines: Bool {
    guard byte() == Self.backslash else { return false }
    var ahead = 1
    while Self.isBlank(byte(ahead)) || byte(ahead) == UInt8(ascii: "\r") { ahead += 1 }
    return byte(ahead) == Self.newline
  }

  // MARK: Code

  private mutating func scanCode() {
    guard let byte = byte() else { return }
    if doubtsInCode.contains(prefixOf: bytes, at: position) {
      isUnsure = true
      return
    }
    switch byte {
    case UInt8(ascii: "#") where syntax.hasHashes:
      switch syntax.beginsComment(behind: self.byte(-1)) {
      case true?: if openSubscripts > 0 { isUnsure = true } else { scanLineComment() }
      case false?: take(.code)
      case nil: isUnsure = true
      }
    case Self.slash where !syntax.hasHashes:
      switch self.byte(1) {
      // C90 knows no line comments: `a //**/ b` divides there.
      case Self.slash where syntax.family == .c && self.byte(2) == UInt8(ascii: "*"):
        isUnsure = true
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
    case _ where syntax.family == .shell: scanShell(byte)
    default: take(.code)
    }
  }

  /// Notes `a[x` and `a=([x`; `[ x` and `[[ x` are commands.
  private mutating func scanShell(_ byte: UInt8) {
    let (before, after) = (self.byte(-1), self.byte(1))
    switch byte {
    case UInt8(ascii: "["):
      let isCommand = Self.isBlank(after) || after == byte || before == byte
      if before.map(SwiftText.isWord) ?? false || listDepth > 0 || openSubscripts > 0 || !isCommand
      {
        openSubscripts += 1
      }
    case UInt8(ascii: "]"): openSubscripts = max(0, openSubscripts - 1)
    // A command, which may hold a bracket.
    case UInt8(ascii: "(") where openSubscripts > 0:
      isUnsure = true
      return
    case UInt8(ascii: "(") where listDepth > 0 || before == UInt8(ascii: "="): listDepth += 1
    case UInt8(ascii: ")"): listDepth = max(0, listDepth - 1)
    default: break
    }
    take(.code)
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
}
