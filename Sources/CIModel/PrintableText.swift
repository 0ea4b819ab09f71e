/// What a command prints, made fit for the reader's screen.
package enum PrintableText {
  /// A line without what would move the cursor, clear the screen or name the window: control
  /// characters (tabs stay) and escape sequences. What turns the reading direction or has no width is
  /// made visible.
  ///
  /// - Parameter keepsColor: Leaves colours in, and ends them with the line.
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
        // A control character of the upper half, which some terminals obey.
        index += 1
      default: result.append(byte)
      }
      index += 1
    }
    if hasColor { result += Array("\u{1B}[0m".utf8) }
    return VisibleText.shown(
      String(decoding: result, as: UTF8.self), keepsColor: keepsColor, tab: "\t")
  }

  /// Whether `line` leaves everything as it is; it may say no to what it would leave, too.
  package static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Without a way out of the loop, so that many bytes are looked at together.
    var others: UInt8 = 0
    for byte in bytes { others |= byte &- 0x20 < 0x5F || byte == UInt8(ascii: "\t") ? 0 : 1 }
    return others == 0
  }

  /// `ESC [ … m` with nothing but numbers in it.
  private static func isColor(_ sequence: ArraySlice<UInt8>) -> Bool {
    sequence.count >= 3 && sequence.dropFirst().first == UInt8(ascii: "[")
      && sequence.last == UInt8(ascii: "m")
      && sequence.dropFirst(2).dropLast().allSatisfy { (0x30...0x3B).contains($0) }
      && !VisibleText.conceals(sequence)
  }
}
