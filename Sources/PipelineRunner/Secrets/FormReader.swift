/// Looks for secrets in bytes that come in pieces, as one form writes them.
struct FormReader: Sendable {
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
    let sizeMask = starts.count - 1
    var index = position - base
    var state = state
    var count = count
    defer {
      position = base + index
      self.state = state
      self.count = count
    }
    let (automaton, form, view, isAtStart) = (automaton, form, view, isAtLineStart)
    var isAtLineStart = isAtStart
    defer { self.isAtLineStart = isAtLineStart }
    automaton.transitions.withUnsafeBufferPointer { transitions in
      automaton.rows.withUnsafeBufferPointer { rows in
        automaton.ways.withUnsafeBufferPointer { ways in
          automaton.fallbacks.withUnsafeBufferPointer { fallbacks in
            automaton.classes.withUnsafeBufferPointer { classes in
              automaton.matches.withUnsafeBufferPointer { matches in
                isSpecial.withUnsafeBufferPointer { isSpecial in
                  isOfInterest.withUnsafeBufferPointer { isOfInterest in
                    starts.withUnsafeMutableBufferPointer { starts in
                      func step(_ byte: UInt8, _ range: Range<Int>) {
                        let column = classes[Int(byte)]
                        while rows[state] < 0, ways[state] != column {
                          state = Int(fallbacks[state])
                        }
                        let row = Int(rows[state])
                        state = row < 0 ? state + 1 : Int(transitions[row + Int(column)])
                        if state == 0 { return }
                        starts[count & sizeMask] = base + range.lowerBound
                        count += 1
                        let length = Int(matches[state])
                        if length > 0 {
                          found.append(
                            starts[(count - length) & sizeMask]..<base + range.upperBound)
                        }
                      }
                      while index < held.count {
                        if state == 0 {
                          while index < held.count, !isOfInterest[Int(held[index])] { index += 1 }
                          if index == held.count { return }
                        }
                        let byte = held[index]
                        guard isSpecial[Int(byte)] else {
                          step(byte, index..<index + 1)
                          isAtLineStart = false
                          index += 1
                          continue
                        }
                        if form == .base64, byte == UInt8(ascii: "\n") {
                          if automaton.depths[state] < Self.shortestWrapped { state = 0 }
                          isAtLineStart = true
                          index += 1
                          continue
                        }
                        if form == .base64, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
                        {
                          // The lines may be indented.
                          if !isAtLineStart { state = 0 }
                          index += 1
                          continue
                        }
                        let rest = UnsafeRawBufferPointer(rebasing: held[index...])
                        switch form.reading(rest, view) {
                        case .incomplete where !isEnd: return
                        case .literal, .incomplete:
                          step(byte, index..<index + 1)
                          index += 1
                        case .nothing(let length): index += length
                        case .bytes(let packed, let bytes, let length):
                          for number in 0..<bytes {
                            step(
                              UInt8(truncatingIfNeeded: packed >> (8 * UInt32(number))),
                              index..<index + length)
                          }
                          index += length
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
