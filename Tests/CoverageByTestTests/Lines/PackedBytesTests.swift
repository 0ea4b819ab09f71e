import Testing

@testable import CoverageByTest

@Suite struct PackedBytesTests {
  /// Vectors of RFC 1321, section A.5; the first eight bytes as a little-endian number.
  @Test(
    arguments: [
      ("", 0x04b2_008f_d98c_1dd4), ("abc", 0xb04f_d23c_9850_0190),
      (String(repeating: "1234567890", count: 8), 0x55c9_e32b_a2f4_ed57),
    ] as [(String, UInt64)])
  func hashes(text: String, expected: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes { MD5.low64($0) } == expected)
  }

  private static let lines = String(repeating: "/src/A.swift\n", count: 3)

  private static let stored = """
    7801012700d8ff2f7372632f412e73776966740a2f7372632f412e73776966740a2f7372632f412e7377696674\
    0a02a50ce5
    """

  private static let packed = """
    78dab58fcb6d03000843ef0c035b740ffe18258ad444cafa6589dee06130f625b2b4a119690a1bed3ea43cc914\
    6ba5aa026d8966459c0c512157a436c45c388d8b19d745e60e7a7582a95bbcc0245c36022347d7b08e26efee4d\
    1da11440346a6b52b0ac4d8c93d2519d5a047aaa4b81a513ed6d8863dd08942a66779028238dd62bcd3de192f7\
    d670cd9866d7054b4b466c6b68bbb20f431a21e73601b9804b25d2cae9a16996c9de9baed08d1d275e79bf9e29\
    f57a44feca0f1ec9ef2feaf39ff80f60828ebb
    """

  private static let path = String(repeating: "/some/folder/File.swift", count: 5)
  private static let text = """
    cj

    bebh
    hh/g
    dbhaggj

    a.he.
    djbfaaa/iag/dg.aid
    hhidfd/d
    heagi/bc/.eb.f..igi/deejhigjahd.
    gg/cfi.
    /.fbh/ib
    cigfh.ahae.jjjg/ccida
    diidgifjfhe/ij.ag
    .i
    ci
    idgahfjidighfgfaiij
    jfhja
    d/cijcb
    i
    ea/bbaha

    edeb
    jcfebcceic/e/.eh.fhhbaegfg
    debe.idjgadagca.ch.i/gid/
    .ihdi/ag/j
    f//ga.ecdaebbee.cgjecaiajdjhc
    .j\(path)
    """

  /// Made by Python's zlib: a stored block, fixed codes, codes of its own.
  @Test(arguments: [
    (
      PackedBytesTests.stored, lines
    ),
    ("7801d32f2e4ad677d42b2ecf4c2be1d2c7c9010002a50ce5", lines),
    (
      PackedBytesTests.packed,
      PackedBytesTests.text
    ),
  ])
  func unpacks(hex: String, expected: String) throws {
    let bytes = stride(from: 0, to: hex.utf8.count, by: 2).compactMap { offset in
      UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
    }
    let size = expected.utf8.count
    let unpacked = try bytes.withUnsafeBytes { try Inflate.zlib($0, size: size) }
    #expect(String(decoding: unpacked, as: UTF8.self) == expected)
    #expect(throws: Inflate.Malformed.self) {
      try bytes.withUnsafeBytes { try Inflate.zlib($0, size: size - 1) }
    }
    for count in 0..<(bytes.count - 4) {
      let cut = Array(bytes[..<count])
      #expect(throws: Inflate.Malformed.self) {
        try cut.withUnsafeBytes { try Inflate.zlib($0, size: size) }
      }
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x55
      _ = try? damaged.withUnsafeBytes { try Inflate.zlib($0, size: size) }
    }
  }
}
