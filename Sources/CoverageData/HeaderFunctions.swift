import CIModel
import SourceCode

/// Finds the lines of functions in a source or a header of C and its relatives.
///
/// A header of declarations alone never has coverage data. Macros do not count: their code has its
/// data where they are used.
struct HeaderFunctions {
  private let bytes: [UInt8]
  private let kinds: [SwiftText.Kind?]
  private var lines = LineHits()
  /// Number of open braces, and of those around the outermost function; `nil` outside of one.
  private var depth = 0
  private var function: Int?
  /// The number of the function, or of the branch of an `#if` in it, and that of the last one.
  private var count: UInt64 = 0
  private var last: UInt64 = 0
  /// The numbers of what is around the open `#if` in the function.
  private var outer: [UInt64] = []
  /// The declaration before the next brace, without comments; each gap is one blank.
  private var declaration: [UInt8] = []
  /// Whether a declaration that ended could be the head of a function whose body comes behind `;`.
  private var isOpenHead = false
  /// Whether the last brace closed a function.
  private var isBehindFunction = false

  /// The lines; those of another function, and of each branch of an `#if` in a function, have another
  /// count.
  static func find(in bytes: [UInt8], path: String) -> LineHits {
    var scan = HeaderFunctions(bytes: bytes, kinds: SourceKinds.find(in: bytes, path: path))
    scan.run()
    return scan.lines
  }

  private init(bytes: [UInt8], kinds: [SwiftText.Kind?]) {
    (self.bytes, self.kinds) = (Self.withoutDigraphs(bytes, kinds), kinds)
  }

  /// The source with signs and a blank in place of their other spellings, such as `<%`.
  private static func withoutDigraphs(_ bytes: [UInt8], _ kinds: [SwiftText.Kind?]) -> [UInt8] {
    var result = bytes
    for (offset, pair) in zip(bytes.indices, zip(bytes, bytes.dropFirst()))
    where kinds[offset] != .comment && kinds[offset] != .string {
      let sign: Unicode.Scalar? =
        switch (Unicode.Scalar(pair.0), Unicode.Scalar(pair.1)) {
        case ("<", "%"): "{"
        case ("%", ">"): "}"
        case ("%", ":"): "#"
        default: nil
        }
      guard let sign else { continue }
      (result[offset], result[offset + 1]) = (UInt8(ascii: sign), UInt8(ascii: " "))
    }
    return result
  }

  private mutating func run() {
    var (line, start) = (1, 0)
    var isDirective = false
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let code = (start..<end).first {
        kinds[$0] != .comment && !(kinds[$0] != .string && SwiftText.isWhiteSpace(bytes[$0]))
      }
      if !isDirective, let code, bytes[code] == UInt8(ascii: "#") {
        isDirective = true
        readDirective(bytes[(code + 1)..<end])
      }
      if !isDirective, read(start..<end) || function != nil, code != nil {
        lines.append(line, line, count: count)
      }
      isDirective = isDirective && end > start && bytes[end - 1] == UInt8(ascii: "\\")
      (line, start) = (line + 1, end + 1)
    }
  }

  /// Reads a line; returns whether a function begins or ends in it.
  private mutating func read(_ line: Range<Int>) -> Bool {
    var touches = false
    for offset in line where kinds[offset] != .comment && kinds[offset] != .string {
      switch bytes[offset] {
      case UInt8(ascii: "{"):
        if function == nil, isFunction || isNextPart || isOldBody {
          if !isNextPart { begin() }
          (function, touches) = (depth, true)
        }
        depth += 1
        (declaration, isBehindFunction, isOpenHead) = ([], false, false)
      case UInt8(ascii: "}"):
        depth -= 1
        isBehindFunction = function.map { depth <= $0 } ?? false
        if isBehindFunction { (function, touches, outer) = (nil, true, []) }
        (declaration, isOpenHead) = ([], false)
      case UInt8(ascii: ";"):
        isOpenHead = isOpenHead || function == nil && isOldHead
        (declaration, isBehindFunction) = ([], false)
      case let byte: append(byte)
      }
    }
    append(UInt8(ascii: " "))
    return touches
  }

  private mutating func append(_ byte: UInt8) {
    let isBlank = SwiftText.isWhiteSpace(byte)
    if !isBlank || declaration.last.map({ !SwiftText.isWhiteSpace($0) }) ?? false {
      declaration.append(isBlank ? UInt8(ascii: " ") : byte)
    }
  }

  private mutating func begin() {
    last += 1
    count = last
  }

  /// A build can leave out each branch of an `#if` in a function.
  private mutating func readDirective(_ text: ArraySlice<UInt8>) {
    guard function != nil else { return }
    let name = text.drop(while: SwiftText.isWhiteSpace).prefix { SwiftText.isWord($0) }
    switch String(decoding: name.prefix(8), as: UTF8.self) {
    case "if", "ifdef", "ifndef":
      outer.append(count)
      begin()
    case "elif", "elifdef", "elifndef", "else": if !outer.isEmpty { begin() }
    case "endif": count = outer.popLast() ?? count
    default: break
    }
  }

  private static let others: Set = ["@interface", "namespace", "typedef"]
  private static let types: Set = ["class", "enum", "struct", "union"]
  private static let qualifiers: Set = [
    "const", "final", "noexcept", "override", "try", "volatile",
  ]

  /// Whether the declaration is that of a function.
  private var isFunction: Bool {
    let text = declaration.trimmingBlanks
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
    let first = String(decoding: text.prefix { SwiftText.isWord($0) || $0 == 64 }, as: UTF8.self)
    if Self.others.contains(first) || text[end...].contains(UInt8(ascii: "=")) { return false }
    return !Self.types.contains(first) || hasName(text[..<end], qualifiers: text[(end + 1)...])
  }

  /// Whether the braces are those of the next member in a constructor such as `A() : b{1}, c{2} {}`, or
  /// its body: those of the first member look like the body.
  private var isNextPart: Bool {
    let next = declaration.trimmingBlanks.first
    return isBehindFunction && (next == nil || next == UInt8(ascii: ","))
  }

  /// Whether the declaration can be the head of a function up to the first `;`: in old C, the types of
  /// parameters come behind the list, `int a(b) int b; {`, and in Objective-C a method may have a `;`.
  private var isOldHead: Bool {
    if let first = declaration.first, "+-".utf8.contains(first) {
      return declaration.dropFirst().first != UInt8(ascii: ">")
    }
    var last = UInt8(ascii: " ")
    for byte in declaration where byte != UInt8(ascii: " ") {
      if last == UInt8(ascii: ")"), SwiftText.isWord(byte) { return true }
      last = byte
    }
    return false
  }

  /// Whether the braces are the body behind such a head.
  private var isOldBody: Bool { isOpenHead && declaration.trimmingBlanks.isEmpty }

  /// Whether a declaration that begins with `struct A` or the like goes on with the name of a
  /// function: that of a type ends with the name or its base classes.
  private func hasName(_ head: ArraySlice<UInt8>, qualifiers: ArraySlice<UInt8>) -> Bool {
    var (words, depth) = (0, 0)
    var last = UInt8(ascii: " ")
    for (index, byte) in zip(head.indices, head) {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, SwiftText.isWord(byte), !SwiftText.isWord(last) { words += 1 }
      if depth == 0, byte == UInt8(ascii: ":"), last != byte, head[(index + 1)...].first != byte {
        return false
      }
      last = byte
    }
    return words > 2
      && (qualifiers.trimmingBlanks.starts(with: "->".utf8)
        || qualifiers.split { !SwiftText.isWord($0) }.allSatisfy {
          Self.qualifiers.contains(String(decoding: $0, as: UTF8.self))
        })
  }
}

extension BidirectionalCollection<UInt8> where SubSequence == ArraySlice<UInt8> {
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    var rest = drop(while: SwiftText.isWhiteSpace)
    while let last = rest.last, SwiftText.isWhiteSpace(last) { rest.removeLast() }
    return rest
  }
}
