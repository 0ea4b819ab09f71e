import CIModel

/// How much text a rule may still search for words. A change can have any number of lines that may hold one, and
/// any number of lines to read before each.
struct SearchRoom {
  /// Bytes of lines that are taken apart.
  private var left: Int

  init(_ bytes: Int = 16 << 20) { left = bytes }

  /// What parsing a line costs beside its bytes.
  static let costOfLine = 64
  /// The most bytes that are read before one word.
  private static let longestGap = 256 << 10

  /// Whether the search ended early; the rule then has to report it.
  var isSpent: Bool { left < 0 }

  /// How much may be read before one word.
  var gap: Int { min(left, Self.longestGap) }

  mutating func takeLine(of bytes: Int) { left -= bytes + Self.costOfLine }

  /// - Parameter rest: What is left of a `gap`; where nothing is, the search was given up.
  mutating func takeGap(_ gap: Int, rest: Int) { left = rest > 0 ? left - (gap - rest) : -1 }

  mutating func spend() { left = -1 }
}

extension FindingList {
  /// Reports a search that ended early.
  mutating func add(_ room: SearchRoom, _ options: RuleOptions) {
    guard room.isSpent else { return }
    add(options.level) {
      options.finding(
        "the change has too many lines that may hold a word which the rule looks for",
        help: "Split the change.")
    }
  }
}
