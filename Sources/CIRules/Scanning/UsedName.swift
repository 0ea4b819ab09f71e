/// A place where the name of a closure stands in code.
struct UsedName {
  private let range: Range<Int>
  private let bytes: [UInt8]

  init(at range: Range<Int>, in bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// Whether it is called, or handed to something that may call it.
  var runsClosure: Bool {
    switch next {
    case UInt8(ascii: "("): true
    // A parameter of another function, or a label.
    case UInt8(ascii: ":"): false
    default: isArgument
    }
  }

  private var next: UInt8? {
    bytes[range.upperBound...].prefix(Self.farthest).first { $0 > 0x20 && !"`?!".utf8.contains($0) }
  }

  /// Bytes around the name that are looked at.
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

  /// Whether what a parenthesis follows is a function that may call its argument.
  private func mayCall(_ before: ArraySlice<UInt8>) -> Bool {
    guard let last = before.lastIndex(where: { $0 > 0x20 }) else { return false }
    let text = before[...last]
    guard bytes[last].isWordByte else { return "`)>]".utf8.contains(bytes[last]) }
    let start = text.lastIndex { !$0.isWordByte }.map { $0 + 1 } ?? text.startIndex
    return !Self.others.contains(String(decoding: text[start...], as: UTF8.self))
  }

  /// Keywords, and functions that only look at what they are given.
  private static let others: Set<String> = [
    "Mirror", "ObjectIdentifier", "String", "await", "catch", "debugPrint", "dump", "func", "guard",
    "if", "in",
    "print", "return", "switch", "try", "type", "where", "while", "withExtendedLifetime",
  ]
}
