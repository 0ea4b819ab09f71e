/// Runs a program and records where its groups begin and end: slower than `Automaton`, and used for
/// the part of a text that is known to match.
struct CaptureMachine {
  private let program: Program
  private let reader: LetterReader
  private let slotCount: Int
  private var visited: [UInt32]
  private var round: UInt32 = 0
  /// The value for no loop, above all depths.
  private let none: Int32
  /// The slots of the thread that is being followed.
  private var slots: [Int]
  private var current = Threads()
  private var next = Threads()
  private var stack: [Work] = []

  /// Instructions, each with `slotCount` places; -1 is a place that was not reached.
  private struct Threads {
    var instructions: [Int32] = []
    var slots: [Int] = []

    mutating func removeAll() {
      instructions.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
  }

  private enum Work {
    case visit(Int32, emptyLoop: Int32)
    /// Undoes a `save` for the threads that do not pass through it.
    case restore(slot: Int, place: Int)
  }

  init(_ program: Program, groupCount: Int, _ reader: LetterReader) {
    self.program = program
    self.reader = reader
    slotCount = 2 * (groupCount + 1)
    none = Int32(program.loopDepth)
    slots = [Int](repeating: -1, count: slotCount)
    visited = [UInt32](repeating: 0, count: program.instructions.count * (program.loopDepth + 1))
  }

  /// The most preferred match that begins at `start`, or also after it unless `isAnchored`; its end
  /// is searched up to `limit`.
  mutating func firstMatch(
    in bytes: UnsafeRawBufferPointer, from start: Int, upTo limit: Int, isAnchored: Bool,
    lookaround: ((Int32, Int) -> Bool)?
  ) -> PatternMatch? {
    var best: [Int]?
    var place = start
    var left = reader.table.surroundings[reader.letter(before: start, in: bytes).letter]
    current.removeAll()
    while true {
      if best == nil, place == start || !isAnchored {
        current.instructions.append(program.start)
        current.slots.append(place)
        current.slots.append(contentsOf: repeatElement(-1, count: slotCount - 1))
      }
      if current.instructions.isEmpty { break }
      let (letter, width) = reader.letter(at: place, in: bytes)
      let right = reader.table.surroundings[letter]
      if let match = advance(place, left, right, lookaround) { best = match }
      if width == 0 || place >= limit { break }
      take(letter)
      left = right
      place += width
    }
    guard let best else { return nil }
    let places = stride(from: 0, to: slotCount, by: 2).map { slot in
      best[slot] >= 0 && best[slot + 1] >= best[slot] ? best[slot]..<best[slot + 1] : nil
    }
    guard let range = places[0] else { return nil }
    return PatternMatch(range: range, groups: Array(places.dropFirst()))
  }

  /// Advances the threads to instructions that take a scalar; returns the slots of a match.
  private mutating func advance(
    _ place: Int, _ left: Surroundings, _ right: Surroundings,
    _ lookaround: ((Int32, Int) -> Bool)?
  ) -> [Int]? {
    beginRound()
    for index in current.instructions.indices {
      for slot in 0..<slotCount { slots[slot] = current.slots[index * slotCount + slot] }
      stack.append(.visit(current.instructions[index], emptyLoop: none))
      while let work = stack.popLast() {
        switch work {
        case .restore(let slot, let old): slots[slot] = old
        case .visit(let instruction, let loop):
          let step = program.instructions[Int(instruction)]
          if case .match = step {
            stack.removeAll(keepingCapacity: true)
            swap(&current, &next)
            slots[1] = place
            return slots
          }
          var layer = loop
          if case .scalar = step { layer = none }
          let key = Int(instruction) * Int(none + 1) + Int(layer)
          if visited[key] == round { continue }
          visited[key] = round
          switch step {
          case .match: break
          case .scalar:
            next.instructions.append(instruction)
            next.slots.append(contentsOf: slots)
          case .split(let first, let second):
            stack.append(.visit(second, emptyLoop: loop))
            stack.append(.visit(first, emptyLoop: loop))
          case .save(let slot, let next):
            stack.append(.restore(slot: Int(slot), place: slots[Int(slot)]))
            slots[Int(slot)] = place
            stack.append(.visit(next, emptyLoop: loop))
          case .assertion(let assertion, let next):
            if assertion.holds(before: left, right) { stack.append(.visit(next, emptyLoop: loop)) }
          case .lookaround(let number, let isNegated, let next):
            if lookaround.map({ $0(number, place) != isNegated }) ?? true {
              stack.append(.visit(next, emptyLoop: loop))
            }
          case .iterationStart(let depth, let next):
            stack.append(.visit(next, emptyLoop: min(loop, depth)))
          case .iterationEnd(let depth, let again, let exit):
            stack.append(.visit(loop <= depth ? exit : again, emptyLoop: loop))
          case .loopExit(let depth, let next):
            stack.append(.visit(next, emptyLoop: loop >= depth ? none : loop))
          }
        }
      }
    }
    swap(&current, &next)
    return nil
  }

  private mutating func beginRound() {
    next.removeAll()
    round &+= 1
    guard round == 0 else { return }
    for index in visited.indices { visited[index] = 0 }
    round = 1
  }

  /// Drops the threads that cannot take the letter, and moves the others past it.
  private mutating func take(_ letter: Int) {
    next.removeAll()
    for (index, instruction) in current.instructions.enumerated() {
      guard case .scalar(let set, let target) = program.instructions[Int(instruction)],
        reader.table.contains(letter, in: set)
      else { continue }
      next.instructions.append(target)
      let first = index * slotCount
      next.slots.append(contentsOf: current.slots[first..<(first + slotCount)])
    }
    swap(&current, &next)
  }
}
