/// One step of a compiled pattern; numbers are indices into `Program.instructions`.
enum Instruction: Sendable {
  /// Takes one scalar of a set.
  case scalar(set: Int32, next: Int32)
  /// Continues at both; the first one is preferred.
  case split(first: Int32, second: Int32)
  /// Stores the place in a slot: 2·n is the start of group n, 2·n + 1 its end.
  case save(slot: Int32, next: Int32)
  case assertion(Assertion, next: Int32)
  /// Continues if the look-around holds at the place.
  case lookaround(index: Int32, isNegated: Bool, next: Int32)
  /// Begins an iteration of a loop whose body can match the empty text.
  /// - Parameter depth: The number of such loops around it.
  case iterationStart(depth: Int32, next: Int32)
  /// Ends the iteration: continues at `exit` when it took nothing, so that no loop runs for ever.
  case iterationEnd(depth: Int32, again: Int32, exit: Int32)
  case loopExit(depth: Int32, next: Int32)
  case match
}
