/// Finds secrets in bytes, and replaces each by `***`.
///
/// Beside the value itself it knows the forms in which tools print one: each line of it, base64 at
/// every alignment, percent encoding, and the escapes of JSON and of a shell. All forms are looked
/// for at once, by the automaton of Aho and Corasick (1975), so the time does not depend on how many
/// there are.
package struct SecretMask: Sendable {
  /// What a secret is replaced by.
  package static let replacement = "***"
  /// Shorter values, and lines of values, are words that may stand anywhere.
  package static let shortestLength = 4

  /// 0 for bytes that no form contains.
  let classes: [UInt16]
  let classCount: Int
  /// The next state, by state and class of the next byte.
  let transitions: [Int32]
  /// How many bytes of a form have been read in each state.
  let depths: [Int32]
  /// The length of the longest form that ends in each state; 0 when none does.
  let matches: [Int32]

  /// - Parameter values: Those that are too short are left out.
  /// - Returns: `nil` when there is nothing to look for.
  package init?(_ values: some Sequence<String>) {
    var forms: Set<[UInt8]> = []
    for value in values { forms.formUnion(SecretForms(value).all) }
    if forms.isEmpty { return nil }

    var classes = [UInt16](repeating: 0, count: 256)
    var count = 1
    for form in forms {
      for byte in form where classes[Int(byte)] == 0 {
        classes[Int(byte)] = UInt16(count)
        count += 1
      }
    }
    self.classes = classes
    classCount = count
    (transitions, depths, matches) = SecretMask.automaton(
      forms.sorted { $0.lexicographicallyPrecedes($1) }, classes, count)
  }

  private static func automaton(
    _ forms: [[UInt8]], _ classes: [UInt16], _ width: Int
  ) -> (transitions: [Int32], depths: [Int32], matches: [Int32]) {
    var transitions = [Int32](repeating: -1, count: width)
    var depths: [Int32] = [0]
    var matches: [Int32] = [0]
    for form in forms {
      var state = 0
      for byte in form {
        let slot = state * width + Int(classes[Int(byte)])
        if transitions[slot] < 0 {
          transitions[slot] = Int32(depths.count)
          depths.append(depths[state] + 1)
          matches.append(0)
          transitions += [Int32](repeating: -1, count: width)
        }
        state = Int(transitions[slot])
      }
      matches[state] = Int32(form.count)
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

  package func masked(_ text: String) -> String {
    var stream = MaskedStream(self)
    var bytes: [UInt8] = []
    var text = text
    text.withUTF8 { stream.take(UnsafeRawBufferPointer($0)) { bytes += $0 } }
    stream.finish { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a secret is in there.
  func finds(in bytes: [UInt8]) -> Bool {
    var state = 0
    for byte in bytes {
      state = Int(transitions[state * classCount + Int(classes[Int(byte)])])
      if matches[state] > 0 { return true }
    }
    return false
  }
}
