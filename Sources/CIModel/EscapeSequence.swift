/// Finds the end of a terminal escape sequence (ECMA-48, sections 5.4 and 5.6).
///
/// Display code and the search for secrets both use it, so that they see the same text when a
/// secret is inside or around a sequence.
package enum EscapeSequence {
  /// A sequence longer than this is not treated as one.
  private static let longest = 4_096

  /// The length in bytes of the sequence at the start of `bytes`; `nil` when the sequence is
  /// incomplete.
  ///
  /// A control character ends a sequence without a terminator and does not belong to it. A terminal
  /// that kept waiting would show neither the rest of the line nor the next one.
  package static func length(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 2
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      while index < bytes.count, 0x20...0x3F ~= bytes[index] { index += 1 }
      return end(bytes, index, final: 0x40...0x7E)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // A string that ends with BEL or with ESC and a backslash.
      while index < bytes.count, bytes[index] >= 0x20 { index += 1 }
      if index > longest { return 1 }
      guard index < bytes.count else { return nil }
      if bytes[index] == 0x07 { return index + 1 }
      if bytes[index] != 0x1B { return index }
      guard index + 1 < bytes.count else { return nil }
      return bytes[index + 1] == UInt8(ascii: "\\") ? index + 2 : index
    default:
      index = 1
      while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
      return end(bytes, index, final: 0x30...0x7E)
    }
  }

  /// The length of the sequence at the start of `text`; an incomplete one extends to the end of
  /// `text`.
  package static func length(inWhole text: UnsafeRawBufferPointer) -> Int {
    length(text) ?? text.count
  }

  /// The length of the sequence at the start of the rest of a line. Of a string without its terminator
  /// only the two introducing bytes count, so that it hides no text.
  package static func length(inLine rest: UnsafeRawBufferPointer) -> Int {
    let length = length(inWhole: rest)
    guard rest.count > 1, "]PX^_".utf8.contains(rest[1]) else { return length }
    let last = rest[length - 1]
    let isComplete =
      length > 2 && (last == 0x07 || last == UInt8(ascii: "\\") && rest[length - 2] == 0x1B)
    return isComplete ? length : min(2, length)
  }

  /// The length of a sequence that sets colours (`ESC [ … m`) or clears the rest of a line (`ESC [
  /// K`), as compilers write them around words; 1 for any other, `nil` when the sequence is
  /// incomplete.
  package static func styleLength(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 2
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") else { return 1 }
    while index < bytes.count, 0x30...0x3F ~= bytes[index] { index += 1 }
    if index > longest { return 1 }
    guard index < bytes.count else { return nil }
    return bytes[index] == UInt8(ascii: "m") || bytes[index] == UInt8(ascii: "K") ? index + 1 : 1
  }

  private static func end(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, final: ClosedRange<UInt8>
  ) -> Int? {
    if index > longest { return 1 }
    guard index < bytes.count else { return nil }
    return final ~= bytes[index] ? index + 1 : index
  }
}
