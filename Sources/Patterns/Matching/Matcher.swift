/// Searches texts for one pattern, and reuses its tables for the next text.
package final class Matcher {
  // A class, because its automata grow while it is used; it is not shared between threads.
  package let pattern: Pattern
  private let reader: LetterReader
  private let meter = WorkMeter()
  /// Finds whether there is a match, with fewer states than `searching`, which finds its end.
  private lazy var detecting = Automaton(pattern.code.forward, .everywhere, reader, meter)
  private lazy var searching = Automaton(pattern.code.forward, .preferred, reader, meter)
  private lazy var spanning = Automaton(pattern.code.forward, .anchored, reader, meter)
  private lazy var returning = Automaton(pattern.code.backward, .anchored, reader, meter)
  private lazy var lookarounds = pattern.code.lookarounds.map {
    Automaton($0.program, .everywhere, reader, meter)
  }
  private lazy var captures = CaptureMachine(
    pattern.code.forward, groupCount: pattern.code.groupCount, reader)

  package init(_ pattern: Pattern) {
    self.pattern = pattern
    reader = LetterReader(pattern.code.letters)
  }

  // MARK: Work

  /// Limits the work for all texts together. A pattern such as `a.{90}b` has many threads at each
  /// place of a text with many beginnings, and their combinations do not fit in a table.
  package func limitWork(to most: Int) { meter.limit(to: most) }

  /// Whether the limit was reached; a text without a match since then may still contain one.
  package var isSpent: Bool { meter.isSpent }

  // MARK: Bytes

  /// Whether the pattern occurs anywhere. Each byte that is not valid UTF-8 counts as U+FFFD.
  package func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    guard mayMatch(bytes), let places = lookaroundPlaces(in: bytes) else { return false }
    return detects(in: bytes, lookaround: places.test)
  }

  private func detects(
    in bytes: UnsafeRawBufferPointer, lookaround: ((Int32, Int) -> Bool)?
  ) -> Bool {
    var isFound = false
    detecting.run(bytes, from: 0, lookaround: lookaround) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Whether the whole text is one match.
  package func matchesWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard mayMatch(bytes), let places = lookaroundPlaces(in: bytes) else { return false }
    var isWhole = false
    spanning.run(bytes, from: 0, lookaround: places.test) { place in
      isWhole = place == bytes.count
      return true
    }
    return isWhole
  }

  /// The leftmost match.
  package func firstMatch(in bytes: UnsafeRawBufferPointer) -> PatternMatch? {
    guard mayMatch(bytes), let places = lookaroundPlaces(in: bytes) else { return nil }
    if let test = places.test {
      return captures.firstMatch(
        in: bytes, from: 0, upTo: bytes.count, isAnchored: false, lookaround: test)
    }
    guard detects(in: bytes, lookaround: nil) else { return nil }
    var end: Int?
    searching.run(bytes, from: 0) { place in
      end = place
      return true
    }
    guard let end else { return nil }
    var start = end
    returning.run(bytes, from: end) { place in
      start = place
      return true
    }
    guard pattern.code.groupCount > 0 else { return PatternMatch(range: start..<end, groups: []) }
    return captures.firstMatch(
      in: bytes, from: start, upTo: end, isAnchored: true, lookaround: nil)
  }

  private func mayMatch(_ bytes: UnsafeRawBufferPointer) -> Bool {
    pattern.requiredText.map { $0.occurs(in: bytes) } ?? true
  }

  /// The places where each look-around holds.
  private struct LookaroundPlaces {
    var test: ((Int32, Int) -> Bool)?
  }

  /// Finds the places where each look-around holds; `nil` when the pattern would not match even if
  /// all look-arounds held.
  private func lookaroundPlaces(in bytes: UnsafeRawBufferPointer) -> LookaroundPlaces? {
    if lookarounds.isEmpty { return LookaroundPlaces() }
    guard detects(in: bytes, lookaround: nil) else { return nil }
    let sets = zip(lookarounds, pattern.code.lookarounds).map { automaton, lookaround in
      var places = PlaceSet(count: bytes.count)
      automaton.run(bytes, from: lookaround.program.isReversed ? bytes.count : 0) { place in
        places.insert(place)
        return true
      }
      return places
    }
    return LookaroundPlaces { sets[Int($0)].contains($1) }
  }

  // MARK: Texts

  package func occurs(in text: some StringProtocol) -> Bool {
    withBytes(of: text) { occurs(in: $0) }
  }

  package func matchesWhole(_ text: some StringProtocol) -> Bool {
    withBytes(of: text) { matchesWhole($0) }
  }

  package func firstMatch(in text: some StringProtocol) -> PatternMatch? {
    withBytes(of: text) { firstMatch(in: $0) }
  }

  private func withBytes<Result>(
    of text: some StringProtocol, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var text = String(text)
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
