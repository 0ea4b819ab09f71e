import FileSystem
import Testing

@Suite struct SHA256Tests {
  /// FIPS 180-4's examples, and lengths around the edges of blocks (`sha256sum`).
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ("x", 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"),
    ("x", 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"),
  ])
  func hashes(text: String, times: Int, expected: String) {
    var hash = SHA256()
    for _ in 0..<times { hash.update(text) }
    #expect(hash.hex == expected)
    #expect(SHA256.hex(String(repeating: text, count: times)) == expected)
    var portable = SHA256(isPortable: true)
    for _ in 0..<times { portable.update(text) }
    #expect(portable.hex == expected)
  }
}
