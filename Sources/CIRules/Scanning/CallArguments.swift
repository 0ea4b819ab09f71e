import CIModel

/// The arguments of a call in consecutive added lines. Each byte is read once, up to the end of the
/// call.
struct CallArguments {
  struct Argument {
    /// The code without white space and comments; each string literal is a `"`, and a blank
    /// separates words.
    var code: [UInt8] = []
    /// The content of its string literals without escapes; `nil` when it has none.
    var text: [UInt8]?

    func hasLabel(_ label: String) -> Bool { code.starts(with: "\(label):".utf8) }
  }

  private enum Mode {
    case code
    case lineComment
    case blockComment(depth: Int)
    case text(quotes: Int, hashes: Int)
  }

  /// Every argument that is not empty.
  private(set) var all: [Argument] = []

  private let source: AddedText
  /// Index of the last line that was read.
  private(set) var line: Int
  /// Offset behind the byte that closes the call.
  private(set) var position: Int
  private let end: Int
  private var mode = Mode.code
  private var depth = 1
  private var current = Argument()
  /// Whether white space or a comment precedes the next byte.
  private var isApart = false

  /// Maximum bytes of one call, more than anybody writes.
  private static let longest = 4_096
  /// Maximum bytes of all calls that one rule reads.
  static let most = 32 * 1_024 * 1_024

  /// Whether the call ends within consecutive lines and is not too long.
  var isComplete: Bool { depth == 0 }

  /// Reads a call; `nil` when it is not complete.
  init?(behind hit: WordFinder.Hit, in source: AddedText, work: inout Int) {
    self.init(reading: hit, in: source, work: &work)
    if !isComplete { return nil }
  }

  /// - Parameter work: Bytes that may still be read.
  init(reading hit: WordFinder.Hit, in source: AddedText, work: inout Int) {
    self.source = source
    line = hit.line
    position = hit.range.upperBound
    end = min(source.bytes.count, position + min(Self.longest, max(0, work)))
    defer { work -= position - hit.range.upperBound }
    while position < end {
      if source.bytes[position] == UInt8(ascii: "\n"), !goesOn() { return }
      switch mode {
      case .code: readCode()
      case .lineComment:
        if source.bytes[position] == UInt8(ascii: "\n") { mode = .code }
        position += 1
      case .blockComment(let depth): readComment(depth)
      case .text(let quotes, let hashes): readText(quotes, hashes)
      }
      if depth == 0 { return }
    }
  }

  /// Moves to the next added line if it directly follows this one in the file.
  private mutating func goesOn() -> Bool {
    guard line + 1 < source.count, source.numbers[line + 1] == source.numbers[line] + 1 else {
      return false
    }
    line += 1
    return true
  }

  private func isNext(_ text: StaticString) -> Bool {
    position + text.utf8CodeUnitCount <= end
      && (0..<text.utf8CodeUnitCount).allSatisfy {
        source.bytes[position + $0] == text.utf8Start[$0]
      }
  }

  private func hasHashes(_ count: Int, at offset: Int) -> Bool {
    offset + count <= end
      && (0..<count).allSatisfy { source.bytes[offset + $0] == UInt8(ascii: "#") }
  }

  private mutating func readCode() {
    if isNext("//") {
      mode = .lineComment
      isApart = true
    } else if isNext("/*") {
      mode = .blockComment(depth: 1)
      isApart = true
      position += 1
    } else if isNext("\"") {
      beginText(hashes: 0)
      return
    } else if isNext("#") {
      let hashes = source.bytes[position..<end].prefix { $0 == UInt8(ascii: "#") }.count
      position += hashes
      if isNext("\"") { beginText(hashes: hashes) } else { current.code.append(UInt8(ascii: "#")) }
      return
    } else {
      readSign(source.bytes[position])
    }
    position += 1
  }

  private mutating func readSign(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      if depth == 0 { return endArgument() }
    case UInt8(ascii: ",") where depth == 1: return endArgument()
    case 0...0x20:
      isApart = true
      return
    default: break
    }
    if isApart, byte.isWordByte, current.code.last?.isWordByte ?? false {
      current.code.append(UInt8(ascii: " "))
    }
    isApart = false
    current.code.append(byte)
  }

  private mutating func endArgument() {
    if !current.code.isEmpty { all.append(current) }
    current = Argument()
  }

  private mutating func readComment(_ depth: Int) {
    if isNext("*/") {
      mode = depth == 1 ? .code : .blockComment(depth: depth - 1)
      position += 2
    } else if isNext("/*") {
      mode = .blockComment(depth: depth + 1)
      position += 2
    } else {
      position += 1
    }
  }

  private mutating func beginText(hashes: Int) {
    // `#"""#` is a string of one quotation mark.
    let isLong =
      isNext("\"\"\"") && (hashes == 0 || position + 3 < end && source.bytes[position + 3] <= 0x20)
    let quotes = isLong ? 3 : 1
    mode = .text(quotes: quotes, hashes: hashes)
    position += quotes
    current.code.append(UInt8(ascii: "\""))
    current.text = current.text ?? []
  }

  private mutating func readText(_ quotes: Int, _ hashes: Int) {
    let isAtEnd = quotes == 3 ? isNext("\"\"\"") : isNext("\"")
    if isAtEnd, hasHashes(hashes, at: position + quotes) {
      mode = .code
      position += quotes + hashes
    } else if isNext("\\"), hasHashes(hashes, at: position + 1) {
      position += 1 + hashes
      if isNext("u{") {
        while position < end, source.bytes[position] != UInt8(ascii: "}"), !isNext("\n") {
          position += 1
        }
      }
      if !isNext("\n"), position < end { position += 1 }
    } else {
      current.text?.append(source.bytes[position])
      position += 1
    }
  }
}
