/// A set of places in a text: a bit for each.
struct PlaceSet {
  private var words: [UInt64]

  /// - Parameter count: Bytes of the text; the place behind the last one counts, too.
  init(count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }
  func contains(_ place: Int) -> Bool { words[place >> 6] >> UInt64(place & 63) & 1 != 0 }
}
