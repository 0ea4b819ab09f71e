/// Cached results about the runs of characters in a text.
///
/// One run can contain any number of prefixes, each with the rest of the run behind it. To keep the
/// time linear, bytes that were read for one prefix are not read again for the next.
struct TokenRuns {
  /// The last run of each kind.
  private var runs = [Range<Int>?](repeating: nil, count: TokenShape.Characters.allCases.count)
  /// The last search for a placeholder in a run of each kind.
  private var placeholders = [Search?](
    repeating: nil, count: TokenShape.Characters.allCases.count)
  /// The last searches for a dot: for the first, second and third one of a run, and for the one
  /// behind the minimum length.
  private var dots = [Search?](repeating: nil, count: 4)
  /// Number of bytes that were examined.
  private(set) var work = 0

  /// Whether the bytes contain a NUL; `nil` until that is known.
  private var holdNul: Bool?

  /// Whether the bytes are data and not text: they contain a NUL.
  mutating func areData(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let holdNul { return holdNul }
    let found = bytes.contains(0)
    work += bytes.count
    holdNul = found
    return found
  }

  /// Whether the bytes before an offset belong to the word that continues there. Anything but an
  /// ASCII letter or digit is a border, whatever the script.
  mutating func isInsideToken(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard offset > 0, bytes[offset - 1].isASCIIAlphanumeric else { return false }
    work += UnsafeRawBufferPointer.longestEscape
    return !bytes.endsEscapeOrOptions(offset)
  }

  /// Whether all characters of a range, which is short, are of a kind.
  mutating func are(
    _ range: Range<Int>, _ characters: TokenShape.Characters, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    work += range.count
    return bytes[range].allSatisfy(characters.contains)
  }

  /// Whether a range, which is short, of capital letters and digits has a digit.
  mutating func haveDigit(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    work += range.count
    for index in range where bytes[index] < UInt8(ascii: "A") { return true }
    return false
  }

  /// The end of the run of a kind that contains an offset; the offset itself when there is none.
  mutating func end(
    of characters: TokenShape.Characters, from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Int {
    if let run = runs[characters.rawValue], run.lowerBound <= start, start <= run.upperBound {
      return run.upperBound
    }
    var end = start
    while end < bytes.count, characters.contains(bytes[end]) { end += 1 }
    work += end - start
    runs[characters.rawValue] = start..<end
    return end
  }

  /// The end of the part of a run behind a number of dots; if the run is shorter than `least`
  /// there, the end of the first part where it is not. `nil` when the run has fewer dots.
  ///
  /// - Parameter count: Number of dots, at most two.
  mutating func endOfPart(
    behindDots count: Int, least: Int, in run: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var start = run.lowerBound
    for index in 0..<count {
      guard let dot = dot(index, in: start..<run.upperBound, of: bytes) else { return nil }
      start = dot + 1
    }
    let end = dot(count, in: start..<run.upperBound, of: bytes) ?? run.upperBound
    let first = min(run.lowerBound + least, run.upperBound)
    return end >= first ? end : dot(3, in: first..<run.upperBound, of: bytes) ?? run.upperBound
  }

  private mutating func dot(
    _ index: Int, in range: Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var search = Search.going(on: dots[index], from: range.lowerBound)
    while search.found == nil, search.end < range.upperBound {
      if bytes[search.end] == UInt8(ascii: ".") { search.found = search.end }
      search.end += 1
      work += 1
    }
    dots[index] = search
    return search.found
  }

  /// Whether a token is not an example, such as `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx…` and
  /// `…0123456789…`. The text behind it does not matter: anyone can write `.example.com` there.
  ///
  /// - Parameter token: The range behind the prefix.
  /// - Parameter token: What follows the prefix.
  mutating func isRandom(
    _ token: Range<Int>, _ characters: TokenShape.Characters, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    isVaried(token, in: bytes) && !holdsPlaceholder(token, characters, in: bytes)
  }

  private mutating func holdsPlaceholder(
    _ token: Range<Int>, _ characters: TokenShape.Characters, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var search = Search.going(on: placeholders[characters.rawValue], from: token.lowerBound)
    while search.found == nil, search.end < token.upperBound {
      if Self.placeholderEnd(from: search.end, in: bytes) != nil { search.found = search.end }
      search.end += 1
      work += 1
    }
    placeholders[characters.rawValue] = search
    guard var place = search.found else { return false }
    // A longer placeholder may begin before a shorter one.
    while place < token.upperBound {
      if let end = Self.placeholderEnd(from: place, in: bytes), end <= token.upperBound {
        return true
      }
      if token.upperBound - place < Self.shortestPlaceholder { return false }
      place += 1
      work += 1
    }
    return false
  }

  private static let words = ["example", "placeholder", "redacted", "dummy", "your", "xxxx"].map {
    Array($0.utf8)
  }
  private static let shortestPlaceholder = words.map(\.count).min() ?? 0
  /// Number of characters in a row that each repeat the one before or count up, too many for
  /// chance.
  private static let longSequence = 9

  /// The end of the shortest placeholder that begins at an offset; `nil` when none does.
  private static func placeholderEnd(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let word = words.first { word in
      word[0] == bytes[start] | 0x20 && word.count <= bytes.count - start
        && word.indices.allSatisfy { word[$0] == bytes[start + $0] | 0x20 }
    }
    if let word { return start + word.count }
    let end = start + longSequence
    guard end <= bytes.count else { return nil }
    let isSequence = (start..<end - 1).allSatisfy {
      bytes[$0 + 1] == bytes[$0] || bytes[$0 + 1] == bytes[$0] &+ 1
    }
    return isSequence ? end : nil
  }

  /// Whether the first 20 characters of a token include at least 6 different ones.
  private mutating func isVaried(_ token: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    // All characters are ASCII.
    var seen: (UInt64, UInt64) = (0, 0)
    for offset in token.prefix(20) {
      let bit = UInt64(1) << UInt64(bytes[offset] & 63)
      if bytes[offset] < 64 { seen.0 |= bit } else { seen.1 |= bit }
    }
    work += min(20, token.count)
    return seen.0.nonzeroBitCount + seen.1.nonzeroBitCount >= 6
  }

  /// A search that continues where the last one ended.
  private struct Search {
    let start: Int
    /// Offset up to which the bytes were searched.
    var end: Int
    var found: Int?

    static func going(on last: Search?, from start: Int) -> Search {
      if let last, last.start <= start, start <= last.end, last.found.map({ start <= $0 }) ?? true {
        return last
      }
      return Search(start: start, end: start)
    }
  }
}
