/// A set of places in a text, with one bit for each.
struct PlaceSet {
  private var words: [UInt64]

  /// - Parameter count: Number of bytes of the text; the place after the last one is included.
  init(count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }
  func contains(_ place: Int) -> Bool { words[place >> 6] >> UInt64(place & 63) & 1 != 0 }
}
