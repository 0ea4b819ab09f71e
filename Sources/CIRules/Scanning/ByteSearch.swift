import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Searches for bytes in bytes. The C library finds the byte of the needle that is rarest in source
/// code, many bytes at once; the rest is compared only there.
enum ByteSearch {
  /// The first occurrence at or after `start`.
  static func firstOffset(
    of needle: [UInt8], in haystack: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = haystack.baseAddress, needle.count <= haystack.count,
      let anchor = needle.indices.min(by: { commonness(needle[$0]) < commonness(needle[$1]) })
    else { return nil }
    // The offsets at which the anchor can be.
    var position = start + anchor
    let end = haystack.count - (needle.count - 1 - anchor)
    return needle.withUnsafeBytes { pattern in
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

  /// How common a byte is in source code, roughly; a greater number is more common.
  private static func commonness(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "): 10
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "n"),
      UInt8(ascii: "o"), UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "t"):
      8
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 6
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "-"),
      UInt8(ascii: "="), UInt8(ascii: "_"):
      5
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 4
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 3
    default: 2
    }
  }
}

extension AddedText {
  /// The lines that contain a match of a search, ascending and each once.
  ///
  /// - Parameter search: Returns the first match at or after an offset.
  func lines(where search: (UnsafeRawBufferPointer, Int) -> Int?) -> [Int] {
    bytes.withUnsafeBytes { bytes in
      var lines: [Int] = []
      var start = 0
      while let offset = search(bytes, start) {
        let line = line(atOffset: offset)
        lines.append(line)
        start = max(offset + 1, range(ofLine: line).upperBound)
      }
      return lines
    }
  }
}
