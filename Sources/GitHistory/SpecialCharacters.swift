#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Characters outside of ASCII that some programs read as line ends or blanks, so that these
/// programs find other lines or words than git.
struct SpecialCharacters {
  private let sequences: [[UInt8]]
  /// Whether each byte value begins one of them.
  private let beginsOne: [Bool]
  /// The character of ASCII with the same meaning.
  private let meaning: UInt8

  private init(_ sequences: [[UInt8]], meaning: Unicode.Scalar = "\n") {
    self.sequences = sequences
    self.meaning = UInt8(ascii: meaning)
    beginsOne = (0...UInt8.max).map { byte in sequences.contains { $0[0] == byte } }
  }

  /// Line ends of JavaScript: U+2028 and U+2029.
  static let scriptLineEnds = SpecialCharacters([[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]])
  /// Line ends of compilers: those of JavaScript, and U+0085 of C#.
  static let compilerLineEnds = SpecialCharacters(scriptLineEnds.sequences + [[0xC2, 0x85]])
  /// Line ends of Python's `str.splitlines()`: those of compilers, and some control characters.
  static let unicodeLineEnds = SpecialCharacters(
    compilerLineEnds.sequences + [[0x0B], [0x0C], [0x1C], [0x1D], [0x1E]])
  /// Blanks, by the category Zs of Unicode, and U+FEFF, which is one for JavaScript.
  static let blanks = SpecialCharacters(
    ([0xA0, 0x1680] + Array(0x2000...0x200A) + [0x202F, 0x205F, 0x3000, 0xFEFF])
      .compactMap(Unicode.Scalar.init).compactMap { UTF8.encode($0).map { Array($0) } },
    meaning: " ")

  func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
    sequences.contains { sequence in
      var offset = 0
      while let found = Self.offset(of: sequence[0], in: bytes, from: offset) {
        if bytes[found...].starts(with: sequence) { return true }
        offset = found + 1
      }
      return false
    }
  }

  func count(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    for index in bytes.indices where beginsOne[Int(bytes[index])] {
      if sequences.contains(where: { bytes[index...].starts(with: $0) }) { count += 1 }
    }
    return count
  }

  private static func offset(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return found - UnsafeMutableRawPointer(mutating: base)
  }

  /// The bytes with the character of ASCII in place of each.
  func replaced(in bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    bytes.withUnsafeBytes { bytes in
      var start = 0
      var index = 0
      while index < bytes.count {
        guard beginsOne[Int(bytes[index])],
          let end = sequences.first(where: { bytes[index...].starts(with: $0) })
        else {
          index += 1
          continue
        }
        text.append(contentsOf: bytes[start..<index])
        text.append(meaning)
        index += end.count
        start = index
      }
      text.append(contentsOf: bytes[start...])
    }
    return text
  }
}
