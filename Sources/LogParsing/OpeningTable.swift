/// A table of words that a line can begin with, indexed by their first byte.
struct OpeningTable: Sendable {
  private let byFirstByte: [[StaticString]]
  /// All first bytes of the words.
  let firstBytes: [UInt8]

  init(_ openings: [StaticString]) {
    var table = [[StaticString]](repeating: [], count: 256)
    for opening in openings where opening.utf8CodeUnitCount > 0 {
      table[Int(opening.utf8Start[0])].append(opening)
    }
    byFirstByte = table
    firstBytes = table.indices.filter { !table[$0].isEmpty }.map { UInt8($0) }
  }

  /// Whether the whole content is one of the words.
  func contains(word content: ByteCursor) -> Bool {
    guard let first = content.first else { return false }
    for opening in byFirstByte[Int(first)] where content.equals(opening) { return true }
    return false
  }

  func contains(beginningOf content: ByteCursor) -> Bool {
    guard let first = content.first else { return false }
    for opening in byFirstByte[Int(first)] where content.starts(with: opening) { return true }
    return false
  }
}
