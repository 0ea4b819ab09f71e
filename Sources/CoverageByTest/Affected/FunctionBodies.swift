import SourceCode

/// Distinguishes edits inside one function's body from those that may change the meaning of other
/// code.
///
/// Code that never ran the function cannot be affected by an edit of the first kind. An edit of the
/// second kind, such as another type, default value, overload or attribute, can change distant code
/// without touching its lines.
struct FunctionBodies {
  private let text: SwiftText
  private let bodies: [(range: Range<Int>, body: TestLines.Body)]

  /// - Parameter bodies: The positions of functions that are not inside another function.
  init(_ text: SwiftText, _ bodies: [TestLines.Body]) {
    self.text = text
    let starts = text.lineStarts
    func offset(_ line: Int, _ column: Int) -> Int? {
      guard line >= 1, line <= starts.count, column >= 1 else { return nil }
      let offset = starts[line - 1] + column - 1
      return offset <= text.bytes.count ? offset : nil
    }
    self.bodies = bodies.compactMap { body in
      guard let start = offset(body.startLine, body.startColumn),
        let end = offset(body.endLine, body.endColumn), start + 1 < end,
        text.bytes[start] == UInt8(ascii: "{"), text.bytes[end - 1] == UInt8(ascii: "}")
      else { return nil }
      return (start..<end, body)
    }
  }

  /// The body that contains an edit and all its effects; `nil` when there is none.
  func body(around edit: SourceEdits.Edit, in new: SwiftText) -> TestLines.Body? {
    if text.isConfused || new.isConfused { return nil }
    let found = bodies.first { place in
      place.range.lowerBound < edit.old.lowerBound && edit.old.upperBound < place.range.upperBound
    }
    guard let found, FunctionBodies.isClosed(edit.old, text),
      FunctionBodies.isClosed(edit.new, new), isFunction(before: found.range.lowerBound)
    else { return nil }
    return found.body
  }

  /// Whether the braces in a range are balanced, and it contains no conditional compilation.
  private static func isClosed(_ range: Range<Int>, _ text: SwiftText) -> Bool {
    var depth = 0
    for offset in range {
      switch (text.kinds[offset], text.bytes[offset]) {
      case (.code, UInt8(ascii: "{")): depth += 1
      case (.code, UInt8(ascii: "}")):
        depth -= 1
        if depth < 0 { return false }
      default: break
      }
    }
    if depth != 0 { return false }
    // A word at the edge of the range is checked as a whole.
    var whole = range
    while whole.lowerBound > 0, SwiftText.isWord(text.bytes[whole.lowerBound - 1]) {
      whole = (whole.lowerBound - 1)..<whole.upperBound
    }
    while whole.upperBound < text.bytes.count, SwiftText.isWord(text.bytes[whole.upperBound]) {
      whole = whole.lowerBound..<(whole.upperBound + 1)
    }
    return !text.words(in: whole).contains { directives.contains($0) }
  }

  private static let directives: Set<String> = [
    "#if", "#else", "#elseif", "#endif", "#sourceLocation",
  ]

  private static let functions: Set<String> = [
    "func", "init", "deinit", "subscript", "get", "set", "willSet", "didSet", "_read", "_modify",
    "read", "modify", "unsafeAddress", "unsafeMutableAddress",
  ]

  /// Whether a brace begins the body of a function, an accessor or a computed property with a
  /// written type, according to the declaration before it.
  private func isFunction(before brace: Int) -> Bool {
    var nesting = 0
    var offset = brace - 1
    while offset >= 0 {
      guard text.kinds[offset] == .code else {
        offset -= 1
        continue
      }
      switch text.bytes[offset] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting += 1
      case UInt8(ascii: "("), UInt8(ascii: "["):
        nesting -= 1
        if nesting < 0 { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
        // An accessor or a computed property directly after another one, without a keyword between
        // them.
        if nesting == 0 { return false }
      case let byte where SwiftText.isWord(byte):
        let end = offset + 1
        while offset > 0, SwiftText.isWord(text.bytes[offset - 1]),
          text.kinds[offset - 1] == .code
        {
          offset -= 1
        }
        if nesting == 0 {
          let word = String(decoding: text.bytes[offset..<end], as: UTF8.self)
          let isQuoted = offset > 0 && text.bytes[offset - 1] == UInt8(ascii: "`")
          if !isQuoted, let answer = answer(to: word, from: end, upTo: brace) { return answer }
        }
      default: break
      }
      offset -= 1
    }
    return false
  }

  /// Whether a word before a body shows that it is a function's or not; `nil` when it shows
  /// neither.
  private func answer(to word: String, from end: Int, upTo brace: Int) -> Bool? {
    if FunctionBodies.functions.contains(word) || word == "var" {
      // The body of a function with an opaque result determines the type of the result; an initial
      // value determines the type of its variable.
      return !hasAssignment(end..<brace) && !text.words(in: end..<brace).contains("some")
    }
    return [
      "let", "case", "return", "in", "class", "struct", "enum", "extension", "protocol", "actor",
    ]
    .contains(word) ? false : nil
  }

  /// Whether a range contains a single `=` outside of parentheses.
  private func hasAssignment(_ range: Range<Int>) -> Bool {
    var nesting = 0
    for offset in range where text.kinds[offset] == .code {
      switch text.bytes[offset] {
      case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting -= 1
      case UInt8(ascii: "=") where nesting == 0:
        let before = offset > 0 ? text.bytes[offset - 1] : 0x20
        let after = offset + 1 < text.bytes.count ? text.bytes[offset + 1] : 0x20
        if SwiftText.isWhiteSpace(before) || SwiftText.isWord(before),
          SwiftText.isWhiteSpace(after) || SwiftText.isWord(after)
        {
          return true
        }
      default: break
      }
    }
    return false
  }
}
