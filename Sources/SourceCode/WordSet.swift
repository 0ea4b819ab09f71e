/// A few words that are searched for at every byte, fast for bytes that begin none of them.
struct WordSet {
  private let words: [[UInt8]]
  /// Whether a word begins with a byte, by the value of the byte.
  private let mayBegin: [Bool]

  /// - Parameter words: The words, each with at least one byte.
  init(_ words: [[UInt8]]) {
    self.words = words
    let first = Set(words.compactMap(\.first))
    mayBegin = (UInt8.min...UInt8.max).map { first.contains($0) }
  }

  /// Whether one of the words occurs at an index in a text.
  func contains(prefixOf text: [UInt8], at index: Int) -> Bool {
    guard index < text.count, mayBegin[Int(text[index])] else { return false }
    return words.contains { text[index...].starts(with: $0) }
  }
}
