/// JSON that is safe in a script file and in a `<script>` element: no character in it can end
/// either.
struct ScriptData: Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ literal: StaticString) {
    bytes += UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  mutating func number(_ value: Int) { bytes += String(value).utf8 }

  mutating func numbers(_ values: some Sequence<Int>) {
    list(values) { $0.number($1) }
  }

  mutating func strings(_ values: some Sequence<String>) {
    list(values) { $0.string($1) }
  }

  mutating func list<Element>(
    _ values: some Sequence<Element>, _ append: (inout ScriptData, Element) -> Void
  ) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      append(&self, value)
    }
    raw("]")
  }

  /// Writes a string according to RFC 8259, section 7. U+2028 and U+2029 ended a line of JavaScript
  /// before 2019, and `<` could end the element.
  mutating func string(_ text: String) {
    raw("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case "\n": raw("\\n")
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        raw("\\u")
        bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
        bytes += digits.utf8
      default: UTF8.encode(scalar).map { bytes += $0 }
      }
    }
    raw("\"")
  }
}
