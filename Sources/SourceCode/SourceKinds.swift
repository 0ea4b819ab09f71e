/// Classifies each byte of a source that is not Swift as code, comment or string.
///
/// Gates rely on the result, so a byte is a comment or a string only when that is certain. After a
/// construct that is not known here, every byte is `nil`: it may be anything.
package struct SourceKinds {
  var kinds: [SwiftText.Kind?]

  let bytes: [UInt8]
  let syntax: SourceSyntax
  private let doubtsEverywhere: WordSet
  private let doubtsInCode: WordSet
  let doubtsInText: WordSet
  private(set) var position = 0
  private(set) var isUnsure = false
  /// Offset of the first byte of code in the line that is not blank; joined lines count as one.
  private var lineStart: Int?
  /// The line that begins at an offset, from the name of its C directive on; empty without one.
  private var directive: (line: Int, text: ArraySlice<UInt8>)?
  /// Whether the line contains a `<` without its `>`.
  private var hasOpenAngle = false
  /// Number of open subscripts in a shell script, in which a `#` after a blank begins no comment.
  private var openSubscripts = 0
  /// Depth of parentheses in an open list of words, `a=(b c`; 0 outside of one.
  private var listDepth = 0
  /// Whether the comments are metadata of a Python script.
  private var isInMetadata = false

  /// The kind of each byte of a source; `nil` where it is not certain.
  ///
  /// All bytes of a text or data file are code. Nothing is certain in a language that is not known
  /// here, or after a construct that is not known here.
  package static func find(in bytes: [UInt8], path: String) -> [SwiftText.Kind?] {
    if path.hasSuffix(".swift") || path.hasSuffix(".swiftinterface") {
      let text = SwiftText(bytes)
      let isScriptOfOther = Interpreter(bytes).map { $0.name != "swift" } ?? false
      if text.isUnsure || isScriptOfOther { return Array(repeating: nil, count: bytes.count) }
      var kinds = text.kinds.map { Optional($0 == .name ? .code : $0) }
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

  /// Marks a byte and moves past it, unless nothing is certain from here on.
  mutating func take(_ kind: SwiftText.Kind) {
    guard !isUnsure, let byte = byte() else { return }
    // Some programs end a line at a lone carriage return, and some do not.
    let isLoneReturn = byte == UInt8(ascii: "\r") && self.byte(1) != Self.newline
    if isLoneReturn || doubtsEverywhere.contains(prefixOf: bytes, at: position) {
      isUnsure = true
      return
    }
    if kind == .code { noteInLine(byte) }
    kinds[position] = kind
    position += 1
  }

  /// Skips the byte order mark, as readers of the source do before they look for `#!` or a
  /// directive.
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
    if lineStart == nil, byte > 0x20 { lineStart = position }
  }

  mutating func doubt(from start: Int) {
    isUnsure = true
    for index in start..<position { kinds[index] = nil }
  }

  /// Whether a backslash here joins the line with the next one, for gcc or for clang: both pass
  /// over blanks behind it, gcc also over a NUL.
  var joinsLines: Bool {
    guard byte() == Self.backslash else { return false }
    var ahead = 1
    while let next = byte(ahead), Self.gaps.contains(next) { ahead += 1 }
    return byte(ahead) == Self.newline
  }

  private static let gaps = Array(" \t\u{B}\u{C}\r\0".utf8)

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
      // C90 has no line comments: `a //**/ b` divides there.
      case Self.slash where syntax.family == .c && self.byte(2) == UInt8(ascii: "*"):
        isUnsure = true
      case Self.slash where !isInHeaderName: scanLineComment()
      case UInt8(ascii: "*") where !isInHeaderName && !isInPlainText: scanBlockComment()
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

  /// Scans a byte of a shell script. `a[x` and `a=([x` open subscripts; `[ x` and `[[ x` are
  /// commands.
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
    // The parentheses may contain a command with a bracket.
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
      // An escaped blank or line break does not end the word.
      if self.byte() == UInt8(ascii: "#") { isUnsure = true }
    } else if syntax.family == .c, joinsLines {
      // The joined lines could form `//`, or the beginning of a raw string.
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

  /// Scans `${name#prefix}`; anything in it that begins or ends another construct is not certain.
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

  /// Whether this may be in the name of a header that C includes or C++ imports, such as
  /// `<a/*b.h>`.
  private var isInHeaderName: Bool {
    guard syntax.family == .c, hasOpenAngle, let lineStart else { return false }
    return "#%?@<".utf8.contains(bytes[lineStart]) || isImport(lineStart)
  }

  /// Whether a line may import a header in C++.
  private func isImport(_ lineStart: Int) -> Bool {
    ["import", "export"].contains { bytes[lineStart...].starts(with: $0.utf8) }
  }

  /// Whether quotation marks or a backslash here may be a part of the name of a header, as in
  /// `<a"b>` and `"a\"`.
  mutating func mayBeInHeaderName() -> Bool {
    guard syntax.family == .c, let lineStart else { return false }
    if isInHeaderName { return true }
    // A comment may stand between the `#` and the name of the directive. `__has_include("a\\")` reads
    // names in the same way.
    return byte() == Self.backslash
      && (isImport(lineStart)
        || isDirective(["include", "import", "embed", "if", "elif", "/"]))
  }

  /// Whether this may be in a line that Clang takes as it is, as behind `#warning` or `#pragma mark`.
  private var isInPlainText: Bool {
    mutating get {
      isDirective(["error", "pragma", "warning"])
        || isDirective(["/"]) && directive?.text.startIndex != position
    }
  }

  /// Whether the line is a C directive with one of these names, or with one that begins like it.
  private mutating func isDirective(_ names: [String]) -> Bool {
    guard syntax.family == .c, let lineStart else { return false }
    // Once for each line, which may have very many blanks and backslashes.
    if directive?.line != lineStart {
      // The `#` may stand in a line that is joined with this one.
      let text = bytes[lineStart...].drop { $0 <= 0x20 || "#%:?=\\".utf8.contains($0) }
      directive = (lineStart, text.startIndex == lineStart ? [] : text)
    }
    return names.contains { directive?.text.starts(with: $0.utf8) ?? false }
  }

  // MARK: Comments

  private mutating func scanLineComment() {
    let start = position
    while let next = byte(), next != Self.newline, !isUnsure {
      if syntax.family == .c, joinsLines { return doubt(from: start) }
      take(.comment)
    }
    endComment(from: start)
  }

  /// Takes back that the bytes of an instruction are a comment: it may be anything.
  ///
  /// Python's are blocks of lines from `# /// script` to `# ///`:
  /// https://packaging.python.org/specifications/inline-script-metadata
  private mutating func endComment(from start: Int) {
    let comment = bytes[start..<position]
    var isDirective = syntax.isDirective(comment)
    if syntax.family == .python {
      let isEdge = comment.starts(with: "# ///".utf8)
      isDirective = isInMetadata || isEdge
      if isEdge { isInMetadata = comment.starts(with: "# /// ".utf8) }
    }
    if isDirective { for index in start..<position { kinds[index] = nil } }
  }

  private mutating func scanBlockComment() {
    let start = position
    take(.comment)
    take(.comment)
    while let next = byte(), !isUnsure {
      if next == UInt8(ascii: "*"), byte(1) == Self.slash {
        take(.comment)
        take(.comment)
        return endComment(from: start)
      }
      if syntax.family == .c, joinsLines, byte(-1) == UInt8(ascii: "*") { break }
      take(.comment)
    }
    doubt(from: start)
  }
}
