/// A piece of text that every match of a regular expression holds, so that most lines can be ruled
/// out without running the expression.
struct RegexLiteral: Hashable, Sendable {
  let bytes: [UInt8]

  /// `nil` when no such text can be told at a glance; then every line has to be tried.
  static func required(by pattern: String) -> RegexLiteral? {
    var longest: [UInt8] = []
    var current: [UInt8] = []
    func end() {
      if current.count > longest.count { longest = current }
      current = []
    }
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "#"), 0x80...:
        // Alternatives, groups, options, sets and comments take more than a glance; so do
        // characters that Unicode can write in several ways.
        return nil
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "{"):
        // What comes before may be absent.
        if !current.isEmpty { current.removeLast() }
        end()
        if byte == UInt8(ascii: "{") {
          guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
          rest = rest[(close + 1)...]
        }
      case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"):
        end()
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "d"), UInt8(ascii: "D"),
          UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "w"), UInt8(ascii: "W"):
          end()
        case UInt8(ascii: "!")...UInt8(ascii: "/"), UInt8(ascii: ":")...UInt8(ascii: "@"),
          UInt8(ascii: "[")...UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "~"):
          current.append(escaped)
        default:
          return nil
        }
      default:
        current.append(byte)
      }
    }
    end()
    return longest.count >= 2 ? RegexLiteral(bytes: longest) : nil
  }

  func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    ByteSearch.firstOffset(of: self.bytes, in: bytes, from: 0) != nil
  }

  /// Where it begins, ascending.
  func offsets(in bytes: UnsafeRawBufferPointer) -> [Int] {
    ByteSearch.offsets(of: self.bytes, in: bytes)
  }
}
