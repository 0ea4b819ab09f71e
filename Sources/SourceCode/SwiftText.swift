/// A Swift source with each byte classified as code, comment or string.
package struct SwiftText: Sendable {
  package enum Kind: UInt8, Sendable {
    case code
    case comment
    case string
    /// What is between the backticks of a raw identifier that is no plain word, as in `` `adds two` ``
    /// (SE-0451): its words and brackets have no meaning.
    case name
  }

  /// The source, with blanks in place of U+00A0 and NUL in code. The compiler warns of them and
  /// treats them as blanks.
  package private(set) var bytes: [UInt8]
  package private(set) var kinds: [Kind]
  /// The source ended within a construct, or a string did not end on its line, so it is not certain
  /// what is code. A regular expression that contains a quotation mark can cause this.
  package private(set) var isConfused = false
  /// Ranges from a `/` that may divide or begin a regular expression to the end of its line,
  /// ascending. What is code there depends on the language version.
  package internal(set) var doubts: [Range<Int>] = []
  /// After a doubt or a construct that is not Swift, it is not certain where code begins again.
  package internal(set) var isUnsure = false

  var position = 0
  private var depth = 0

  /// U+FEFF, which compilers skip at the beginning of a source.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    kinds = [Kind](repeating: .code, count: bytes.count)
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    if bytes[position...].starts(with: "#!".utf8) { scanLineComment() }
    scanCode(isInterpolation: false)
    depth = 0
    if isConfused { isUnsure = true }
  }

  /// The same text with inactive code marked as a comment.
  func without(_ inactive: InactiveCode) -> SwiftText {
    var text = self
    for range in inactive.ranges {
      for offset in range { text.kinds[offset] = .comment }
    }
    return text
  }

  // MARK: Lines

  /// The content of a line without comments and surrounding white space.
  package struct Line: Hashable, Sendable {
    package var content: [UInt8]
    /// Range of the content in the source.
    package var range: Range<Int>
    /// 1-based.
    package var number: Int

    package static func == (left: Line, right: Line) -> Bool { left.content == right.content }
    package func hash(into hasher: inout Hasher) { hasher.combine(content) }
  }

  /// The lines that contain code or strings.
  package var lines: [Line] {
    var lines: [Line] = []
    var start = 0
    var number = 1
    while start <= bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      let isInString = end < bytes.count && kinds[end] == .string
      if let line = line(start..<end, number, isInString) { lines.append(line) }
      start = end + 1
      number += 1
    }
    return lines
  }

  private func line(_ range: Range<Int>, _ number: Int, _ endsInString: Bool) -> Line? {
    var range = range
    func isSpace(_ offset: Int) -> Bool {
      kinds[offset] == .comment
        || (kinds[offset] == .code && SwiftText.isWhiteSpace(bytes[offset]))
    }
    while let first = range.first, isSpace(first) { range = (first + 1)..<range.upperBound }
    while let last = range.last, isSpace(last) { range = range.lowerBound..<last }
    if range.isEmpty, !endsInString { return nil }
    var content: [UInt8] = []
    for offset in range {
      if kinds[offset] != .comment {
        content.append(bytes[offset])
      } else if kinds[offset - 1] != .comment {
        content.append(UInt8(ascii: " "))
      }
    }
    // A line break counts when it is part of a string.
    if endsInString { content.append(UInt8(ascii: "\n")) }
    return Line(content: content, range: range, number: number)
  }

  /// Offset of the beginning of each line.
  package var lineStarts: [Int] {
    [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  // MARK: Words

  /// Whether a byte ends a line in Swift; a carriage return does, too.
  static func isNewline(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  package static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The end of the word of code, or of a name, that begins at an offset.
  func endOfWord(at start: Int, before end: Int) -> Int {
    var offset = start
    while offset < end, kinds[offset] == kinds[start], Self.isWord(bytes[offset]) { offset += 1 }
    return offset
  }

  /// Whether a byte is part of a word of code, or of a name.
  func hasWord(at offset: Int) -> Bool {
    (kinds[offset] == .code || kinds[offset] == .name) && Self.isWord(bytes[offset])
  }

  /// The words of the code and of names in a range, each with a `#` or `@` directly before it.
  package func words(in range: Range<Int>) -> [String] {
    var words: [String] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard hasWord(at: offset) else {
        offset += 1
        continue
      }
      var start = offset
      offset = endOfWord(at: start, before: range.upperBound)
      if start > 0, bytes[start - 1] == UInt8(ascii: "#") || bytes[start - 1] == UInt8(ascii: "@") {
        start -= 1
      }
      words.append(String(decoding: bytes[start..<offset], as: UTF8.self))
    }
    return words
  }

  /// The code in a range without white space, comments and backticks. A blank separates words, and
  /// each string literal is a `"`, or `""` when it is empty. Other signs than words in names are `_`.
  func code(in range: Range<Int>) -> [UInt8] {
    var code: [UInt8] = []
    var isApart = false
    var textStart: Int?
    for offset in range {
      let byte = bytes[offset]
      if kinds[offset] == .string {
        textStart = textStart ?? offset
      } else if let start = textStart {
        code += Array((isEmptyText(start..<offset) ? "\"\"" : "\"").utf8)
        textStart = nil
      }
      if kinds[offset] == .name {
        code.append(SwiftText.isWord(byte) ? byte : UInt8(ascii: "_"))
        continue
      }
      guard kinds[offset] == .code, !SwiftText.isWhiteSpace(byte) else {
        isApart = true
        continue
      }
      if isApart, SwiftText.isWord(byte), code.last.map(SwiftText.isWord) ?? false {
        code.append(UInt8(ascii: " "))
      }
      isApart = false
      if byte != UInt8(ascii: "`") { code.append(byte) }
    }
    return code
  }

  /// Whether a string literal is empty: `""`, `#""#`, or quotation marks on two lines with nothing
  /// between them.
  private func isEmptyText(_ range: Range<Int>) -> Bool {
    let hash = UInt8(ascii: "#")
    let text = bytes[range].drop { $0 == hash }
    let marks = text.prefix(while: { $0 != hash }).filter { $0 != UInt8(ascii: " ") }
    return marks.elementsEqual("\"\"".utf8)
      ? text.starts(with: "\"\"".utf8)
      : marks.filter { !SwiftText.isWhiteSpace($0) }.elementsEqual("\"\"\"\"\"\"".utf8)
        && marks.count { SwiftText.isNewline($0) } == 1
  }

  // MARK: Scanning

  func byte(_ ahead: Int = 0) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private mutating func mark(_ kind: Kind, _ count: Int = 1) {
    let end = min(bytes.count, position + count)
    while position < end {
      kinds[position] = kind
      position += 1
    }
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count {
      bytes[position] = UInt8(ascii: " ")
      position += 1
    }
  }

  private mutating func scanCode(isInterpolation: Bool) {
    depth += 1
    defer { depth -= 1 }
    // No hand-written source is nested deeper.
    if depth > 50 {
      isConfused = true
      position = bytes.count
      return
    }
    var parentheses = 0
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
        scanLineComment()
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
        scanComment()
      case UInt8(ascii: "/"):
        noteDoubt(isInterpolation: isInterpolation)
        if beginsRegularExpression { scanString(hashes: 0, quote: byte) } else { position += 1 }
      case UInt8(ascii: "`"):
        scanRawName()
      case UInt8(ascii: "<") where self.byte(1) == UInt8(ascii: "#") && isPlaceholder:
        // The compiler reads a placeholder as one token, and as an error where it is built.
        isUnsure = true
        position += 1
      case UInt8(ascii: "'"):
        // A single quote is not Swift, but the compiler skips it in code that `#if` leaves out.
        isUnsure = true
        position += 1
      case UInt8(ascii: "\""):
        scanString(hashes: 0, quote: byte)
      case UInt8(ascii: "#"):
        var hashes = 1
        while self.byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if let quote = self.byte(hashes), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "/")
        {
          mark(.string, hashes)
          scanString(hashes: hashes, quote: quote)
        } else {
          position += hashes
        }
      case UInt8(ascii: "("):
        parentheses += 1
        position += 1
      case UInt8(ascii: ")"):
        if isInterpolation, parentheses == 0 { return }
        parentheses -= 1
        position += 1
      case 0:
        blank(1)
      case 0xC2 where self.byte(1) == 0xA0:
        blank(2)
      default:
        position += 1
      }
    }
    if isInterpolation { isConfused = true }
  }

  /// Whether a `<#` has its `#>` on the same line, as a placeholder of an editor does.
  private var isPlaceholder: Bool {
    var ahead = 2
    while let byte = byte(ahead), !SwiftText.isNewline(byte) {
      let next = self.byte(ahead + 1)
      if byte == UInt8(ascii: "#"), next == UInt8(ascii: ">") { return true }
      if byte == UInt8(ascii: "<"), next == UInt8(ascii: "#") { return false }
      ahead += 1
    }
    return false
  }

  private mutating func scanLineComment() {
    while let next = byte(), !SwiftText.isNewline(next) { mark(.comment) }
  }

  /// Scans a name in backticks, which may contain any other character (SE-0451).
  private mutating func scanRawName() {
    var ahead = 1
    var isPlain = true
    while let byte = byte(ahead), !SwiftText.isNewline(byte) {
      if byte == UInt8(ascii: "`") {
        position += 1
        mark(isPlain ? .code : .name, ahead - 1)
        position += 1
        return
      }
      isPlain = isPlain && SwiftText.isWord(byte)
      ahead += 1
    }
    position += ahead
  }

  private mutating func scanComment() {
    var open = 0
    while byte() != nil {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        open += 1
        mark(.comment, 2)
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        open -= 1
        mark(.comment, 2)
        if open == 0 { return }
      } else {
        mark(.comment)
      }
    }
    isConfused = true
  }

  private func hasHashes(_ count: Int, at ahead: Int) -> Bool {
    (0..<count).allSatisfy { byte(ahead + $0) == UInt8(ascii: "#") }
  }

  /// Whether the string or regular expression that begins here spans several lines.
  private func isMultiline(_ hashes: Int, _ quote: UInt8) -> Bool {
    if quote == UInt8(ascii: "/") {
      var ahead = 1
      while let byte = byte(ahead), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        ahead += 1
      }
      return hashes > 0 && byte(ahead).map(SwiftText.isNewline) ?? false
    }
    guard byte(1) == quote, byte(2) == quote else { return false }
    // `#"""#` is a string of one quotation mark: a raw string ends on its line if it can
    // (`advanceIfMultilineDelimiter` in `Lexer.cpp`).
    var ahead = 2
    while hashes > 0, let byte = byte(ahead), !SwiftText.isNewline(byte) {
      if byte == quote, hasHashes(hashes, at: ahead + 1) { return false }
      ahead += 1
    }
    return true
  }

  private mutating func scanString(hashes: Int, quote: UInt8) {
    let isMultiline = isMultiline(hashes, quote)
    let quotes = isMultiline && quote == UInt8(ascii: "\"") ? 3 : 1
    mark(.string, quotes)
    // Escapes in a regular expression do not repeat the number signs.
    let escapeHashes = quote == UInt8(ascii: "/") ? 0 : hashes
    while let next = byte() {
      if next == quote, (0..<quotes).allSatisfy({ byte($0) == quote }),
        hasHashes(hashes, at: quotes)
      {
        mark(.string, quotes + hashes)
        return
      }
      if next == UInt8(ascii: "\\"), hasHashes(escapeHashes, at: 1) {
        mark(.string, 1 + escapeHashes)
        if byte() == UInt8(ascii: "("), quote == UInt8(ascii: "\"") {
          position += 1
          scanCode(isInterpolation: true)
          position += 1
        } else if isMultiline || !(byte().map(SwiftText.isNewline) ?? false) {
          mark(.string)
        }
        continue
      }
      if SwiftText.isNewline(next), !isMultiline { break }
      mark(.string)
    }
    isConfused = true
  }
}
