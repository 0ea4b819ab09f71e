package import CIModel

/// How much text of a change is read and kept for the rules: a few kilobytes of a pack can hold any number
/// of lines.
package struct TextRoom {
  /// Bytes that may still be read, in each of the ways in which a file can be read.
  private var readings: Int
  /// Bytes of changed lines that may still be kept.
  private var lines: Int
  /// What a file without room keeps from being judged.
  private let cause: UnseenText.Cause
  /// The files that there was no room for.
  package private(set) var unread: [UnseenText] = []

  package init(
    readings: Int = 128 << 20, lines: Int = 96 << 20, for cause: UnseenText.Cause = .size
  ) {
    self.readings = readings
    self.lines = lines
    self.cause = cause
  }

  /// Takes the room that reading a file needs; where there is too little, the file is unread.
  mutating func takes(_ count: Int, of file: RepositoryPath) -> Bool {
    guard count <= readings else {
      note(file, "has more text than is read, 256 MiB as it is or 128 MiB in other ways")
      return false
    }
    readings -= count
    return true
  }

  /// Takes the room that lines of a text need.
  mutating func keeps(
    _ numbers: [Range<Int>], of bytes: UnsafeRawBufferPointer, _ file: RepositoryPath
  ) -> Bool {
    var cost = numbers.reduce(0) { $0 + $1.count * Self.costOfLine }
    // Where there are too many, it takes too much to find them.
    if cost <= lines {
      let text = TextLines(bytes)
      for number in numbers.joined() { cost += text.line(number).count }
    }
    guard cost <= lines else {
      note(
        file, "\(cause == .deletions ? "deletes" : "adds") more lines than are looked at, 96 MiB")
      return false
    }
    lines -= cost
    return true
  }

  /// Bytes beside its own that a line takes: where it begins, and its number.
  private static let costOfLine = 16

  private mutating func note(_ file: RepositoryPath, _ problem: String) {
    if unread.last?.path == file { return }
    unread.append(UnseenText(file, "is not judged: the change \(problem)", cause: cause))
  }
}
