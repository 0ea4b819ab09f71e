/// Runs a program as an automaton whose states are created on demand.
///
/// A state is a list of threads. The next state for each letter is stored, so that most bytes cost
/// one table look-up. The tables are dropped when they grow too large; when that happens too often,
/// the threads are advanced without them.
final class Automaton {
  // A class: it is a cache with identity, owned by one matcher.
  enum Mode {
    /// The match that a backtracking engine would find: leftmost, then most preferred.
    case preferred
    /// All matches that begin at the start of the run.
    case anchored
    /// All matches, wherever they begin.
    case everywhere
  }

  /// Maximum number of table entries, of 4 bytes each.
  private static let maximumEntries = 1 << 18
  /// Maximum number of threads in all states, of 4 bytes each.
  private static let maximumThreads = 1 << 18
  /// Minimum number of bytes read per state; with fewer, the tables cost more than they save.
  private static let minimumUse = 10

  /// Cost of a step besides its threads; a thread costs 1.
  private static let costOfStep = 4
  /// Additional cost of a new state.
  private static let costOfState = 32

  private static let unknown: UInt32 = 1 << 31
  private static let matched: UInt32 = 1 << 30
  /// The state without threads, from which no match is possible.
  private static let dead: UInt32 = 0

  private struct State: Hashable {
    var threads: [Int32]
    /// The surroundings given by the last scalar.
    var context: Surroundings
  }

  private let program: Program
  private let mode: Mode
  private let reader: LetterReader
  private let meter: WorkMeter
  private var stepper: Stepper
  private var stride: Int
  /// For each state and letter: the next state, times `stride`, and whether there was a match
  /// before that letter.
  private var transitions: [UInt32] = []
  private var states: [State] = []
  private var numbers: [State: UInt32] = [:]
  private var threadCount = 0
  /// Start states, by the surroundings before them.
  private var starts: [(context: Surroundings, number: UInt32)] = []

  init(_ program: Program, _ mode: Mode, _ reader: LetterReader, _ meter: WorkMeter) {
    self.program = program
    self.meter = meter
    self.mode = mode
    self.reader = reader
    stepper = Stepper(program)
    stride = 0
    forget()
  }

  /// Reads from a place to the end of the text, or to its beginning when the program is reversed,
  /// and calls `onMatch` for each place where a match ends. Stops when `onMatch` returns `false`,
  /// or when the meter is spent.
  ///
  /// - Parameter lookaround: Returns whether the look-around with a number holds at a place; `nil`
  ///   treats all as true.
  func run(
    _ bytes: UnsafeRawBufferPointer, from start: Int,
    lookaround: ((Int32, Int) -> Bool)? = nil, onMatch: (Int) -> Bool
  ) {
    let before =
      program.isReversed
      ? reader.letter(at: start, in: bytes) : reader.letter(before: start, in: bytes)
    let context = reader.table.surroundings[before.letter]
    if lookaround != nil {
      runWithoutTables(
        State(threads: [root], context: context), bytes, from: start, lookaround: lookaround,
        onMatch: onMatch)
    } else {
      runWithTables(startNumber(context), bytes, from: start, onMatch: onMatch)
    }
  }

  private var root: Int32 { mode == .anchored ? program.start : program.searchStart }

  private func startNumber(_ context: Surroundings) -> UInt32 {
    for start in starts where start.context == context { return start.number }
    let number = number(of: State(threads: [root], context: context))
    starts.append((context, number))
    return number
  }

  private func runWithTables(
    _ first: UInt32, _ bytes: UnsafeRawBufferPointer, from start: Int, onMatch: (Int) -> Bool
  ) {
    let isReversed = program.isReversed
    var place = start
    var state = first
    var placeOfDrop = start
    // The last scalar may have its own letter.
    let fastEnd = reader.table.needs.contains(.lastBreak) ? bytes.count - 1 : bytes.count
    while true {
      if isReversed ? place <= fastEnd && place > 0 : place < fastEnd {
        // The fast path for ASCII bytes and known states.
        let (stop, at) =
          isReversed
          ? coastBack(&state, bytes, place)
          : coast(
            &state, bytes, place, fastEnd)
        place = at
        if stop { return }
      }
      let (letter, width) =
        isReversed
        ? reader.letter(before: place, in: bytes) : reader.letter(at: place, in: bytes)
      if reader.table.count > stride {
        let current = states[Int(state) / stride]
        forget()
        state = number(of: current)
      }
      var entry = transitions[Int(state) + letter]
      if entry & Self.unknown != 0 {
        let current = states[Int(state) / stride]
        let matches = step(current.threads, current.context, letter)
        if meter.isSpent { return }
        let isDead = stepper.next.isEmpty
        let next = State(
          // Without preferences the order has no meaning, and sorting gives fewer states.
          threads: mode == .preferred ? stepper.next : stepper.next.sorted(),
          context: isDead ? [] : reader.table.surroundings[letter])
        if isFull {
          let distance = abs(place - placeOfDrop)
          let isWorthwhile = distance >= states.count * Self.minimumUse
          forget()
          placeOfDrop = place
          guard isWorthwhile else {
            runWithoutTables(current, bytes, from: place, lookaround: nil, onMatch: onMatch)
            return
          }
          state = number(of: current)
        }
        entry = number(of: next) | (matches ? Self.matched : 0)
        transitions[Int(state) + letter] = entry
      }
      if entry & Self.matched != 0, !onMatch(place) { return }
      state = entry & ~Self.matched
      if width == 0 || state == Self.dead { return }
      place += isReversed ? -width : width
    }
  }

  /// Reads ASCII while the table contains the next state and nothing matches; returns whether the
  /// run is over, and the place reached.
  private func coast(
    _ state: inout UInt32, _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) -> (Bool, Int) {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return (false, start)
    }
    var current = Int(state)
    var place = start
    let isOver = transitions.withUnsafeBufferPointer { table in
      reader.table.letterOfASCII.withUnsafeBufferPointer { letters in
        while place < end {
          let byte = Int(base[place])
          if byte >= 0x80 { return false }
          let entry = table[current + Int(letters[byte])]
          // Neither dead, nor unknown, nor a match.
          if entry &- 1 < Self.matched - 1 {
            current = Int(entry)
            place += 1
          } else {
            return entry == Self.dead
          }
        }
        return false
      }
    }
    state = UInt32(current)
    return (isOver, place)
  }

  /// Like `coast`, towards the beginning.
  private func coastBack(
    _ state: inout UInt32, _ bytes: UnsafeRawBufferPointer, _ start: Int
  ) -> (Bool, Int) {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return (false, start)
    }
    var current = Int(state)
    var place = start
    let isOver = transitions.withUnsafeBufferPointer { table in
      reader.table.letterOfASCII.withUnsafeBufferPointer { letters in
        while place > 0 {
          let byte = Int(base[place - 1])
          if byte >= 0x80 { return false }
          let entry = table[current + Int(letters[byte])]
          if entry &- 1 < Self.matched - 1 {
            current = Int(entry)
            place -= 1
          } else {
            return entry == Self.dead
          }
        }
        return false
      }
    }
    state = UInt32(current)
    return (isOver, place)
  }

  /// - Parameter lookaround: As in `run`.
  private func runWithoutTables(
    _ first: State, _ bytes: UnsafeRawBufferPointer, from start: Int,
    lookaround: ((Int32, Int) -> Bool)?, onMatch: (Int) -> Bool
  ) {
    var threads = first.threads
    var context = first.context
    var place = start
    while !threads.isEmpty {
      let (letter, width) =
        program.isReversed
        ? reader.letter(before: place, in: bytes) : reader.letter(at: place, in: bytes)
      let here = place
      let matches = step(
        threads, context, letter, lookaround: lookaround.map { holds in { holds($0, here) } })
      if matches, !onMatch(place) { return }
      if width == 0 || meter.isSpent { return }
      threads.removeAll(keepingCapacity: true)
      threads.append(contentsOf: stepper.next)
      context = reader.table.surroundings[letter]
      place += program.isReversed ? -width : width
    }
  }

  /// Stores the threads after the letter in `stepper.next`; returns whether there is a match before
  /// it.
  private func step(
    _ threads: [Int32], _ context: Surroundings, _ letter: Int,
    lookaround: ((Int32) -> Bool)? = nil
  ) -> Bool {
    meter.take(threads.count + Self.costOfStep)
    let ahead = reader.table.surroundings[letter]
    let (left, right) = program.isReversed ? (ahead, context) : (context, ahead)
    return stepper.step(
      threads,
      at: Stepper.Place(left: left, right: right, letter: letter, lookaround: lookaround),
      reader.table, stopsAtMatch: mode == .preferred)
  }

  private var isFull: Bool {
    transitions.count + stride > Self.maximumEntries || threadCount > Self.maximumThreads
  }

  private func number(of state: State) -> UInt32 {
    if let number = numbers[state] { return number }
    meter.take(Self.costOfState)
    let number = UInt32(transitions.count)
    numbers[state] = number
    states.append(state)
    threadCount += state.threads.count
    transitions.append(contentsOf: repeatElement(Self.unknown, count: stride))
    return number
  }

  /// Drops all states except the dead one.
  private func forget() {
    stride = max(8, reader.table.count).nextPowerOf2
    transitions.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    threadCount = 0
    starts = []
    let dead = number(of: State(threads: [], context: []))
    for letter in 0..<stride { transitions[Int(dead) + letter] = Self.dead }
  }
}

extension Int {
  fileprivate var nextPowerOf2: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
