import SourceCode

/// The code of a Swift file without anything that a formatter may change: comments, and blanks and
/// line breaks that have no meaning between the tokens around them.
struct SwiftLayout {
  private(set) var code: [UInt8] = []
  private var pieces: [Piece] = []

  private enum Gap {
    case none
    case blank
    case newline
  }

  /// A word, an operator, a string literal or a single sign.
  private struct Piece {
    enum Kind {
      case word
      case operation
      case text
      case sign
    }

    var kind: Kind
    var bytes: ArraySlice<UInt8>
    /// The gap before it.
    var gap: Gap

    func isSign(in signs: String) -> Bool {
      kind == .sign && bytes.first.map(signs.utf8.contains) ?? false
    }

    /// Whether a value can end with it, or begin with it.
    var endsValue: Bool { kind == .word || kind == .text || isSign(in: ")]}`") }
    var beginsValue: Bool { kind == .word || kind == .text || isSign(in: "([{`#\\") }
  }

  /// - Returns: `nil` when it is not certain what is code.
  init?(_ bytes: [UInt8]) {
    let text = SwiftText(bytes)
    if text.isUnsure || !text.doubts.isEmpty { return nil }
    var (position, gap) = Self.gap(at: 0, in: text)
    while position < bytes.count {
      let (kind, end) = Self.piece(at: position, in: text)
      pieces.append(Piece(kind: kind, bytes: bytes[position..<end], gap: gap))
      (position, gap) = Self.gap(at: end, in: text)
    }
    for index in pieces.indices {
      if index > 0, !isFree(index) { code += Self.sign(of: pieces[index].gap) }
      code += pieces[index].bytes
    }
  }

  private static func sign(of gap: Gap) -> [UInt8] {
    switch gap {
    case .none: []
    case .blank: [UInt8(ascii: " ")]
    case .newline: [UInt8(ascii: "\n")]
    }
  }

  // MARK: Pieces

  /// The offset of the next piece, and the gap before it.
  private static func gap(at start: Int, in text: SwiftText) -> (end: Int, gap: Gap) {
    var (position, gap) = (start, Gap.none)
    while position < text.bytes.count {
      let (byte, kind) = (text.bytes[position], text.kinds[position])
      if kind != .comment, kind != .code || byte > 0x20 { break }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        gap = .newline
      } else if gap == .none {
        gap = .blank
      }
      position += 1
    }
    return (position, gap)
  }

  private static func piece(at start: Int, in text: SwiftText) -> (Piece.Kind, end: Int) {
    let kind: Piece.Kind =
      if text.kinds[start] != .code {
        .text
      } else if SwiftText.isWord(text.bytes[start]) {
        .word
      } else {
        "=+-*/%&|^~!?<>".utf8.contains(text.bytes[start]) ? .operation : .sign
      }
    var end = start + 1
    while kind != .sign, end < text.bytes.count, text.kinds[end] == text.kinds[start] {
      let isSame =
        switch kind {
        case .text: true
        case .word: SwiftText.isWord(text.bytes[end])
        case .operation, .sign: "=+-*/%&|^~!?<>".utf8.contains(text.bytes[end])
        }
      if !isSame { break }
      end += 1
    }
    return (kind, end)
  }

  // MARK: Gaps

  /// Whether the gap before a piece has no meaning.
  private func isFree(_ index: Int) -> Bool {
    let (last, next) = (pieces[index - 1], pieces[index])
    if last.isSign(in: "([{,;") || next.isSign(in: ")]},;") { return true }
    if last.isSign(in: ":") != next.isSign(in: ":") { return true }
    if next.isSign(in: "{"), next.gap != .newline, last.kind != .operation { return true }
    return beginsMember(index) || isInfix(index) || isInfix(index - 1)
  }

  /// Whether `.name` follows a value, directly or on a line of its own.
  private func beginsMember(_ index: Int) -> Bool {
    let last = pieces[index - 1]
    guard pieces[index].isSign(in: "."), pieces[index].gap != .blank, index + 1 < pieces.count,
      pieces[index + 1].kind == .word, pieces[index + 1].gap == .none, last.endsValue
    else { return false }
    return last.kind != .word || last.bytes.first.map { $0 > UInt8(ascii: "9") } ?? false
  }

  /// Infix operators of the standard library that begin or end nothing else.
  private static let infixes: Set<String> = [
    "!=", "!==", "%", "%=", "&", "&&", "&*", "&+", "&-", "*", "*=", "+", "+=", "-", "-=", "->", "/",
    "/=",
    "<=", "=", "==", "===", ">=", "??", "^", "|", "||", "~=",
  ]

  /// Whether an operator is between two values, with gaps on both sides or on neither: the gaps
  /// have no meaning.
  private func isInfix(_ index: Int) -> Bool {
    guard index > 0, index + 1 < pieces.count, pieces[index].kind == .operation,
      (pieces[index].gap == .none) == (pieces[index + 1].gap == .none),
      pieces[index - 1].endsValue, pieces[index + 1].beginsValue
    else { return false }
    return Self.infixes.contains(String(decoding: pieces[index].bytes, as: UTF8.self))
  }
}
