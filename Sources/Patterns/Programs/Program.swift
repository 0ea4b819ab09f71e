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
  /// Of the instructions in the copies of what is repeated up to so many times: by their numbers, or empty.
  var copies: [Copy?] = []
  /// How many different originals they have.
  var originalCount = 0

  /// An instruction of something that is written out once for each time that it may be repeated.
  struct Copy: Sendable {
    /// The same for each copy of the instruction.
    var original: Int32
    /// How often it may be repeated from here on: what is found from a copy is found from one with more, too.
    var left: Int32
  }
}
