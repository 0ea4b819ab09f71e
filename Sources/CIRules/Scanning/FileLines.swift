import CIModel

/// The lines of a file over one run of bytes, without their terminators: a file can have millions.
struct FileLines {
  private let bytes: [UInt8]
  /// Behind the `\n` of each line.
  private let ends: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    self.ends = ends
  }

  /// Other bytes in the same lines.
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

/// What is looked at of a file, in its lines.
struct ShownLines {
  let whole: FileLines
  /// With blanks for comments, where these are nothing but gaps in what is looked at.
  let uncommented: FileLines?
  let shown: FileLines

  /// What is looked at of an added line; `nil` where the file does not have the line so.
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

  /// The ways to read an added line, each with what is looked at of it: a comment at its end is part of the
  /// line, or it is not, and any other one is a gap, where comments are not looked at.
  ///
  /// - Returns: `nil` where the file does not have the line so.
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
    // Of a line that is nothing but a comment nothing is looked at.
    return ending.isEmpty ? [commented] : [commented, (ending, shown.withoutTrailingBlanks)]
  }
}

extension [UInt8] {
  /// A NUL is a blank for compilers.
  var withoutNuls: [UInt8] { contains(0) ? map { $0 == 0 ? 0x20 : $0 } : self }
}
