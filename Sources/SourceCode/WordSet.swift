/// A few words that are looked for at every byte: most bytes begin none of them.
struct WordSet {
  private let words: [[UInt8]]
  /// By byte: whether a word begins with it.
  private let mayBegin: [Bool]

  /// - Parameter words: None is empty.
  init(_ words: [[UInt8]]) {
    self.words = words
    let first = Set(words.compactMap(\.first))
    mayBegin = (UInt8.min...UInt8.max).map { first.contains($0) }
  }

  /// Whether one of the words stands at a place in a text.
  func contains(prefixOf text: [UInt8], at index: Int) -> Bool {
    guard index < text.count, mayBegin[Int(text[index])] else { return false }
    return words.contains { text[index...].starts(with: $0) }
  }
}
