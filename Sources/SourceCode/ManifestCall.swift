/// A call such as `.target(name: "A", path: "B")` in a manifest.
struct ManifestCall {
  /// The name of the called function, without the dot.
  let maker: String
  /// From the beginning of the name to behind the closing parenthesis.
  let range: Range<Int>
  private let text: SwiftText
  /// Offset of the value of each argument, by its label.
  private var arguments: [String: Int] = [:]

  /// Finds the first call of one of the makers; calls within its arguments are part of it.
  init?(in text: SwiftText, from start: Int, makers: [String: Bool]) {
    let bytes = text.bytes
    var offset = start
    while offset < bytes.count {
      guard text.kinds[offset] == .code, bytes[offset] == UInt8(ascii: ".") else {
        offset += 1
        continue
      }
      let begin = offset + 1
      guard let (name, open) = Self.name(from: begin, in: text) else {
        offset = begin
        continue
      }
      offset = open
      if makers[name] == nil { continue }
      maker = name
      self.text = text
      var close = open
      var nesting = 0
      var label: Range<Int>?
      while close < bytes.count {
        defer { close += 1 }
        guard text.kinds[close] == .code else { continue }
        let byte = bytes[close]
        if SwiftText.isWord(byte) {
          let isNext = label?.upperBound == close
          label = (isNext ? label?.lowerBound ?? close : close)..<(close + 1)
          continue
        }
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): nesting += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): nesting -= 1
        case UInt8(ascii: ":") where nesting == 1:
          if let found = label {
            arguments[String(decoding: bytes[found], as: UTF8.self)] = close + 1
            label = nil
          }
        default: break
        }
        if nesting == 0 { break }
      }
      range = begin..<close
      return
    }
    return nil
  }

  /// The name of a call, which may be in backticks, and the offset of its `(`; `nil` when there is
  /// no call.
  private static func name(from start: Int, in text: SwiftText) -> (String, open: Int)? {
    func isGap(_ offset: Int) -> Bool {
      text.kinds[offset] == .comment || SwiftText.isWhiteSpace(text.bytes[offset])
    }
    let tick = UInt8(ascii: "`")
    var word: [UInt8] = []
    var isOver = false
    for offset in start..<text.bytes.count {
      let byte = text.bytes[offset]
      if isGap(offset) || byte == tick {
        isOver = isOver || !word.isEmpty
      } else if text.kinds[offset] == .code, SwiftText.isWord(byte), !isOver {
        word.append(byte)
      } else {
        let isCalled = byte == UInt8(ascii: "(") && text.kinds[offset] == .code && !word.isEmpty
        return isCalled ? (String(decoding: word, as: UTF8.self), offset) : nil
      }
    }
    return nil
  }

  /// Whether a call of `.package(…)` names a dependency that SwiftPM resolves, not a local folder.
  var isResolved: Bool { !hasArgument("path") || hasArgument("url") || hasArgument("id") }

  func hasArgument(_ label: String) -> Bool { arguments[label] != nil }

  /// The value of an argument that is a single plain string literal; `nil` for any other.
  func text(of label: String) -> String? {
    guard let start = arguments[label] else { return nil }
    guard let first = firstCode(from: start), text.kinds[first] == .string,
      let (value, end) = literal(at: first), let next = firstCode(from: end),
      [UInt8(ascii: ","), UInt8(ascii: ")")].contains(text.bytes[next])
    else { return nil }
    return value
  }

  /// Whether an argument is a list literal or is missing.
  func isListOrMissing(_ label: String) -> Bool {
    guard let start = arguments[label] else { return true }
    return firstCode(from: start).map { text.bytes[$0] == UInt8(ascii: "[") } ?? false
  }

  /// Every string literal of the call.
  var texts: Set<String> { texts(in: range) }

  /// The string literals of one argument.
  func texts(of label: String) -> Set<String> {
    guard let start = arguments[label] else { return [] }
    var nesting = 0
    let end = (start..<range.upperBound).first { offset in
      guard text.kinds[offset] == .code else { return false }
      switch text.bytes[offset] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): nesting += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): nesting -= 1
      default: return nesting == 0 && text.bytes[offset] == UInt8(ascii: ",")
      }
      return nesting < 0
    }
    return texts(in: start..<(end ?? range.upperBound))
  }

  /// The call without white space and comments.
  var code: String {
    let bytes = range.filter { offset in
      switch text.kinds[offset] {
      case .code: !SwiftText.isWhiteSpace(text.bytes[offset])
      case .name, .string: true
      case .comment: false
      }
    }
    return String(decoding: bytes.map { text.bytes[$0] }, as: UTF8.self)
  }

  private func texts(in range: Range<Int>) -> Set<String> {
    var texts: Set<String> = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      if text.kinds[offset] == .string, let (value, end) = literal(at: offset) {
        texts.insert(value)
        offset = end
      } else if text.kinds[offset] == .string {
        // A string with escapes is kept as it is written.
        let end =
          (offset..<range.upperBound).first { text.kinds[$0] != .string } ?? range.upperBound
        texts.insert(
          String(
            decoding: text.bytes[offset..<end].filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
        offset = end
      } else {
        offset += 1
      }
    }
    return texts
  }

  private func firstCode(from start: Int) -> Int? {
    (start..<range.upperBound).first { offset in
      text.kinds[offset] == .string
        || text.kinds[offset] == .code && !SwiftText.isWhiteSpace(text.bytes[offset])
    }
  }

  /// The value of a string literal without escapes or interpolation, and the offset behind it.
  private func literal(at start: Int) -> (value: String, end: Int)? {
    let quote = UInt8(ascii: "\"")
    guard text.bytes[start] == quote else { return nil }
    var end = start + 1
    while end < range.upperBound, text.kinds[end] == .string {
      if text.bytes[end] == UInt8(ascii: "\\") { return nil }
      if text.bytes[end] == quote {
        return (String(decoding: text.bytes[(start + 1)..<end], as: UTF8.self), end + 1)
      }
      end += 1
    }
    return nil
  }
}
