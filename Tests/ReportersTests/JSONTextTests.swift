import CIModel
import Foundation
import Reporters
import Testing

/// Our text is Foundation's, to the byte.
@Suite struct JSONTextTests {
  private static func foundation(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  @Test(arguments: SampleRecord.all.keys.sorted())
  func writesRecords(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    #expect(JSONText.encode(record) == (try Self.foundation(record)))
  }

  @Test func writesOtherDocuments() throws {
    for contract in JSONContract.all {
      #expect(JSONText.encode(contract.schema) == (try Self.foundation(contract.schema)))
    }
    let coverage = SampleCoverage.withPatch
    #expect(JSONText.encode(coverage) == (try Self.foundation(coverage)))
    let changes = SampleChanges.branch
    #expect(JSONText.encode(changes) == (try Self.foundation(changes)))
  }

  @Test func writesText() throws {
    let scalars = (0..<0x300).filter { !(0x7F...0x9F ~= $0) }.compactMap(Unicode.Scalar.init)
    var texts = scalars.map { String($0) }
    texts += ["a/b\\c\"d\"", "\u{2027}\u{FEFE}\u{10FFFF}", "\r\n", "e\u{301}", ""]
    #expect(JSONText.encode(texts) == (try Self.foundation(texts)))
  }

  /// What drives a terminal, or turns the reading direction, is there in other words.
  @Test func writesNothingThatATerminalObeys() throws {
    let scalars = (0..<0x10000).compactMap(Unicode.Scalar.init).filter(VisibleText.isDangerous)
    let texts = scalars.map { "a\(String($0))b" }
    let written = JSONText.encode(texts)
    #expect(!written.unicodeScalars.contains { $0 != "\n" && VisibleText.isDangerous($0) })
    #expect(try JSONText.decode([String].self, from: Array(written.utf8)) == texts)
    #expect(written.contains(#""a\u202eb""#))
  }

  @Test func writesNumbers() throws {
    let doubles = [
      0, -0.0, 1, -1, 0.1, 1e-7, 1e16, 1.5e300, .leastNonzeroMagnitude, 123_456_789.125, .infinity,
      -.infinity,
      .nan, .greatestFiniteMagnitude,
    ]
    #expect(JSONText.encode(doubles) == (try Self.foundation(doubles)))
    let floats: [Float] = [0.1, 16_777_216, 3e-10]
    #expect(JSONText.encode(floats) == (try Self.foundation(floats)))
    #expect(JSONText.encode([Int.min, 0, .max]) == (try Self.foundation([Int.min, 0, .max])))
    #expect(JSONText.encode([UInt64.max]) == (try Self.foundation([UInt64.max])))
  }

  /// Everything that a type may do with an encoder.
  private struct Odd: Encodable {
    private enum Keys: String, CodingKey {
      case zebra, apple, appleTree, again, inner, list, parent
      case upper = "Upper"
    }

    private struct Nothing: Encodable {
      func encode(to encoder: any Encoder) throws {}
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .again)
      try container.encode([String: Int](), forKey: .zebra)
      try container.encode([Int](), forKey: .appleTree)
      try container.encodeNil(forKey: .apple)
      try container.encode("b", forKey: .upper)
      var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(Nothing())
      try list.encodeNil()
      try list.encode(["z": 1, "a": 2, "10": 3, "9": 4])
      try nested.encode(true, forKey: .zebra)
      var inList = list.nestedContainer(keyedBy: Keys.self)
      try inList.encode(list.count, forKey: .apple)
      try "above".encode(to: container.superEncoder(forKey: .parent))
      var again = encoder.container(keyedBy: Keys.self)
      try again.encode(2, forKey: .again)
    }
  }

  @Test func writesOddTypes() throws {
    #expect(JSONText.encode([Odd()]) == (try Self.foundation([Odd()])))
    #expect(JSONText.encode(Odd()) == (try Self.foundation(Odd())))
    #expect(JSONText.encode([Int?.none, 3]) == (try Self.foundation([Int?.none, 3])))
    #expect(JSONText.encode([1: "a"]) == (try Self.foundation([1: "a"])))
  }
}
