import FileSystem
import Testing

@Suite struct FNV1aTests {
  /// The test vectors of draft-eastlake-fnv.
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func hashes(text: String, expected: String) {
    #expect(FNV1a(text).hex == expected)
    #expect(Array(text.utf8).withUnsafeBytes { FNV1a($0) }.hex == expected)
    var hash = FNV1a()
    for character in text { hash.update(String(character)) }
    #expect(hash == FNV1a(text))
  }
}
