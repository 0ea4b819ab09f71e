/// Makes the output of a command safe to print on the reader's terminal.
package enum PrintableText {
  /// A line without control characters (except tabs) and escape sequences, which could move the
  /// cursor, clear the screen or rename the window. Characters that change the reading direction or
  /// have no width are made visible.
  ///
  /// - Parameter keepsColor: Whether to keep colours, and reset them at the end of the line.
  package static func line(_ bytes: some Sequence<UInt8>, keepsColor: Bool) -> String {
    let bytes = Array(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var hasColor = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x1B:
        let end = bytes.withUnsafeBytes { bytes in
          index + EscapeSequence.length(inWhole: .init(rebasing: bytes[index...]))
        }
        if keepsColor, isColor(bytes[index..<end]) {
          result += bytes[index..<end]
          hasColor = true
        }
        index = end
        continue
      case UInt8(ascii: "\t"): result.append(byte)
      case 0..<0x20, 0x7F: break
      case 0xC2 where index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1]):
        // A C1 control character, which some terminals obey.
        index += 1
      default: result.append(byte)
      }
      index += 1
    }
    if hasColor { result += Array("\u{1B}[0m".utf8) }
    return VisibleText.shown(
      String(decoding: result, as: UTF8.self), keepsColor: keepsColor, tab: "\t")
  }

  /// Whether `line` certainly leaves the bytes unchanged; `false` is possible for such bytes, too.
  package static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // There is no early exit, so that the compiler can vectorize the loop.
    var others: UInt8 = 0
    for byte in bytes { others |= byte &- 0x20 < 0x5F || byte == UInt8(ascii: "\t") ? 0 : 1 }
    return others == 0
  }

  /// Whether a sequence is `ESC [ … m` with only numbers in it and does not hide text.
  private static func isColor(_ sequence: ArraySlice<UInt8>) -> Bool {
    sequence.count >= 3 && sequence.dropFirst().first == UInt8(ascii: "[")
      && sequence.last == UInt8(ascii: "m")
      && sequence.dropFirst(2).dropLast().allSatisfy { (0x30...0x3B).contains($0) }
      && !VisibleText.conceals(sequence)
  }
}
