import CIModel

/// The budget of a rule for searching text for words. A change can have any number of lines that
/// may contain one, and any number of lines to read before each.
struct SearchRoom {
  /// Bytes of lines that may still be parsed; negative once the search ended early.
  private var left: Int

  init(_ bytes: Int = 16 << 20) { left = bytes }

  /// The cost of parsing a line in addition to its bytes.
  static let costOfLine = 64
  /// Maximum bytes that are read before one word.
  private static let longestGap = 256 << 10

  /// Whether the search ended early; the rule then has to report it.
  var isSpent: Bool { left < 0 }

  /// Number of bytes that may be read before one word.
  var gap: Int { min(left, Self.longestGap) }

  mutating func takeLine(of bytes: Int) { left -= bytes + Self.costOfLine }

  /// - Parameter rest: The unused part of a `gap`; without any, the search was given up.
  mutating func takeGap(_ gap: Int, rest: Int) { left = rest > 0 ? left - (gap - rest) : -1 }

  mutating func spend() { left = -1 }
}

extension FindingList {
  /// Reports a search that ended early.
  mutating func add(_ room: SearchRoom, _ options: RuleOptions) {
    guard room.isSpent else { return }
    add(options.level) {
      options.finding(
        "the change has too many lines to search for the words of this rule; the search is "
          + "incomplete",
        help: "Split the change into smaller ones.")
    }
  }
}
