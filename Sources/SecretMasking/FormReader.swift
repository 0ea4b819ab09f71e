/// Looks for secrets in bytes that come in pieces, as one form writes them.
package struct FormReader: Sendable {
  private let form: EscapeForm
  private let automaton: SecretAutomaton
  private var view = SequenceView.screen
  /// By byte: whether it may begin a secret, or stand for something else than itself.
  private let isOfInterest: [Bool]
  private let isSpecial: [Bool]
  /// Of `automaton`.
  private var state = 0
  /// Where the bytes that led to `state` begin in the stream, the last ones, by their number.
  private var starts: [Int]
  private var count = 0
  /// How far has been read: an offset in the stream.
  private var position = 0
  /// Nothing but white space since the last line break.
  private var isAtLineStart = false

  /// Fewer characters of base64 at the end of a line are not held back until the next one comes.
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

  /// Where the part begins that may still become a secret: an offset in the stream.
  var heldFrom: Int {
    let depth = Int(automaton.depths[state])
    return depth == 0 ? position : starts[(count - depth) & (starts.count - 1)]
  }

  /// The same reader, from here on with other eyes for escape sequences.
  func seeing(_ view: SequenceView) -> FormReader {
    var reader = self
    reader.view = view
    return reader
  }

  /// Whether both will find the same from here on, where no escape sequence comes.
  func agrees(with other: FormReader) -> Bool {
    func start(_ reader: FormReader, _ back: Int) -> Int {
      reader.starts[(reader.count - back) & (reader.starts.count - 1)]
    }
    guard state == other.state, position == other.position, isAtLineStart == other.isAtLineStart
    else { return false }
    let depth = Int(automaton.depths[state])
    return (0..<depth).allSatisfy { start(self, $0 + 1) == start(other, $0 + 1) }
  }

  /// Forgets what has been read.
  mutating func restart(at offset: Int) {
    state = 0
    count = 0
    position = offset
  }

  /// - Parameters:
  ///   - held: The end of the stream.
  ///   - base: Where that begins in the stream.
  ///   - isEnd: Nothing more comes.
  ///   - found: Gets the parts that are secret, as offsets in the stream.
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
  /// What a cursor looks up for each byte, as memory: checked accesses would cost more than the rest.
  fileprivate struct Tables {
    let automaton: SecretAutomaton.Tables
    let form: EscapeForm
    let view: SequenceView
    let isSpecial: UnsafeBufferPointer<Bool>
    let isOfInterest: UnsafeBufferPointer<Bool>
    /// A ring, whose size is a power of two.
    let starts: UnsafeMutableBufferPointer<Int>
  }

  /// Where a reader stands in the bytes that it holds.
  fileprivate struct Cursor {
    /// An offset in the bytes that are held.
    var index: Int
    var state: Int
    var count: Int
    var isAtLineStart: Bool

    /// Goes past the next byte or escape sequence.
    ///
    /// - Returns: Whether there may be more to read; not before the rest of a sequence has come.
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

    /// Whether the byte breaks or indents a line of base64, which may go on behind it.
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

    /// Takes a byte that `length` bytes from `index` on stand for.
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
