/// A use of the name of a closure in code.
struct UsedName {
  private let range: Range<Int>
  private let bytes: [UInt8]

  init(at range: Range<Int>, in bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// Whether the closure is called, or passed to a function that may call it.
  var runsClosure: Bool {
    switch next {
    case UInt8(ascii: "("): true
    // The name is a parameter of another function, or a label.
    case UInt8(ascii: ":"): false
    default: isArgument
    }
  }

  private var next: UInt8? {
    bytes[range.upperBound...].prefix(Self.farthest).first { $0 > 0x20 && !"`?!".utf8.contains($0) }
  }

  /// Maximum bytes on either side of the name that are examined.
  private static let farthest = 400

  private var isArgument: Bool {
    var nesting = 0
    let before = bytes[..<range.lowerBound].suffix(Self.farthest)
    for offset in before.indices.reversed() {
      switch bytes[offset] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): nesting += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        if nesting == 0 {
          return bytes[offset] == UInt8(ascii: "(") && mayCall(before[..<offset])
        }
        nesting -= 1
      default: break
      }
    }
    return false
  }

  /// Whether the code before a parenthesis is a function that may call its argument.
  private func mayCall(_ before: ArraySlice<UInt8>) -> Bool {
    guard let last = before.lastIndex(where: { $0 > 0x20 }) else { return false }
    let text = before[...last]
    guard bytes[last].isWordByte else { return "`)>]".utf8.contains(bytes[last]) }
    let start = text.lastIndex { !$0.isWordByte }.map { $0 + 1 } ?? text.startIndex
    return !Self.others.contains(String(decoding: text[start...], as: UTF8.self))
  }

  /// Keywords, and functions that only read their arguments.
  private static let others: Set<String> = [
    "Mirror", "ObjectIdentifier", "String", "await", "catch", "debugPrint", "dump", "func", "guard",
    "if", "in",
    "print", "return", "switch", "try", "type", "where", "while", "withExtendedLifetime",
  ]
}
