/// A text as lines that are found by their number.
struct TextLines {
  private let bytes: UnsafeRawBufferPointer
  /// Where each line begins, and the end of the text.
  private let starts: [Int]

  /// - Parameter bytes: have to live as long as the value.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var starts = [0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    if starts.last != bytes.count { starts.append(bytes.count) }
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
    return UnsafeRawBufferPointer(rebasing: bytes[starts[number - 1]..<starts[number]])
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
