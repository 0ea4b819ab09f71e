import FileSystem
import TestSupport
import Testing

@testable import LocalState

@Suite struct StateKeyTests {
  @Test(arguments: [
    ("key of sixteen b", "", "text"), (String(repeating: "more than 64 bytes ", count: 5), "x", ""),
  ])
  func isAnHMAC(key: String, name: String, text: String) throws {
    let bytes = Array(text.utf8)
    let code = try #require(StateKey(Array(key.utf8)))
    let sum = bytes.withUnsafeBytes { code.code(name, $0) }
    #expect(sum == Self.slow(Array(key.utf8), Array("\(name)\0".utf8) + bytes))
  }

  /// The definition of RFC 2104, word for word.
  private static func slow(_ key: [UInt8], _ text: [UInt8]) -> String {
    func bytes(_ hex: String) -> [UInt8] {
      stride(from: 0, to: 64, by: 2).map { place in
        UInt8(hex.dropFirst(place).prefix(2), radix: 16) ?? 0
      }
    }
    var key = key.count > 64 ? bytes(SHA256.hex(key)) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    let inner = bytes(SHA256.hex(key.map { $0 ^ 0x36 } + text))
    return SHA256.hex(key.map { $0 ^ 0x5C } + inner)
  }

  @Test func shortOnesAreNone() {
    #expect(StateKey(Array("fifteen bytes..".utf8)) == nil)
  }

  @Test func sealsRecords() throws {
    let document = Array("{\n  \"id\" : 1\n}\n".utf8)
    let sealed = SealedRecord.sealed(document, id: "1", testKey)
    #expect(String(decoding: sealed, as: UTF8.self).hasPrefix("{\n  \"id\" : 1,\n  \"seal\" : \""))
    #expect(SealedRecord.isOwn(sealed, id: "1", testKey))
    #expect(!SealedRecord.isOwn(sealed, id: "2", testKey))
    #expect(!SealedRecord.isOwn(document, id: "1", testKey))
    #expect(!SealedRecord.isOwn(sealed, id: "1", StateKey([UInt8](repeating: 8, count: 32))))
    #expect(!SealedRecord.isOwn(sealed, id: "1", nil))
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(!SealedRecord.isOwn(changed, id: "1", testKey))
    }
    #expect(SealedRecord.sealed(document, id: "1", nil) == document)
  }
}
