import Testing

@testable import GitHistory

/// Every way in which a file can be read is looked at, and none takes the place of the bytes.
struct HiddenTextTests {
  private func readings(_ bytes: [UInt8]) -> [String] {
    HiddenText.readings(of: bytes).map { String(decoding: $0.text(bytes), as: UTF8.self) }
  }

  private func wide(_ text: String, isBigEndian: Bool = false, mark: Bool = true) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(arguments: ["", "a", "a\nb\n", "a\r\nb\r\n", "größe\n", "\u{1}\u{7F}"])
  func ordinaryTextHasOneReading(text: String) {
    #expect(readings(Array(text.utf8)).isEmpty)
    #expect(!Array(text.utf8).withUnsafeBytes(HiddenText.isAmbiguous))
  }

  @Test func wideText() {
    for isBigEndian in [false, true] {
      let bytes = wide("größe\nb", isBigEndian: isBigEndian)
      #expect(readings(bytes).first == "größe\nb")
    }
    #expect(readings(wide("größe\nb", mark: false)).contains("größe\nb"))
    #expect(readings(wide("😀 a\r\nb")).contains("😀 a\r\nb"))
    let widest = "größe".unicodeScalars.flatMap { scalar -> [UInt8] in
      [UInt8(scalar.value), 0, 0, 0]
    }
    #expect(readings(widest).contains("größe"))
  }

  @Test func withoutNuls() {
    #expect(readings([0xFF, 0xFE, 0x58] + wide("abc", mark: false)).contains("Xabc"))
    #expect(readings(Array("a\0\0b".utf8)).contains("ab"))
    #expect(readings([0xEF, 0xBB, 0xBF, 0x61]) == ["a"])
  }

  @Test func carriageReturns() {
    #expect(readings(Array("a\rb\r\nc\r".utf8)) == ["a\nb\r\nc\n"])
    #expect(readings(wide("a\rb")).contains("a\nb"))
  }

  /// A program that ends lines there counts more of them than git.
  @Test(arguments: [
    ("a\u{2028}b", ["a\nb", "a\nb"]), ("a\u{2029}\rb", ["a\u{2029}\nb", "a\n\nb", "a\n\nb"]),
    ("a\u{85}b\u{c}c", ["a\nb\nc"]), ("a\u{2028}b\u{b}", ["a\nb\u{b}", "a\nb\n"]),
    ("a\u{A0}b\u{3000}\u{2003}", ["a b  "]),
    ("a\u{A0}b\u{2028}", ["a\u{A0}b\n", "a\u{A0}b\n", "a b\u{2028}", "a b\n", "a b\n"]),
    ("\u{2027}\u{202A}\u{84}\u{1F}", []),
  ])
  func otherLineEnds(text: String, expected: [String]) {
    #expect(readings(Array(text.utf8)) == expected)
  }

  /// Of a line end in UTF-16, the NUL between its halves makes no two.
  @Test func wideLineEnds() {
    #expect(
      HiddenText.readings(of: wide("a\r\nb")) == [
        .init(letters: .decoded), .init(letters: .withoutNuls), .init(letters: .plainBlanks),
        .init(letters: .plainBlanks, lines: .returns),
      ])
    #expect(
      HiddenText.readings(of: wide("a\rb"))
        == [
          .init(letters: .decoded), .init(letters: .decoded, lines: .returns),
          .init(letters: .withoutNuls), .init(letters: .withoutNuls, lines: .returns),
          .init(letters: .plainBlanks), .init(letters: .plainBlanks, lines: .returns),
        ])
    #expect(
      HiddenText.readings(of: Array("a\0\r\nb".utf8))
        == [.init(letters: .withoutNuls), .init(letters: .plainBlanks)])
    #expect(
      HiddenText.readings(of: Array("a\0\rbc".utf8))
        == [
          .init(letters: .withoutNuls), .init(letters: .withoutNuls, lines: .returns),
          .init(letters: .plainBlanks), .init(letters: .plainBlanks, lines: .returns),
        ])
  }

  /// Whatever the letters are, lines end in every way.
  @Test(arguments: ["\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{b}", "\u{c}"])
  func everyLineEndOfEveryEncoding(end: String) {
    let text = "x\(end)import Evil\(end)y"
    let widest = Array(text.unicodeScalars).flatMap {
      [UInt8($0.value & 0xFF), UInt8($0.value >> 8), 0, 0]
    }
    let encodings = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), Array("\0\(text)".utf8), wide(text),
      wide(text, isBigEndian: true), wide(text, mark: false), [0xFF, 0xFE, 0, 0] + widest, widest,
    ]
    for bytes in encodings {
      let lines = readings(bytes).map { $0.split(separator: "\n") }
      #expect(lines.contains { $0.contains("import Evil") }, "\(bytes)")
    }
  }

  @Test func aMarkBeforeOtherTextHidesNothing() {
    let bytes: [UInt8] = [0xFF, 0xFE] + Array("abcd".utf8)
    #expect(HiddenText.readings(of: bytes) == [.init(letters: .decoded)])
    #expect(HiddenText.Reading.plain.text(bytes) == bytes)
  }

  @Test(arguments: [
    ("x.ps1", true), ("x", true), ("x.png", false), ("a.o", false), ("Makefile", true),
  ])
  func whatPeopleWrite(name: String, expected: Bool) {
    let bytes = [UInt8](repeating: 1, count: 200) + Array("\nevil\n".utf8)
    #expect(HiddenText.looksLikeText(bytes, path: Array(name.utf8)) == expected)
    #expect(HiddenText.looksLikeText(Array("evil\n".utf8), path: Array(name.utf8)))
    let program: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1]
    #expect(!HiddenText.looksLikeText(program + bytes, path: Array("tool".utf8)))
    #expect(!HiddenText.looksLikeText(program + bytes, path: Array("lib/libz.so.1".utf8)))
    for name in ["Makefile", "scripts/deploy", "x.1"] {
      for beginning in [
        Array("MZ=1\n\0".utf8), Array("!<arch>\n".utf8), [0x7F, 0x45, 0x4C, 0x46, 0x3D],
        [0xCF, 0xFA, 0xED, 0xFE, 0x3D], [0xCA, 0xFE, 0xBA, 0xBE, 0x3D],
        [0, 0x61, 0x73, 0x6D, 0x3D],
      ] {
        #expect(HiddenText.looksLikeText(beginning + bytes, path: Array(name.utf8)), "\(beginning)")
      }
    }
    // A script can begin like a program, and goes on behind its first line.
    #expect(HiddenText.looksLikeText(Array("MZ=1\n".utf8) + bytes, path: Array("run.sh".utf8)))
  }

  @Test(
    arguments: [
      ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 13), true),
      ([0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1, 3, 0, 0, 0, 2, 0, 0, 0], true),
      ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], true), ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65], true),
      ([0, 0x61, 0x73, 0x6D, 1, 0, 0, 0], true),
      (
        [0x4D, 0x5A] + Array(repeating: 0, count: 58) + [0x40, 0, 0, 0, 0x50, 0x45, 0, 0], true
      ),
      ([0x4D, 0x5A] + Array(repeating: 0, count: 58) + [0x40, 0, 0, 0, 0x50, 0x45], false),
      (Array("!<arch>\n".utf8) + Array(repeating: 0x20, count: 58) + Array("`\n".utf8), true),
      (Array("!<arch>\n".utf8), false), ([0x4D, 0x5A], false), ([], false),
    ] as [([UInt8], Bool)])
  func programs(bytes: [UInt8], expected: Bool) {
    #expect(ProgramHeader.begins(bytes) == expected)
  }
}
