/// A pattern compiled for one direction of reading.
struct Program: Sendable {
  /// Above it a pattern is refused: the time for a text is its length times this.
  static let maximumSize = 10_000

  var instructions: [Instruction] = []
  /// Where a match begins that has to start at the first place looked at.
  var start: Int32 = 0
  /// Where a search begins: a match may start anywhere, earlier ones count more.
  var searchStart: Int32 = 0
  /// Loops within loops whose bodies can match nothing.
  var loopDepth = 0
  var isReversed = false
  /// Whether it has an instruction `lookaround`.
  var hasLookarounds = false
}
