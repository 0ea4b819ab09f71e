/// A number with its noun: `1 test`, `2 tests`, `2 entries`.
package func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Up to five names, and the number of further ones.
package func namesText(_ names: [String]) -> String {
  let shown = names.prefix(5).joined(separator: ", ")
  return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
}

/// A word quoted for a POSIX shell if it needs quotes.
package func shellQuoted(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
        UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"):
        true
      default: byte >= 0x80
      }
    }
  if isPlain { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: "'\\''") + "'"
}

/// A pattern for `--filter` that selects the test with this id and no other.
///
/// Source: SwiftPM and Swift Testing search the pattern in the id; XCTest's ids end with the
/// function, Swift Testing's go on with `/File.swift:line:column`.
package func filterPattern(testID: String, _ framework: TestFramework) -> String {
  var pattern = "^"
  for character in testID {
    if "\\^$.|?*+()[]{}".contains(character) { pattern.append("\\") }
    pattern.append(character)
  }
  return pattern + (framework == .xctest ? "$" : "")
}

extension Duration {
  /// A duration in words: `1 h 30 min`, `10 min`, `1.5 s`, `500 ms`.
  package var words: String {
    let milliseconds = Int((seconds * 1_000).rounded())
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 {
      return milliseconds % 1_000 == 0
        ? "\(milliseconds / 1_000) s" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    }
    var rest = milliseconds / 1_000
    var words: [String] = []
    for (unit, size) in [("h", 3_600), ("min", 60), ("s", 1)] where rest >= size {
      words.append("\(rest / size) \(unit)")
      rest %= size
    }
    return words.joined(separator: " ")
  }
}

/// A size in words: `0 bytes`, `512 KB`, `65 MB`, `1.4 GB`.
package func byteWords(_ count: Int) -> String {
  switch count {
  case ..<1_000: "\(counted(count, "byte"))"
  case ..<1_000_000: "\((count + 500) / 1_000) KB"
  case ..<1_000_000_000: "\((count + 500_000) / 1_000_000) MB"
  default: "\(count / 1_000_000_000).\(count % 1_000_000_000 / 100_000_000) GB"
  }
}
