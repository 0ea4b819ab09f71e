import CIModel

/// How much a rule may still look at in search of words: a change can have any number of lines that may hold
/// one, and any number of lines before each that have to be gone over.
struct SearchRoom {
  /// Bytes of lines that are taken apart.
  private var left: Int

  init(_ bytes: Int = 16 << 20) { left = bytes }

  /// What taking a line apart costs beside its bytes.
  static let costOfLine = 64
  /// Bytes between two signs, more than anybody writes.
  private static let longestGap = 256 << 10

  /// Whether something was left out, so that the rule has to say so.
  var isSpent: Bool { left < 0 }

  /// For what stands before one word.
  var gap: Int { min(left, Self.longestGap) }

  mutating func takeLine(of bytes: Int) { left -= bytes + Self.costOfLine }

  /// - Parameter rest: What is left of a `gap`; where nothing is, the search was given up.
  mutating func takeGap(_ gap: Int, rest: Int) { left = rest > 0 ? left - (gap - rest) : -1 }

  mutating func spend() { left = -1 }
}

extension FindingList {
  /// Says so where a search was given up.
  mutating func add(_ room: SearchRoom, _ options: RuleOptions) {
    guard room.isSpent else { return }
    add(options.level) {
      options.finding(
        "the change has too many lines that may hold a word which the rule looks for",
        help: "Split the change.")
    }
  }
}
