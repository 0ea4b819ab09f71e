package import CIModel

/// How much text of a change is read and kept for the rules: a few kilobytes of a pack can hold any number
/// of lines.
package struct TextRoom {
  /// Bytes that may still be read, each as often as there are ways to read it.
  private var readings: Int
  /// Bytes of added lines that may still be kept.
  private var lines: Int
  private let mostLines: Int
  /// The files that there was no room for.
  package private(set) var unread: [UnseenText] = []

  package init(readings: Int = 512 << 20, lines: Int = 128 << 20) {
    self.readings = readings
    self.lines = lines
    mostLines = lines
  }

  /// Whether there is room for a file; without it, the file is unread.
  mutating func hasRoom(for file: RepositoryPath) -> Bool {
    if lines > 0, readings > 0 { return true }
    if unread.last?.path != file {
      unread.append(
        UnseenText(
          file,
          "is not judged: the change adds more than \(mostLines >> 20) MiB of text, or can be read in "
            + "too many ways",
          cause: .size))
    }
    return false
  }

  mutating func read(_ bytes: [UInt8]) { readings -= bytes.count }

  mutating func keep(_ text: AddedText) { lines -= text.bytes.count }
}
