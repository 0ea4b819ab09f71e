import CIModel

/// Reads the modifiers that Jest and Vitest allow between a word such as `.only` and its call.
enum TestModifiers {
  private static let names: Set<String> = [
    "concurrent", "each", "extend", "failing", "fails", "for", "runIf", "sequential", "shuffle",
    "skipIf",
  ]

  /// The modifiers behind a word and the beginning of their call, such as `.for(`; `(` when only the
  /// arguments of a generic type precede the call; `nil` for other code, and for a call at once.
  static func call(behind hit: WordFinder.Hit, in text: AddedText) -> String? {
    var rest = text.bytes[hit.range.upperBound...].prefix(longestCall).drop { $0 <= 0x20 }
    var call = ""
    while rest.first == UInt8(ascii: ".") {
      let name = rest.dropFirst().drop { $0 <= 0x20 }.prefix(while: \.isWordByte)
      let word = String(decoding: name, as: UTF8.self)
      guard names.contains(word) else { return nil }
      call += ".\(word)"
      rest = rest[name.endIndex...].drop { $0 <= 0x20 }
    }
    switch rest.first {
    case UInt8(ascii: "`"): return call + "`"
    case UInt8(ascii: "("): return call.isEmpty ? nil : call + "("
    case UInt8(ascii: "<"):
      let isGeneric = rest.prefix { !"(\n".utf8.contains($0) }.last == UInt8(ascii: ">")
      return call.isEmpty && !isGeneric ? nil : call + "("
    default: return nil
    }
  }

  /// Maximum bytes of modifiers.
  private static let longestCall = 200
}
