/// Converts the parser's marks to positions.
///
/// libyaml's own line numbers are not used because it counts U+0085, U+2028 and U+2029 as line
/// breaks, which editors and compilers do not.
struct LineTable {
  /// For each line, the number of Unicode scalars before it, ascending; the first is 0.
  private var starts = [0]

  /// - Parameter bytes: Valid UTF-8 without a byte order mark.
  init(_ bytes: ArraySlice<UInt8>) {
    var scalars = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      // Continuation bytes belong to the scalar before them.
      guard byte & 0xC0 != 0x80 else { continue }
      scalars += 1
      let isReturn = byte == UInt8(ascii: "\r")
      guard isReturn || byte == UInt8(ascii: "\n") else { continue }
      if isReturn, index < bytes.endIndex, bytes[index] == UInt8(ascii: "\n") { continue }
      starts.append(scalars)
    }
  }

  /// - Parameter offset: An offset in Unicode scalars from the start of the document.
  func position(at offset: Int) -> Position {
    var line = 0
    return position(at: offset, near: &line)
  }

  /// - Parameter line: The 0-based line of the previous position, updated to that of this one.
  ///   Consecutive positions are close to each other.
  func position(at offset: Int, near line: inout Int) -> Position {
    for candidate in line..<min(line + 2, starts.count) where starts[candidate] <= offset {
      guard candidate + 1 == starts.count || offset < starts[candidate + 1] else { continue }
      line = candidate
      return Position(line: line + 1, column: offset - starts[line] + 1)
    }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    line = low
    return Position(line: low + 1, column: max(0, offset - starts[low]) + 1)
  }
}
