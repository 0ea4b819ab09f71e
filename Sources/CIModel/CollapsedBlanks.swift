/// Text in which each run of blanks is one blank, or one line feed if the run contains a line end.
///
/// Parsers of private keys skip any number of blanks, and a source can have any number of comments
/// between the parts of a key, so a limit on the inspected length of a key must count neither.
package struct CollapsedBlanks: Hashable, Sendable {
  private var text: [UInt8] = []
  private var gap: UInt8?
  /// The number of bytes that are neither blanks nor part of a comment.
  package private(set) var count = 0
  private var line = CommentLine()
  /// The length of the text before the line, and the number of its bytes that count so far.
  private var lineStart = 0
  private var lineCount = 0
  /// The number of bytes of comments.
  private var commentCount = 0

  /// Maximum number of bytes of comments in the text; further ones are left out.
  private static let mostOfComments = 2_000

  package init() {}

  package var bytes: [UInt8] { gap.map { text + [$0] } ?? text }

  /// - Parameter byte: A space or a control character counts as a blank.
  package mutating func append(_ byte: UInt8) {
    let wasComment = line.isComment
    line.append(byte)
    if byte <= 0x20 {
      let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      gap = endsLine ? UInt8(ascii: "\n") : gap ?? UInt8(ascii: " ")
      if endsLine { (lineStart, lineCount) = (text.count, 0) }
      return
    }
    if line.isComment {
      commentCount += 1
      if !wasComment {
        count -= lineCount
        commentCount += lineCount
      }
      if commentCount > Self.mostOfComments {
        if !wasComment { text.removeSubrange(lineStart...) }
        return
      }
    } else {
      count += 1
      lineCount += 1
    }
    if let gap { text.append(gap) }
    gap = nil
    text.append(byte)
  }

  /// Appends bytes until the text contains `most` bytes that count.
  package mutating func append(_ bytes: some Sequence<UInt8>, most: Int) {
    for byte in bytes {
      if count >= most { return }
      append(byte)
    }
  }
}

/// Whether a line is a comment of several words: it begins with `//`, `#` or `*`, or is in a
/// comment that began with `/*`. A comment of one word may be a line of a key.
private struct CommentLine: Hashable, Sendable {
  private enum State {
    case start
    /// Behind the first `/`.
    case slash
    case sign
    case word
    case behindWord
    case comment
    case code
  }

  private var state = State.start
  private var isInBlock = false
  private var last: UInt8 = 0

  var isComment: Bool { state == .comment }

  mutating func append(_ byte: UInt8) {
    defer { last = byte }
    if isInBlock, last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { isInBlock = false }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      state = isInBlock ? .sign : .start
    } else if byte <= 0x20 {
      if state == .slash { state = .code }
      if state == .word { state = .behindWord }
    } else {
      state = next(byte)
    }
  }

  private mutating func next(_ byte: UInt8) -> State {
    switch state {
    case .start:
      if byte == UInt8(ascii: "/") { return .slash }
      return "#*".utf8.contains(byte) ? .sign : .code
    case .slash:
      if byte == UInt8(ascii: "*") { isInBlock = true }
      return "/*".utf8.contains(byte) ? .sign : .code
    case .sign: return "/*#!".utf8.contains(byte) ? .sign : .word
    case .behindWord: return .comment
    case .word, .comment, .code: return state
    }
  }
}
