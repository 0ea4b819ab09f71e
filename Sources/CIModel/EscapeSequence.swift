/// Where an escape sequence of a terminal ends; ECMA-48, sections 5.4 and 5.6.
///
/// What shows text and what looks for secrets in it both ask here: a secret that stands in a sequence,
/// or around one, must look the same to both.
package enum EscapeSequence {
  /// A sequence that goes on for so many bytes is none.
  private static let longest = 4_096

  /// The length in bytes of the sequence that `bytes` begin with; `nil` when its end is not there yet.
  ///
  /// A control character ends a sequence that has no end of its own, and is no part of it. A terminal
  /// that went on waiting would show nothing of a line, and the next line as well.
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

  /// The same where `text` is all there is.
  package static func length(inWhole text: UnsafeRawBufferPointer) -> Int {
    length(text) ?? text.count
  }

  /// The length of a sequence that sets colours (`ESC [ … m`) or clears the rest of a line
  /// (`ESC [ K`), as compilers write them around words; 1 for any other, `nil` when its end is not
  /// there yet.
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
