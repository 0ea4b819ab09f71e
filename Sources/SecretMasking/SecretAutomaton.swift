/// Finds any of many byte strings in one pass: the automaton of Aho and Corasick (1975), so the
/// time does not depend on the number of strings.
///
/// Only states with several successors have a row in the table. A secret may have a hundred
/// kilobytes and a dozen forms, and nearly all of its states have one successor.
struct SecretAutomaton: Sendable {
  /// The class of each byte; 0 for bytes that no string contains.
  let classes: [UInt16]
  /// The next state, by row and class of the next byte.
  private(set) var transitions: [Int32]
  /// The offset of each state's row in `transitions`; negative when it has none.
  private(set) var rows: [Int32] = []
  /// For each state without a row, the class of the byte that leads to the next state.
  private(set) var ways: [UInt16] = []
  /// For each state without a row, the state that handles other bytes.
  private(set) var fallbacks: [Int32] = []
  /// The number of bytes of a string that were read in each state.
  private(set) var depths: [Int32] = []
  /// The length of the longest string that ends in each state; 0 when none does.
  private(set) var matches: [Int32] = []
  /// The length of the longest string.
  let longest: Int

  private static let noWay = UInt16.max

  /// - Parameter alike: Bytes that are treated like other ones.
  init(_ strings: Set<[UInt8]>, alike: [UInt8: UInt8] = [:]) {
    var classes = [UInt16](repeating: 0, count: 256)
    var count = 1
    for string in strings {
      for byte in string where classes[Int(byte)] == 0 {
        classes[Int(byte)] = UInt16(count)
        count += 1
      }
    }
    for (byte, other) in alike { classes[Int(byte)] = classes[Int(other)] }
    self.classes = classes
    longest = strings.map(\.count).max() ?? 0
    transitions = [Int32](repeating: 0, count: count)
    let branches = addStates(strings.sorted { $0.lexicographicallyPrecedes($1) })
    link(branches, width: count)
  }

  /// Whether any string begins with the byte.
  func begins(with byte: UInt8) -> Bool { transitions[Int(classes[Int(byte)])] != 0 }

  private func next(_ start: Int, _ column: UInt16) -> Int {
    var state = start
    while rows[state] < 0 {
      if ways[state] == column { return state + 1 }
      state = Int(fallbacks[state])
    }
    return Int(transitions[Int(rows[state]) + Int(column)])
  }

  private mutating func addState(depth: Int) {
    rows.append(-1)
    ways.append(Self.noWay)
    fallbacks.append(0)
    depths.append(Int32(depth))
    matches.append(0)
  }

  /// Creates the states; those of one string are consecutive.
  ///
  /// - Parameter strings: Sorted, so that the first successor of a state is the state that was
  ///   created next.
  /// - Returns: The other successors, by state.
  private mutating func addStates(_ strings: [[UInt8]]) -> [Int: [(way: UInt16, state: Int)]] {
    var branches: [Int: [(way: UInt16, state: Int)]] = [0: []]
    addState(depth: 0)
    var last: [UInt8] = []
    /// The states of `last`.
    var path = [0]
    for string in strings {
      let common = zip(last, string).prefix { $0 == $1 }.count
      path.removeLast(path.count - common - 1)
      for (depth, byte) in string.enumerated().dropFirst(common) {
        let (state, column) = (path[depth], classes[Int(byte)])
        if state == rows.count - 1 {
          ways[state] = column
        } else {
          branches[state, default: []].append((column, rows.count))
        }
        path.append(rows.count)
        addState(depth: depth + 1)
      }
      matches[path[string.count]] = Int32(string.count)
      last = string
    }
    return branches
  }

  /// Breadth-first: the fallback state is closer to the start and complete already.
  private mutating func link(
    _ branches: [Int: [(way: UInt16, state: Int)]], width: Int
  ) {
    var queue: [Int32] = [0]
    queue.reserveCapacity(rows.count)
    var position = 0
    while position < queue.count {
      let state = Int(queue[position])
      position += 1
      let fallback = Int(fallbacks[state])
      matches[state] = max(matches[state], matches[fallback])
      let first = ways[state] == Self.noWay ? [] : [(way: ways[state], state: state + 1)]
      let children = first + (branches[state] ?? [])
      for child in children {
        fallbacks[child.state] = state == 0 ? 0 : Int32(next(fallback, child.way))
        queue.append(Int32(child.state))
      }
      guard branches[state] != nil else { continue }
      var row = [Int32](repeating: 0, count: width)
      if state != 0 {
        for column in 0..<width { row[column] = Int32(next(fallback, UInt16(column))) }
      }
      for child in children { row[Int(child.way)] = Int32(child.state) }
      if state == 0 {
        rows[0] = 0
        transitions = row
      } else {
        rows[state] = Int32(transitions.count)
        transitions += row
      }
    }
  }
}

extension SecretAutomaton {
  /// The automaton as raw memory, for a loop over the bytes of a log.
  struct Tables {
    let classes: UnsafeBufferPointer<UInt16>
    let transitions: UnsafeBufferPointer<Int32>
    let rows: UnsafeBufferPointer<Int32>
    let ways: UnsafeBufferPointer<UInt16>
    let fallbacks: UnsafeBufferPointer<Int32>
    let depths: UnsafeBufferPointer<Int32>
    let matches: UnsafeBufferPointer<Int32>
  }

  /// - Parameter body: Must not store the tables.
  func withTables(_ body: (Tables) -> Void) {
    classes.withUnsafeBufferPointer { classes in
      transitions.withUnsafeBufferPointer { transitions in
        rows.withUnsafeBufferPointer { rows in
          ways.withUnsafeBufferPointer { ways in
            fallbacks.withUnsafeBufferPointer { fallbacks in
              depths.withUnsafeBufferPointer { depths in
                matches.withUnsafeBufferPointer { matches in
                  body(
                    Tables(
                      classes: classes, transitions: transitions, rows: rows, ways: ways,
                      fallbacks: fallbacks, depths: depths, matches: matches))
                }
              }
            }
          }
        }
      }
    }
  }
}
