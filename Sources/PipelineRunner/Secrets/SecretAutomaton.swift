/// Finds any of many byte strings in one pass: the automaton of Aho and Corasick (1975), so the time
/// does not depend on how many there are.
struct SecretAutomaton: Sendable {
  /// 0 for bytes that no string contains.
  let classes: [UInt16]
  let classCount: Int
  /// The next state, by state and class of the next byte.
  let transitions: [Int32]
  /// How many bytes of a string have been read in each state.
  let depths: [Int32]
  /// The length of the longest string that ends in each state; 0 when none does.
  let matches: [Int32]
  /// The most bytes that a string has.
  let longest: Int

  init(_ strings: Set<[UInt8]>) {
    var classes = [UInt16](repeating: 0, count: 256)
    var count = 1
    for string in strings {
      for byte in string where classes[Int(byte)] == 0 {
        classes[Int(byte)] = UInt16(count)
        count += 1
      }
    }
    self.classes = classes
    classCount = count
    longest = strings.map(\.count).max() ?? 0
    (transitions, depths, matches) = SecretAutomaton.table(
      strings.sorted { $0.lexicographicallyPrecedes($1) }, classes, count)
  }

  /// Whether a string begins with the byte.
  func begins(with byte: UInt8) -> Bool { transitions[Int(classes[Int(byte)])] != 0 }

  private static func table(
    _ strings: [[UInt8]], _ classes: [UInt16], _ width: Int
  ) -> (transitions: [Int32], depths: [Int32], matches: [Int32]) {
    var transitions = [Int32](repeating: -1, count: width)
    var depths: [Int32] = [0]
    var matches: [Int32] = [0]
    for string in strings {
      var state = 0
      for byte in string {
        let slot = state * width + Int(classes[Int(byte)])
        if transitions[slot] < 0 {
          transitions[slot] = Int32(depths.count)
          depths.append(depths[state] + 1)
          matches.append(0)
          transitions += [Int32](repeating: -1, count: width)
        }
        state = Int(transitions[slot])
      }
      matches[state] = Int32(string.count)
    }
    // Breadth first: the state to fall back to is nearer to the start, and complete already.
    var fallbacks = [Int](repeating: 0, count: depths.count)
    var queue: [Int] = []
    for slot in 0..<width {
      if transitions[slot] < 0 {
        transitions[slot] = 0
      } else {
        queue.append(Int(transitions[slot]))
      }
    }
    var position = 0
    while position < queue.count {
      let state = queue[position]
      position += 1
      matches[state] = max(matches[state], matches[fallbacks[state]])
      for column in 0..<width {
        let slot = state * width + column
        let fallen = transitions[fallbacks[state] * width + column]
        if transitions[slot] < 0 {
          transitions[slot] = fallen
        } else {
          fallbacks[Int(transitions[slot])] = Int(fallen)
          queue.append(Int(transitions[slot]))
        }
      }
    }
    return (transitions, depths, matches)
  }
}
