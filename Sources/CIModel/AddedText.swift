/// The lines that a change added to one file, as one run of bytes, so that rules can search them
/// without making a string of each.
package struct AddedText: Hashable, Sendable {
  /// The new path; bytes that are not UTF-8 are shown as U+FFFD.
  package let path: String
  /// The new path by its bytes.
  package let exactPath: RepositoryPath
  /// The full id of the commit that added the lines, where a later one took them back.
  package var commit: String?
  /// Whether the file looks like text; one that git takes for binary may not.
  package var looksLikeText = true
  /// Whether these are the lines of a file with NULs as a compiler or an editor reads it: a NUL is a blank, or
  /// the file is UTF-16.
  package var isReadByTools = false
  /// Every line with a `\n` behind it; without the `\r` of a `\r\n`.
  package private(set) var bytes: [UInt8] = []
  /// The 1-based number of each line in the head's version of the file, ascending.
  package private(set) var numbers: [Int] = []
  /// Armoured blocks that the file has already and whose lines the change replaces.
  package private(set) var openBlocks: [OpenBlock] = []

  /// What stands in the file, from a `-----BEGIN …` (RFC 7468) on, before an added line.
  package struct OpenBlock: Hashable, Sendable {
    /// The added line, as an index.
    package var line: Int
    package var lead: [UInt8]
  }

  /// Where each line begins in `bytes`.
  private var starts: [Int] = []

  package init(path: String) {
    self.path = path
    exactPath = RepositoryPath(path)
  }

  package init(_ file: RepositoryPath) {
    path = file.text
    exactPath = file
  }

  /// The lines of one file.
  package init(path: String, lines: [AddedLine]) {
    self.init(path: path)
    for line in lines {
      var text = line.text
      text.withUTF8 { append(UnsafeRawBufferPointer($0), number: line.line) }
    }
  }

  /// - Parameter line: With or without its line terminator.
  package mutating func append(_ line: UnsafeRawBufferPointer, number: Int) {
    var content = line[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    }
    starts.append(bytes.count)
    numbers.append(number)
    bytes.append(contentsOf: content)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Says what stands before the line that is appended next.
  ///
  /// - Parameter continues: It is the block that was opened last, and the lead holds what that had.
  package mutating func openBlock(_ lead: [UInt8], continues: Bool = false) {
    if continues { openBlocks.removeLast() }
    openBlocks.append(OpenBlock(line: count, lead: lead))
  }

  package var count: Int { numbers.count }

  /// The bytes of a line in `bytes`, without the `\n`.
  package func range(ofLine index: Int) -> Range<Int> {
    let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
    return starts[index]..<(end - 1)
  }

  /// Bytes that are not UTF-8 are shown as U+FFFD.
  package func text(ofLine index: Int) -> String {
    String(decoding: bytes[range(ofLine: index)], as: UTF8.self)
  }

  /// The line that holds the byte at an offset.
  package func line(atOffset offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Every line by itself.
  package var lines: [AddedLine] {
    numbers.indices.map { AddedLine(path, line: numbers[$0], text: text(ofLine: $0)) }
  }
}
