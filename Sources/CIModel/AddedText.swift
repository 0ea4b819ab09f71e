/// The lines that a change added to one file, in one byte buffer that rules can search without
/// making a string of each line.
package struct AddedText: Hashable, Sendable {
  /// The new path; bytes that are not UTF-8 are shown as U+FFFD.
  package let path: String
  /// The new path as bytes.
  package let exactPath: RepositoryPath
  /// The full id of the commit that added the lines if a later commit removed them; else `nil`.
  package var commit: String?
  /// Whether the file looks like text; false for some files that git treats as binary.
  package var looksLikeText = true
  /// Whether the lines come from a file with NUL bytes and are decoded as a compiler or an editor
  /// does: a NUL counts as a blank, or the file is UTF-16.
  package var isReadByTools = false
  /// Whether the last line is the last one of the file.
  package var endsFile = false
  /// All lines, each followed by `\n`; the `\r` of a `\r\n` is removed.
  package private(set) var bytes: [UInt8] = []
  /// The 1-based number of each line in the head's version of the file, ascending.
  package private(set) var numbers: [Int] = []
  /// For each line, the largest number that a program can give to a part of it, because it recognizes
  /// more line ends than git; empty when all of them are those in `numbers`.
  private var lastNumbers: [Int] = []
  /// The 0-based indices of the lines that were there before; only the text of a single commit has
  /// such lines.
  private var oldLines: [Int] = []
  /// What begins before an added line and goes on in it: armoured blocks, and names of secrets.
  package private(set) var openBlocks: [OpenBlock] = []

  /// The part of an armoured block that precedes an added line, from its `-----BEGIN …` (RFC 7468)
  /// on; or lines of which the first names a secret.
  package struct OpenBlock: Hashable, Sendable {
    /// The 0-based index of the added line.
    package var line: Int
    package var lead: [UInt8]

    /// Maximum number of bytes of a lead, not counting blanks, nor the comments in a block.
    package static let longestLead = 2_000
  }

  /// The offset in `bytes` at which each line begins.
  private var starts: [Int] = []

  package init(path: String) {
    self.path = path
    exactPath = RepositoryPath(path)
  }

  package init(_ file: RepositoryPath) {
    path = file.text
    exactPath = file
  }

  /// Creates the text from the added lines of one file.
  package init(path: String, lines: [AddedLine]) {
    self.init(path: path)
    for line in lines {
      var text = line.text
      text.withUTF8 { append(UnsafeRawBufferPointer($0), number: line.line) }
    }
  }

  /// - Parameters:
  ///   - line: With or without its line terminator.
  ///   - lastNumber: The largest number that a program can give to a part of the line.
  ///   - isOld: Whether the line was there before.
  package mutating func append(
    _ line: UnsafeRawBufferPointer, number: Int, lastNumber: Int? = nil, isOld: Bool = false
  ) {
    var content = line[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    }
    starts.append(bytes.count)
    if isOld { oldLines.append(count) }
    let last = lastNumber ?? number
    if last > number || !lastNumbers.isEmpty {
      if lastNumbers.isEmpty { lastNumbers = numbers }
      lastNumbers.append(last)
    }
    numbers.append(number)
    bytes.append(contentsOf: content)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Records the part of an armoured block, or the name of a secret, that precedes the line that is appended next.
  ///
  /// - Parameter continues: Whether this is the block that was opened last; `lead` then includes
  ///   the lead of that block.
  package mutating func openBlock(_ lead: [UInt8], continues: Bool = false) {
    if continues { openBlocks.removeLast() }
    openBlocks.append(OpenBlock(line: count, lead: lead))
  }

  package var count: Int { numbers.count }

  /// The numbers that programs can give to each line, and to its parts if they recognize more line
  /// ends than git.
  package var spans: some Sequence<ClosedRange<Int>> {
    zip(numbers, lastNumbers.isEmpty ? numbers : lastNumbers).lazy.map { $0...$1 }
  }

  /// The range of a line in `bytes`, without the `\n`.
  package func range(ofLine index: Int) -> Range<Int> {
    let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
    return starts[index]..<(end - 1)
  }

  /// A line as a string; bytes that are not UTF-8 are shown as U+FFFD.
  package func text(ofLine index: Int) -> String {
    String(decoding: bytes[range(ofLine: index)], as: UTF8.self)
  }

  /// The index of the line that contains the byte at an offset.
  package func line(atOffset offset: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }

  /// Whether a line that was added contains a part of a range in `bytes`.
  package func isAdded(in range: Range<Int>) -> Bool {
    if oldLines.isEmpty { return true }
    let first = line(atOffset: range.lowerBound)
    let last = line(atOffset: max(range.lowerBound, range.upperBound - 1))
    let old =
      oldLines.partitioningIndex { $0 > last } - oldLines.partitioningIndex { $0 >= first }
    return old <= last - first
  }

  /// All lines as separate values.
  package var lines: [AddedLine] {
    numbers.indices.map { AddedLine(path, line: numbers[$0], text: text(ofLine: $0)) }
  }
}
