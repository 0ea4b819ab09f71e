/// The ends of long objects and lists of a JSON document, by the offsets of their beginnings.
///
/// A value inside of many others is skipped with each of them, once for each member that is looked
/// up there. With these ends, every object and list is skipped in a few steps, whatever is inside.
struct JSONEnds {
  private var ends: [Int: Int] = [:]
  /// Number of bytes that are skipped with the help of the ends.
  private(set) var saved = 0
  /// Whether the whole document has been read: no end is added, and those that are known are used.
  var isComplete = false

  /// Minimum number of bytes that an end saves. They limit the number of ends, too.
  private static let least = 128
  /// The number of bytes that cost as much as the use of an end.
  private static let cost = 16

  var count: Int { ends.count }

  subscript(start: Int) -> Int? { isComplete ? ends[start] : nil }

  /// Adds the end of an object or a list, if those inside of it leave much of it.
  ///
  /// - Parameter before: `saved` at its beginning.
  mutating func add(_ range: Range<Int>, savedBefore before: Int) {
    guard !isComplete, range.count - (saved - before) >= Self.least else { return }
    ends[range.lowerBound] = range.upperBound
    saved = before + range.count - Self.cost
  }
}
