/// A pattern compiled for one direction of reading.
struct Program: Sendable {
  /// Maximum number of instructions of a pattern: the time for a text is its length times this.
  static let maximumSize = 10_000

  var instructions: [Instruction] = []
  /// The start instruction for a match that must begin at the first place.
  var start: Int32 = 0
  /// The start instruction for a search: a match may begin anywhere, and earlier ones are
  /// preferred.
  var searchStart: Int32 = 0
  /// Maximum nesting of loops whose bodies can match the empty text.
  var loopDepth = 0
  var isReversed = false
  /// Whether it contains a `lookaround` instruction.
  var hasLookarounds = false
  /// For each instruction in the copies of a repeated part, the copy that it belongs to; by index,
  /// or empty.
  var copies: [Copy?] = []
  /// Number of different originals of the copies.
  var originalCount = 0

  /// An instruction of a repeated part, which is written out once for each possible repetition.
  struct Copy: Sendable {
    /// The number of the original, the same for all copies of an instruction.
    var original: Int32
    /// Number of repetitions left from here: every match from a copy is also found from one with
    /// more left.
    var left: Int32
  }
}
