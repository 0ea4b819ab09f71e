/// A text as lines that are found by their number.
struct TextLines {
  private let bytes: UnsafeRawBufferPointer
  /// Where each line begins, and the end of the text.
  private let starts: [UInt32]

  /// - Parameter bytes: have to live as long as the value; less than 4 GiB.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var starts: [UInt32] = []
    // A text can be nothing but line feeds.
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

  /// A line without its terminator; U+FFFD for what is not UTF-8.
  func text(_ number: Int) -> String {
    var content = line(number)[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    }
    return String(decoding: content, as: UTF8.self)
  }
}
