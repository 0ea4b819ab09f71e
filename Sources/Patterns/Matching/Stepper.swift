/// Advances the threads of a program by one letter.
///
/// Threads are visited in order of preference, so that of two that reach the same instruction, the
/// preferred one remains. An instruction is visited once for each loop that may have taken nothing
/// so far, which limits the work for a place to the size of the program.
struct Stepper {
  private let program: Program
  /// The round in which each instruction was last visited, for each loop that took nothing.
  private var visited: [UInt32]
  /// The round in which each instruction was last added to `next`.
  private var added: [UInt32]
  /// For each original: the index of its copy in `next`, and the round in which it was added.
  private var copies: [(round: UInt32, index: Int)]
  private var round: UInt32 = 0
  private var stack: [(instruction: Int32, emptyLoop: Int32)] = []
  /// The value for no loop, above all depths.
  private let none: Int32
  /// The threads after the letter, most preferred first.
  private(set) var next: [Int32] = []

  init(_ program: Program) {
    self.program = program
    none = Int32(program.loopDepth)
    visited = [UInt32](repeating: 0, count: program.instructions.count * (program.loopDepth + 1))
    added = [UInt32](repeating: 0, count: program.instructions.count)
    copies = Array(repeating: (0, 0), count: program.originalCount)
  }

  /// The place of a thread in the text, with the facts that assertions need.
  struct Place {
    var left: Surroundings
    var right: Surroundings
    /// The letter to read.
    var letter: Int
    /// Returns whether the look-around with a number holds; `nil` treats all as true.
    var lookaround: ((Int32) -> Bool)?
  }

  /// Reads a letter; `next` then contains the threads after it.
  ///
  /// - Parameter stopsAtMatch: Whether to drop threads that are less preferred than a match.
  /// - Returns: Whether the program matches before the letter.
  mutating func step(
    _ threads: [Int32], at place: Place, _ table: borrowing LetterTable, stopsAtMatch: Bool
  ) -> Bool {
    beginRound()
    var matches = false
    for thread in threads {
      stack.append((thread, none))
      while let (instruction, loop) = stack.popLast() {
        switch program.instructions[Int(instruction)] {
        case .scalar(let set, let target):
          // After a scalar, a thread does not depend on the loops before it.
          if added[Int(target)] != round, table.contains(place.letter, in: set) {
            added[Int(target)] = round
            if stopsAtMatch || program.copies.isEmpty {
              next.append(target)
            } else {
              addCopy(target)
            }
          }
        case .match:
          matches = true
          if stopsAtMatch {
            stack.removeAll(keepingCapacity: true)
            return true
          }
        case let step:
          let slot = Int(instruction) * Int(none + 1) + Int(loop)
          if visited[slot] == round { continue }
          visited[slot] = round
          follow(step, loop, place)
        }
      }
    }
    return matches
  }

  /// Adds a thread when their order has no meaning. Of the threads in copies of one instruction,
  /// the one with the most repetitions left is enough, so that a text with many beginnings costs no
  /// more than one with a few.
  private mutating func addCopy(_ target: Int32) {
    guard let copy = program.copies[Int(target)] else {
      next.append(target)
      return
    }
    let known = copies[Int(copy.original)]
    if known.round != round {
      copies[Int(copy.original)] = (round, next.count)
      next.append(target)
    } else if let other = program.copies[Int(next[known.index])], other.left < copy.left {
      next[known.index] = target
    }
  }

  private mutating func follow(_ step: Instruction, _ loop: Int32, _ place: Place) {
    switch step {
    case .scalar, .match: break
    case .split(let first, let second):
      stack.append((second, loop))
      stack.append((first, loop))
    case .save(_, let next): stack.append((next, loop))
    case .assertion(let assertion, let next):
      if assertion.holds(before: place.left, place.right) { stack.append((next, loop)) }
    case .lookaround(let index, let isNegated, let next):
      if place.lookaround.map({ $0(index) != isNegated }) ?? true { stack.append((next, loop)) }
    case .iterationStart(let depth, let next): stack.append((next, min(loop, depth)))
    case .iterationEnd(let depth, let again, let exit):
      stack.append((loop <= depth ? exit : again, loop))
    case .loopExit(let depth, let next): stack.append((next, loop >= depth ? none : loop))
    }
  }

  private mutating func beginRound() {
    next.removeAll(keepingCapacity: true)
    round &+= 1
    guard round == 0 else { return }
    for index in visited.indices { visited[index] = 0 }
    for index in added.indices { added[index] = 0 }
    for index in copies.indices { copies[index].round = 0 }
    round = 1
  }
}
