#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Searches in bytes with the fast functions of the C library.
package enum ByteScan {
  /// Whether a word occurs.
  /// - Parameter rare: The offset of a byte of the word that is rare in the text; the search looks
  ///   for this byte.
  package static func contains(
    _ bytes: UnsafeRawBufferPointer, _ word: StaticString, rare: Int
  ) -> Bool {
    let length = word.utf8CodeUnitCount
    var offset = rare
    while offset < bytes.count {
      let found = next(word.utf8Start[rare], in: bytes, from: offset)
      let start = found - rare
      guard start + length <= bytes.count else { return false }
      if (0..<length).allSatisfy({ bytes[start + $0] == word.utf8Start[$0] }) { return true }
      offset = found + 1
    }
    return false
  }

  /// The offset of the first such byte at or after `offset`; the number of bytes when there is
  /// none.
  package static func next(
    _ byte: UInt8, in bytes: UnsafeRawBufferPointer, from offset: Int
  ) -> Int {
    guard let start = bytes.baseAddress, offset < bytes.count,
      let found = memchr(start + offset, Int32(byte), bytes.count - offset)
    else { return bytes.count }
    return UnsafeRawPointer(found) - start
  }
}
