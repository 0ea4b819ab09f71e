/// FNV-1a, 64 bits: distinguishes contents where nobody gains from a collision; elsewhere use
/// `SHA256`.
///
/// Source: draft-eastlake-fnv.
package struct FNV1a: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package init(_ text: String) { update(text) }

  /// The hash of texts, each terminated by a zero byte.
  package init(_ texts: [String]) {
    for text in texts {
      update(text)
      update("\0")
    }
  }

  package init(_ bytes: UnsafeRawBufferPointer) { update(bytes) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The hash in hexadecimal, without leading zeros.
  package var hex: String { String(value, radix: 16) }
}
