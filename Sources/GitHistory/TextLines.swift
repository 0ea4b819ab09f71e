/// A text whose lines are accessed by number.
struct TextLines {
  private let bytes: UnsafeRawBufferPointer
  /// The offset at which each line begins, and the end of the text.
  private let starts: [UInt32]

  /// - Parameter bytes: Must outlive the value; less than 4 GiB.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var starts: [UInt32] = []
    // A text can consist of line feeds only.
    starts.reserveCapacity(lineCount(bytes) + 1)
    starts.append(0)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      starts.append(UInt32(index + 1))
    }
    if bytes.count > starts.last ?? 0 { starts.append(UInt32(bytes.count)) }
    self.starts = starts
  }

  var numbers: Range<Int> { 1..<starts.count }

  /// The bytes of a line with its terminator; empty when there is no such line.
  ///
  /// - Parameter number: 1-based.
  func line(_ number: Int) -> UnsafeRawBufferPointer {
    guard number > 0, number < starts.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[Int(starts[number - 1])..<Int(starts[number])])
  }

  /// A line without its terminator; bytes that are not UTF-8 are shown as U+FFFD.
  func text(_ number: Int) -> String {
    var content = line(number)[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    }
    return String(decoding: content, as: UTF8.self)
  }
}
