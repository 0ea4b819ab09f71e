/// One step of a compiled pattern; numbers are indices into `Program.instructions`.
enum Instruction: Sendable {
  /// Takes one scalar of a set.
  case scalar(set: Int32, next: Int32)
  /// Goes on at both; what comes of the first one counts more.
  case split(first: Int32, second: Int32)
  /// Remembers the place in a slot: 2·n is where group n begins, 2·n + 1 where it ends.
  case save(slot: Int32, next: Int32)
  case assertion(Assertion, next: Int32)
  /// Goes on where the table of a look-around says so.
  case lookaround(index: Int32, isNegated: Bool, next: Int32)
  /// Begins an iteration of a loop whose body can match nothing.
  /// - Parameter depth: The number of such loops around it.
  case iterationStart(depth: Int32, next: Int32)
  /// Ends it: goes on at `exit` when it took nothing, so that no loop runs for ever.
  case iterationEnd(depth: Int32, again: Int32, exit: Int32)
  case loopExit(depth: Int32, next: Int32)
  case match
}
