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
  let shown: FileLines

  /// What is looked at of an added line; `nil` where the file does not have the line so.
  func line(_ index: Int, of text: AddedText) -> ArraySlice<UInt8>? {
    let number = text.numbers[index]
    guard number <= whole.count,
      whole[number - 1].elementsEqual(text.bytes[text.range(ofLine: index)])
    else { return nil }
    return shown[number - 1]
  }
}

extension [UInt8] {
  /// A NUL is a blank for compilers.
  var withoutNuls: [UInt8] { contains(0) ? map { $0 == 0 ? 0x20 : $0 } : self }
}
