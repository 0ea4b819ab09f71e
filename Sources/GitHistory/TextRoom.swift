package import CIModel

/// How much text of a change is read and kept for the rules: a few kilobytes of a pack can hold any number
/// of lines.
package struct TextRoom {
  /// Bytes that may still be read, in each of the ways in which a file can be read.
  private var readings: Int
  /// Bytes of added lines that may still be kept.
  private var lines: Int
  /// The files that there was no room for.
  package private(set) var unread: [UnseenText] = []

  package init(readings: Int = 256 << 20, lines: Int = 64 << 20) {
    self.readings = readings
    self.lines = lines
  }

  /// Whether there is room for a file; without it, the file is unread.
  mutating func hasRoom(for file: RepositoryPath) -> Bool {
    if lines > 0, readings > 0 { return true }
    if unread.last?.path != file {
      unread.append(
        UnseenText(
          file,
          "is not judged: the change has more text than is read, \(Self.words)",
          cause: .size))
    }
    return false
  }

  private static let words = "64 MiB of lines in question and 256 MiB in all"

  mutating func read(_ count: Int) { readings -= count }

  mutating func keep(_ text: AddedText) { lines -= text.bytes.count }
}
