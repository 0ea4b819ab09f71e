package import CIModel

/// The budget for the text of a change that is read and stored for rules: a few kilobytes of a pack
/// can contain any number of lines.
package struct TextRoom {
  /// The remaining number of bytes to read, counted for each way in which a file is decoded.
  private var readings: Int
  /// The remaining number of bytes of changed lines to store.
  private var lines: Int
  /// The cause in the reports about files that exceed the budget.
  private let cause: UnseenText.Cause
  /// The files that exceeded the budget.
  package private(set) var unread: [UnseenText] = []

  package init(
    readings: Int = 128 << 20, lines: Int = 96 << 20, for cause: UnseenText.Cause = .size
  ) {
    self.readings = readings
    self.lines = lines
    self.cause = cause
  }

  /// Deducts the cost of reading a file; if the budget is too small, records the file as unread.
  mutating func takes(_ count: Int, of file: RepositoryPath) -> Bool {
    guard count <= readings else {
      note(file, "has more text than devtool reads: 256 MiB, or 128 MiB in other encodings")
      return false
    }
    readings -= count
    return true
  }

  /// Deducts the cost of storing lines of a text; returns whether the budget was sufficient.
  mutating func keeps(
    _ numbers: [Range<Int>], of bytes: UnsafeRawBufferPointer, _ file: RepositoryPath
  ) -> Bool {
    var cost = numbers.reduce(0) { $0 + $1.count * costOfLine }
    // If there are too many lines, even finding them takes too long.
    if cost <= lines {
      let text = TextLines(bytes)
      for number in numbers.joined() { cost += text.line(number).count }
    }
    guard cost <= lines else {
      note(
        file, "\(cause == .deletions ? "deletes" : "adds") more than 96 MiB of lines, the limit")
      return false
    }
    lines -= cost
    return true
  }

  /// The memory in bytes that a line uses in addition to its text: its offset and its number, and for
  /// a deleted line, which is a value of its own, its path as well.
  private var costOfLine: Int { cause == .deletions ? 64 : 16 }

  private mutating func note(_ file: RepositoryPath, _ problem: String) {
    if unread.last?.path == file { return }
    unread.append(UnseenText(file, "is not checked: the change \(problem)", cause: cause))
  }
}
