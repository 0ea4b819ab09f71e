import Testing

@testable import TestExecution

@Suite struct ShardTests {
  static let ids = (0..<200).map { "Module.Class/test\($0)" }
  static let seconds = Dictionary(
    uniqueKeysWithValues: ids.enumerated().map { ($1, Double($0 % 17) * 0.01) })

  @Test(arguments: [[:], seconds], [1, 2, 3, 7])
  func everyTestRunsOnExactlyOneShard(seconds: [String: Double], count: Int) {
    let split = Shard.split(Self.ids, seconds: seconds, count: count)
    #expect(Set(split.keys) == Set(Self.ids))
    #expect(Set(split.values) == Set(1...count))
    // Whatever order the list comes in.
    #expect(Shard.split(Self.ids.reversed(), seconds: seconds, count: count) == split)
  }

  @Test func sharesTheTimeOut() {
    let split = Shard.split(Self.ids, seconds: Self.seconds, count: 3)
    let loads = (1...3).map { shard in
      Self.ids.filter { split[$0] == shard }.reduce(0) { $0 + (Self.seconds[$1] ?? 0) }
    }
    #expect((loads.max() ?? 0) - (loads.min() ?? 0) < 0.02)
  }

  /// Without timings a test stays on its shard when others come and go.
  @Test func aHashSplitsListsThatDifferWithoutLoss() {
    let all = Shard.split(Self.ids, seconds: [:], count: 3)
    let fewer = Shard.split(Array(Self.ids.dropFirst(50)), seconds: [:], count: 3)
    #expect(fewer.allSatisfy { all[$0.key] == $0.value })
    // The split is part of the contract between machines: these values never change.
    #expect(Shard.hash("") == 0xECBA_3DF2_C338_3C52)
    #expect(Shard.hash("Module.Class/test0") == 0xEE59_2522_5EC7_84FF)
  }

  @Test func aNewTestCountsAsMuchAsTheOthers() {
    let split = Shard.split(["a", "b", "c"], seconds: ["a": 10], count: 3)
    #expect(Set(split.values) == [1, 2, 3])
  }

  @Test func fingerprintsTellSplitsApart() {
    let split = Shard.split(Self.ids, seconds: Self.seconds, count: 3)
    var other = split
    other["Module.Class/test0"] = (split["Module.Class/test0"] ?? 0) % 3 + 1
    #expect(Shard.fingerprint(split) == Shard.fingerprint(split))
    #expect(Shard.fingerprint(split) != Shard.fingerprint(other))
    #expect(Shard.fingerprint(split).count == 8)
  }

  @Test(arguments: ["1/3", "3/3", "1/1"]) func reads(text: String) {
    #expect(Shard(text)?.text == text)
  }

  @Test(arguments: ["", "0/3", "4/3", "1", "1/2/3", "a/b", "-1/3", "1/0"])
  func refuses(text: String) {
    #expect(Shard(text) == nil)
  }
}
