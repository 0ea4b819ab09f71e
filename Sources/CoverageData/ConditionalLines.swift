import CIModel
import SourceCode

/// Finds the lines of Swift functions behind `#if`, which a build can leave out.
///
/// In a build that contains them, each has coverage data. What is no code of a function, such as an
/// import or a declaration without a body, never has any.
struct ConditionalLines {
  private enum Block {
    case type
    /// A protocol, a precedence group, or the argument of a macro: its braces hold no function.
    case plain
    case function
    /// A property or a subscript: its braces hold code, or accessors. Then they have no data.
    case property
    /// A property with an initial value: its braces hold code, or observers.
    case value
  }

  /// The line that is read.
  private struct Line {
    /// 1-based.
    var number: Int
    var holdsCode = false
    var isDirective = false
  }

  private let text: SwiftText
  private var lines = LineHits()
  private var line = Line(number: 1)
  /// Whether statements outside of types are code, as in `main.swift`.
  private let isScript: Bool
  /// Whether the line, or the text before the next brace, is a declaration outside of types.
  private var isDeclaration = false
  private var isHeader = false
  /// The end of the attributes that were read last.
  private var attributesEnd = 0
  /// Number of open `#if`.
  private var level = 0
  private var blocks: [(block: Block, nesting: Int)] = []
  /// Number of open parentheses and brackets in the innermost block.
  private var nesting = 0
  /// The position of a brace that begins the last argument of a macro.
  private var macroBrace: Int?
  /// Whether the next brace outside of parentheses begins the body of a statement such as `if`.
  private var isStatement = false
  /// What the next brace opens; `nil` for a statement.
  private var next: Block?
  private var position = 0
  /// The last word of code before the next brace.
  private var lastWord = ""

  private static let keywords: [String: Block] = [
    "actor": .type, "class": .type, "enum": .type, "extension": .type, "struct": .type,
    "precedencegroup": .plain, "protocol": .plain, "case": .function, "deinit": .function,
    "func": .function, "import": .function, "init": .function, "let": .function,
    "operator": .function, "subscript": .property, "typealias": .function, "var": .property,
  ]
  /// Words behind a `#` that are no macros with a closure.
  private static let values: Set = [
    "_hasSymbol", "available", "colorLiteral", "column", "dsohandle", "error", "file", "fileID",
    "fileLiteral", "filePath", "function", "imageLiteral", "keyPath", "line", "selector",
    "sourceLocation", "unavailable", "warning",
  ]
  /// Statements with a condition, in which a macro has no closure behind it.
  private static let statements: Set = ["for", "guard", "if", "switch", "while"]
  /// Keywords of declarations without braces.
  private static let short: Set = ["import", "operator", "typealias"]

  /// The lines with count 0.
  static func find(in bytes: [UInt8], path: String) -> LineHits {
    var scan = ConditionalLines(text: SwiftText(bytes), isScript: path.lastPathName == "main.swift")
    scan.run()
    return scan.lines
  }

  private init(text: SwiftText, isScript: Bool) { (self.text, self.isScript) = (text, isScript) }

  private mutating func run() {
    while position < text.bytes.count {
      let (byte, kind) = (text.bytes[position], text.kinds[position])
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if kind != .comment, kind != .code || !SwiftText.isWhiteSpace(byte) {
        if let block = blocks.last?.block, block == .property || block == .value {
          beginProperty(hasValue: block == .value)
        }
        if byte != UInt8(ascii: "#"), byte != UInt8(ascii: "@") || !blocks.isEmpty { note() }
        if kind == .code { read(byte) }
      }
      position += 1
    }
    endLine()
  }

  private static let accessors: Set = [
    "_modify", "_read", "borrow", "didSet", "get", "mutate", "mutating", "nonmutating", "set",
    "unsafeAddress", "unsafeMutableAddress", "willSet",
  ]
  private static let observers: Set = ["didSet", "willSet"]

  /// Decides by the first word of a property, behind its attributes, what its braces hold.
  private mutating func beginProperty(hasValue: Bool) {
    let start = afterAttributes()
    var rest = text.bytes[start...].prefix(64)
    if text.kinds[start] != .code { rest = [] }
    let name = String(decoding: rest.prefix { SwiftText.isWord($0) }, as: UTF8.self)
    let hasAccessors =
      (hasValue ? Self.observers : Self.accessors).contains(name)
      || rest.first == UInt8(ascii: "}")
    blocks[blocks.count - 1].block = hasAccessors ? .type : .function
  }

  /// The position behind attributes, such as `@MainActor` and `@available(…)`; the current one if they
  /// are too long, or around the position.
  private mutating func afterAttributes() -> Int {
    if position < attributesEnd { return position }
    var (depth, isAttribute) = (0, false)
    for index in position..<min(position + 1_024, text.bytes.count)
    where text.kinds[index] != .comment {
      attributesEnd = index
      if text.kinds[index] == .name || text.kinds[index] == .string && depth > 0 { continue }
      switch text.bytes[index] {
      case UInt8(ascii: "@") where depth == 0: isAttribute = true
      case UInt8(ascii: "(") where isAttribute: depth += 1
      case UInt8(ascii: ")") where depth > 0: (depth, isAttribute) = (depth - 1, depth > 1)
      case let byte where SwiftText.isWhiteSpace(byte): isAttribute = depth > 0
      default: if !isAttribute { return index }
      }
    }
    return position
  }

  /// Notes that the line has code.
  private mutating func note() {
    let isCode =
      blocks.last.map { $0.block == .function } ?? (isScript && !isDeclaration && !isHeader)
    if isCode, !line.isDirective { line.holdsCode = true }
  }

  private mutating func endLine() {
    if line.holdsCode, level > 0 { lines.append(line.number, line.number, count: 0) }
    line = Line(number: line.number + 1)
    guard isScript, blocks.isEmpty, nesting == 0 else { return }
    isDeclaration = false
    if !isHeader { next = nil }
  }

  private mutating func read(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "#"): readDirective()
    case UInt8(ascii: "("), UInt8(ascii: "["): nesting += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): nesting -= 1
    case UInt8(ascii: "{"): open()
    case UInt8(ascii: "}"):
      nesting = blocks.popLast()?.nesting ?? 0
      next = nil
    case UInt8(ascii: ";"): (next, isStatement) = (nil, false)
    case UInt8(ascii: "@"): if blocks.isEmpty { isDeclaration = true }
    case UInt8(ascii: "="): if nesting == 0, next == .property { next = .value }
    default: if SwiftText.isWord(byte) { readWord() }
    }
  }

  private mutating func open() {
    let around = blocks.last?.block ?? .type
    // A closure that is the value itself has no observers.
    if next == .value, text.lastCode(before: position) == UInt8(ascii: "=") { next = .function }
    let isArgument = position == macroBrace && !(isStatement && nesting == 0)
    let block = isArgument ? .plain : next ?? .function
    blocks.append((around == .type ? block : around, nesting))
    (nesting, next, isHeader, isStatement, lastWord) = (0, nil, false, false, "")
    note()
  }

  private mutating func readDirective() {
    let start = position
    position += 1
    let name = word()
    switch name {
    case "if": (level, line.isDirective) = (level + 1, true)
    case "else", "elseif": line.isDirective = true
    case "endif": (level, line.isDirective) = (max(0, level - 1), true)
    case "": position = start
    default:
      if nesting == 0, blocks.isEmpty, !line.holdsCode { isDeclaration = true }
      if !Self.values.contains(name) { macroBrace = text.brace(behindMacro: position + 1) }
    }
  }

  private mutating func readWord() {
    let before = text.lastCode(before: position)
    let name = word()
    // `func actor()` declares no actor.
    let isName = lastWord == "func"
    lastWord = name
    if nesting == 0, Self.statements.contains(name) { isStatement = true }
    guard !isName, nesting == 0, blocks.last?.block ?? .type == .type,
      let block = Self.keywords[name],
      before != UInt8(ascii: "."), before != UInt8(ascii: "`")
    else { return }
    if block != .type || isFollowedByName { next = block }
    if blocks.isEmpty, next == block, name != "let", name != "var" {
      (isDeclaration, isHeader, line.holdsCode) = (true, !Self.short.contains(name), false)
    }
  }

  /// Whether a name comes after the word. `class` can be a modifier, and `actor` a name.
  private var isFollowedByName: Bool {
    let after = text.bytes.indices[(position + 1)...].first {
      text.kinds[$0] != .comment && !SwiftText.isWhiteSpace(text.bytes[$0])
    }.map { text.bytes[$0] }
    return after.map { SwiftText.isWord($0) || $0 == UInt8(ascii: "`") } ?? false
  }

  /// Reads a word of code; afterwards, the position is that of its last byte.
  private mutating func word() -> String {
    let start = position
    while position < text.bytes.count, SwiftText.isWord(text.bytes[position]),
      text.kinds[position] == .code
    {
      position += 1
    }
    position -= 1
    return String(decoding: text.bytes[start...position].prefix(64), as: UTF8.self)
  }
}

extension SwiftText {
  /// The position of the brace behind the name of a macro, its types and its arguments; `nil` if
  /// something else follows, or they are too long.
  fileprivate func brace(behindMacro start: Int) -> Int? {
    var (types, depth) = (0, 0)
    for index in start..<max(start, min(start + 1_024, bytes.count)) where kinds[index] == .code {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "<") where depth == 0: types += 1
      case UInt8(ascii: ">") where depth == 0: types -= 1
      case UInt8(ascii: "{") where depth == 0 && types == 0: return index
      case let byte:
        if depth == 0, types == 0, !SwiftText.isWhiteSpace(byte) { return nil }
      }
      if depth < 0 || types < 0 { return nil }
    }
    return nil
  }

  /// The last byte before a position that is neither white space nor part of a comment.
  fileprivate func lastCode(before position: Int) -> UInt8? {
    bytes.indices[..<position].last {
      kinds[$0] != .comment && !SwiftText.isWhiteSpace(bytes[$0])
    }.map { bytes[$0] }
  }
}
