import CIModel

/// Patterns for `--filter` that select given tests and no others.
///
/// Swift Testing tries every pattern on every test, so a thousand patterns for a thousand tests
/// would take longer than the tests. So tests of one suite share a pattern, and suites share an
/// argument.
enum SwiftTestingFilter {
  /// The maximum length of a pattern: Linux limits one argument to 128 KiB.
  private static let longestPattern = 100_000

  static func patterns(for ids: [TestID]) -> [String] {
    var order: [String] = []
    var functions: [String: [String]] = [:]
    for id in ids {
      let group = String(id.text.dropLast(id.function.count))
      if functions[group] == nil { order.append(group) }
      functions[group, default: []].append(escaped(id.function))
    }
    var alternatives: [String] = []
    for group in order {
      var rest = (functions[group] ?? [])[...]
      while !rest.isEmpty {
        var part: [String] = []
        var length = 0
        while let next = rest.first, part.isEmpty || length + next.utf8.count < longestPattern / 2 {
          length += next.utf8.count + 1
          part.append(rest.removeFirst())
        }
        let names = part.count == 1 ? part[0] : "(?:\(part.joined(separator: "|")))"
        alternatives.append(escaped(group) + names)
      }
    }
    var patterns: [String] = []
    var current: [String] = []
    var length = 0
    for alternative in alternatives {
      if !current.isEmpty, length + alternative.utf8.count > longestPattern {
        patterns.append(pattern(current))
        current = []
        length = 0
      }
      length += alternative.utf8.count + 1
      current.append(alternative)
    }
    if !current.isEmpty { patterns.append(pattern(current)) }
    return patterns
  }

  /// A pattern without an end anchor: in the text that Swift Testing searches,
  /// `/File.swift:line:column` follows the function.
  private static func pattern(_ alternatives: [String]) -> String {
    alternatives.count == 1
      ? "^\(alternatives[0])" : "^(?:\(alternatives.joined(separator: "|")))"
  }

  private static func escaped(_ text: String) -> String {
    String(filterPattern(testID: text, .swiftTesting).dropFirst())
  }
}
