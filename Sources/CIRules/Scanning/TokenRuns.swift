/// What is known of the runs of characters in a text.
///
/// In one run any number of prefixes can stand, each with the rest of the run behind it. So that the time
/// stays linear, each byte is looked at once for each kind of run: where it ends, and from its end
/// backwards where the shortest rest begins that is a placeholder.
struct TokenRuns {
  /// The last run of each kind.
  private var runs = [Run?](repeating: nil, count: TokenShape.Characters.allCases.count)
  /// How many bytes were looked at.
  private(set) var work = 0

  /// Where the run of a kind ends that holds an offset; the offset itself when none does.
  mutating func end(
    of characters: TokenShape.Characters, from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Int {
    if let run = runs[characters.rawValue], run.start <= start, start <= run.end { return run.end }
    var end = start
    while end < bytes.count, characters.contains(bytes[end]) { end += 1 }
    work += end - start
    runs[characters.rawValue] = Run(start: start, end: end)
    return end
  }

  /// Whether the rest of a run can be a token: it has enough dots and was not written to be seen, as
  /// `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx…` and `…0123456789…` were.
  ///
  /// - Parameter start: An offset that `end(of:from:in:)` was asked for.
  mutating func isToken(
    _ characters: TokenShape.Characters, from start: Int, dots: Int,
    in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    // Taken out, so that it is changed in place.
    guard var run = runs[characters.rawValue] else { return false }
    runs[characters.rawValue] = nil
    work += run.look(backTo: start, in: bytes)
    runs[characters.rawValue] = run
    return run.isToken(from: start, dots: dots)
  }

  private struct Run {
    let start: Int
    let end: Int
    /// From here on the run was looked at.
    private var looked: Int
    /// The characters seen, all of them ASCII.
    private var seen: (UInt64, UInt64) = (0, 0)
    /// Where the shortest rest begins with one, two, … different characters.
    private var different: [Int] = []
    /// The last dots, the last one first.
    private var dots: [Int] = []
    /// How many characters from here on each repeat the one before or count up.
    private var sequence = 0
    /// Where the shortest rest begins that repeats or counts up for long, or that holds a word of
    /// placeholders.
    private var placeholder: Int?

    private static let mostDifferent = 6
    private static let mostDots = 2
    private static let longSequence = 8
    private static let words = ["example", "placeholder", "redacted", "dummy", "your", "xxxx"].map {
      Array($0.utf8)
    }

    init(start: Int, end: Int) {
      self.start = start
      self.end = end
      looked = end
    }

    /// Returns how many bytes that took.
    mutating func look(backTo start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
      let before = looked
      while looked > start {
        looked -= 1
        take(bytes[looked], in: bytes)
      }
      return before - looked
    }

    private mutating func take(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) {
      if different.count < Self.mostDifferent, see(byte) { different.append(looked) }
      if byte == UInt8(ascii: "."), dots.count < Self.mostDots { dots.append(looked) }
      if placeholder != nil { return }
      let next = looked + 1 < end ? bytes[looked + 1] : nil
      sequence = next == byte || next == byte &+ 1 ? sequence + 1 : 0
      let isWord = Self.words.contains { word in
        word.count <= end - looked && word[0] == byte | 0x20
          && word.indices.allSatisfy { word[$0] == bytes[looked + $0] | 0x20 }
      }
      if sequence >= Self.longSequence || isWord { placeholder = looked }
    }

    /// Whether a character is met for the first time.
    private mutating func see(_ byte: UInt8) -> Bool {
      let bit = UInt64(1) << UInt64(byte & 63)
      if byte < 64 {
        defer { seen.0 |= bit }
        return seen.0 & bit == 0
      }
      defer { seen.1 |= bit }
      return seen.1 & bit == 0
    }

    func isToken(from start: Int, dots least: Int) -> Bool {
      if let placeholder, placeholder >= start { return false }
      if least > 0, dots.count < least || dots[least - 1] < start { return false }
      let enough = min(Self.mostDifferent, (end - start) / 2 + 1)
      return different.count >= enough && different[enough - 1] >= start
    }
  }
}
