/// Searches for secrets in one form, in bytes that arrive in pieces.
package struct FormReader: Sendable {
  private let form: EscapeForm
  private let automaton: SecretAutomaton
  private var view = SequenceView.screen
  /// For each byte, whether it may begin a secret, or be decoded as something other than itself.
  private let isOfInterest: [Bool]
  private let isSpecial: [Bool]
  /// The state of `automaton`.
  private var state = 0
  /// Ring buffer of stream offsets: where the last bytes that led to `state` begin, by their
  /// number.
  private var starts: [Int]
  private var count = 0
  /// The stream offset up to which bytes were read.
  private var position = 0
  /// Whether only white space followed the last line break.
  private var isAtLineStart = false

  /// The minimum number of base64 characters at the end of a line that are held back until the next
  /// line.
  static let shortestWrapped = 4

  init(_ form: EscapeForm, _ automaton: SecretAutomaton) {
    self.form = form
    self.automaton = automaton
    let isSpecial = (UInt8.min...UInt8.max).map(form.isSpecial)
    self.isSpecial = isSpecial
    isOfInterest = (UInt8.min...UInt8.max).map { byte in
      isSpecial[Int(byte)] || automaton.begins(with: byte)
    }
    var size = 1
    while size < automaton.longest { size *= 2 }
    starts = [Int](repeating: 0, count: size)
  }

  /// The stream offset of the part that may still become a secret.
  var heldFrom: Int {
    let depth = Int(automaton.depths[state])
    return depth == 0 ? position : starts[(count - depth) & (starts.count - 1)]
  }

  /// Returns the same reader with another view of escape sequences from here on.
  func seeing(_ view: SequenceView) -> FormReader {
    var reader = self
    reader.view = view
    return reader
  }

  /// Whether both readers will find the same from here on, as long as no escape sequence follows.
  func agrees(with other: FormReader) -> Bool {
    func start(_ reader: FormReader, _ back: Int) -> Int {
      reader.starts[(reader.count - back) & (reader.starts.count - 1)]
    }
    guard state == other.state, position == other.position, isAtLineStart == other.isAtLineStart
    else { return false }
    let depth = Int(automaton.depths[state])
    return (0..<depth).allSatisfy { start(self, $0 + 1) == start(other, $0 + 1) }
  }

  /// Discards the state, and continues at an offset.
  mutating func restart(at offset: Int) {
    state = 0
    count = 0
    position = offset
  }

  /// - Parameters:
  ///   - held: The end of the stream.
  ///   - base: The stream offset of `held`.
  ///   - isEnd: Whether no more bytes follow.
  ///   - found: Receives the secret parts, as stream offsets.
  mutating func read(
    _ held: UnsafeRawBufferPointer, base: Int, isEnd: Bool, _ found: inout [Range<Int>]
  ) {
    var cursor = Cursor(
      index: position - base, state: state, count: count, isAtLineStart: isAtLineStart)
    withTables { tables in
      while cursor.index < held.count, cursor.advance(held, base, isEnd, tables, &found) {}
    }
    position = base + cursor.index
    state = cursor.state
    count = cursor.count
    isAtLineStart = cursor.isAtLineStart
  }

  private mutating func withTables(_ body: (Tables) -> Void) {
    let (automaton, form, view, isSpecial, isOfInterest) =
      (automaton, form, view, isSpecial, isOfInterest)
    starts.withUnsafeMutableBufferPointer { starts in
      automaton.withTables { table in
        isSpecial.withUnsafeBufferPointer { isSpecial in
          isOfInterest.withUnsafeBufferPointer { isOfInterest in
            body(
              Tables(
                automaton: table, form: form, view: view, isSpecial: isSpecial,
                isOfInterest: isOfInterest, starts: starts))
          }
        }
      }
    }
  }
}

extension FormReader {
  /// The lookup tables of a cursor, as raw memory: checked accesses would cost more than everything
  /// else.
  fileprivate struct Tables {
    let automaton: SecretAutomaton.Tables
    let form: EscapeForm
    let view: SequenceView
    let isSpecial: UnsafeBufferPointer<Bool>
    let isOfInterest: UnsafeBufferPointer<Bool>
    /// A ring buffer, whose size is a power of two.
    let starts: UnsafeMutableBufferPointer<Int>
  }

  /// The position of a reader in the held bytes.
  fileprivate struct Cursor {
    /// An offset in the held bytes.
    var index: Int
    var state: Int
    var count: Int
    var isAtLineStart: Bool

    /// Advances past the next byte or escape sequence.
    ///
    /// - Returns: Whether there may be more to read; `false` until the rest of a sequence has
    ///   arrived.
    mutating func advance(
      _ held: UnsafeRawBufferPointer, _ base: Int, _ isEnd: Bool, _ tables: Tables,
      _ found: inout [Range<Int>]
    ) -> Bool {
      if state == 0 {
        while index < held.count, !tables.isOfInterest[Int(held[index])] { index += 1 }
        if index == held.count { return false }
      }
      let byte = held[index]
      guard tables.isSpecial[Int(byte)] else {
        step(byte, base, 1, tables, &found)
        isAtLineStart = false
        index += 1
        return true
      }
      if tables.form == .base64, skipsBreak(byte, tables) {
        index += 1
        return true
      }
      let rest = UnsafeRawBufferPointer(rebasing: held[index...])
      switch tables.form.reading(rest, tables.view) {
      case .incomplete where !isEnd: return false
      case .literal, .incomplete:
        step(byte, base, 1, tables, &found)
        index += 1
      case .nothing(let length): index += length
      case .bytes(let packed, let bytes, let length):
        for number in 0..<bytes {
          step(
            UInt8(truncatingIfNeeded: packed >> (8 * UInt32(number))), base, length, tables, &found)
        }
        index += length
      }
      return true
    }

    /// Whether the byte breaks or indents a line of base64, which may continue after it.
    private mutating func skipsBreak(_ byte: UInt8, _ tables: Tables) -> Bool {
      switch byte {
      case UInt8(ascii: "\n"):
        if tables.automaton.depths[state] < FormReader.shortestWrapped { state = 0 }
        isAtLineStart = true
        return true
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        // The lines may be indented.
        if !isAtLineStart { state = 0 }
        return true
      default:
        return false
      }
    }

    /// Processes a byte that is encoded in the `length` bytes from `index` on.
    private mutating func step(
      _ byte: UInt8, _ base: Int, _ length: Int, _ tables: Tables, _ found: inout [Range<Int>]
    ) {
      let automaton = tables.automaton
      let column = automaton.classes[Int(byte)]
      while automaton.rows[state] < 0, automaton.ways[state] != column {
        state = Int(automaton.fallbacks[state])
      }
      let row = Int(automaton.rows[state])
      state = row < 0 ? state + 1 : Int(automaton.transitions[row + Int(column)])
      if state == 0 { return }
      let sizeMask = tables.starts.count - 1
      tables.starts[count & sizeMask] = base + index
      count += 1
      let matched = Int(automaton.matches[state])
      if matched > 0 {
        found.append(tables.starts[(count - matched) & sizeMask]..<base + index + length)
      }
    }
  }
}
