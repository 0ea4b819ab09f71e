/// Recognizes programs and libraries by the full headers that operating systems check when loading
/// them. Two or four bytes are not enough: `MZ=1` can be the first line of a makefile.
enum ProgramHeader {
  private static let longest = 4_096

  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(longest))
    return isELF(start) || isMachO(start) || isFat(start) || isPE(start) || isWasm(start)
      || isArchive(start)
  }

  /// Whether class, byte order and version are valid: `elf.h`.
  private static func isELF(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) && bytes.count > 16
      && (1...2).contains(bytes[4]) && (1...2).contains(bytes[5]) && bytes[6] == 1
  }

  /// Whether the file type exists: `mach-o/loader.h`.
  private static func isMachO(_ bytes: [UInt8]) -> Bool {
    guard
      bytes.starts(with: [0xCF, 0xFA, 0xED, 0xFE]) || bytes.starts(with: [0xCE, 0xFA, 0xED, 0xFE])
    else { return false }
    return number(bytes, at: 12).map { (1...15).contains($0) } ?? false
  }

  /// A universal binary with a few architectures (`mach-o/fat.h`), or a Java class file with a
  /// valid version.
  private static func isFat(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xCA, 0xFE, 0xBA, 0xBE, 0, 0]), bytes.count > 7 else { return false }
    return bytes[6] == 0 && bytes[7] < 128
  }

  /// Whether the offset in `e_lfanew` contains `PE` and two zeros.
  private static func isPE(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x4D, 0x5A]), let offset = number(bytes, at: 0x3C),
      offset < bytes.count
    else { return false }
    return bytes[offset...].starts(with: [0x50, 0x45, 0, 0])
  }

  private static func isWasm(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0])
  }

  /// Whether the first member header ends correctly: `ar.h`.
  private static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "!<arch>\n".utf8) && bytes.dropFirst(66).starts(with: "`\n".utf8)
  }

  /// A 32-bit little-endian number.
  private static func number(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard bytes.count >= offset + 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
