#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A text that every match of a pattern contains, so that a search for bytes excludes most texts.
///
/// The C library searches for the rarest byte, many bytes at a time; the rest is compared only
/// there.
package struct RequiredText: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The index of the rarest byte.
  private let anchor: Int
  /// Maximum number of bytes: comparing more at each place would exclude few further texts, and
  /// could take long.
  static let maximumCount = 64

  /// `nil` when there are no bytes.
  init?(_ bytes: [UInt8]) {
    let bytes = Array(bytes.prefix(Self.maximumCount))
    guard
      let anchor = bytes.indices.min(by: {
        Self.commonness(bytes[$0]) < Self.commonness(bytes[$1])
      })
    else { return nil }
    self.bytes = bytes
    self.anchor = anchor
  }

  package func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    firstOffset(in: text, from: 0) != nil
  }

  /// The offset of the first occurrence at or after `start`; `nil` when there is none.
  package func firstOffset(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress, bytes.count <= text.count else { return nil }
    var position = start + anchor
    let end = text.count - (bytes.count - 1 - anchor)
    return bytes.withUnsafeBytes { pattern in
      guard let first = pattern.baseAddress else { return nil }
      while position < end,
        let found = memchr(base + position, Int32(pattern[anchor]), end - position)
      {
        let offset = found - UnsafeMutableRawPointer(mutating: base) - anchor
        if memcmp(base + offset, first, pattern.count) == 0 { return offset }
        position = offset + anchor + 1
      }
      return nil
    }
  }

  /// A rough measure of how common a byte is in source code and logs: larger is more common.
  private static func commonness(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "): 10
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "n"),
      UInt8(ascii: "o"), UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "t"):
      8
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 6
    case UInt8(ascii: "!")...UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
      UInt8(ascii: "_"):
      5
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 4
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 3
    default: 2
    }
  }
}
