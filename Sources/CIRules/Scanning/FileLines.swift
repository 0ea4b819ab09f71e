import CIModel

/// The lines of a file without their terminators, as slices of one array: a file can have millions.
struct FileLines {
  private let bytes: [UInt8]
  /// Offset behind the `\n` of each line.
  private let ends: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    self.ends = ends
  }

  /// The same line ranges in other bytes of the same length.
  init(_ bytes: [UInt8], inPlaceOf other: FileLines) {
    self.bytes = bytes
    ends = other.ends
  }

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    var line = bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}

/// The lines of a file, and the parts of them that a rule examines.
struct ShownLines {
  let whole: FileLines
  /// The lines with blanks in place of comments; `nil` unless comments are only gaps between the
  /// examined parts.
  let uncommented: FileLines?
  let shown: FileLines

  /// The examined part of an added line; `nil` when the file does not contain that line at its
  /// number.
  func line(_ index: Int, of text: AddedText) -> ArraySlice<UInt8>? {
    position(ofLine: index, in: text).map { shown[$0] }
  }

  private func position(ofLine index: Int, in text: AddedText) -> Int? {
    let position = text.numbers[index] - 1
    guard position < whole.count,
      whole[position].elementsEqual(text.bytes[text.range(ofLine: index)])
    else { return nil }
    return position
  }

  /// The ways to read an added line, each with its examined part. A comment at the end of the line
  /// may or may not belong to it; any other comment is a gap if comments are not examined.
  ///
  /// - Returns: `nil` when the file does not contain that line at its number.
  func readings(
    ofLine index: Int, in text: AddedText
  ) -> [(line: ArraySlice<UInt8>, shown: ArraySlice<UInt8>)]? {
    guard let position = position(ofLine: index, in: text) else { return nil }
    let (line, shown) = (whole[position], shown[position])
    guard let code = uncommented?[position] else { return [(line, shown)] }
    let ending = code.withoutTrailingBlanks
    let last = line[ending.endIndex...]
    if last.allSatisfy({ $0 <= 0x20 }) { return [(code, shown)] }
    let commented = (ending + last, shown)
    // Nothing is examined in a line that contains only a comment.
    return ending.isEmpty ? [commented] : [commented, (ending, shown.withoutTrailingBlanks)]
  }
}

extension [UInt8] {
  /// The bytes with a blank for each NUL, as compilers read them.
  var withoutNuls: [UInt8] { contains(0) ? map { $0 == 0 ? 0x20 : $0 } : self }
}
