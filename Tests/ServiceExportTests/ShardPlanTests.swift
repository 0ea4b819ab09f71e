import Testing

@testable import ServiceExport

struct ShardPlanTests {
  /// The longest first to the shard that has the least.
  private func split(_ ids: [String], _ seconds: [String: Double], _ count: Int) -> [String: Int] {
    var loads = [Double](repeating: 0, count: count)
    var shards: [String: Int] = [:]
    for id in ids.sorted(by: { (seconds[$1] ?? 0, $0) < (seconds[$0] ?? 0, $1) }) {
      let lightest = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[lightest] += seconds[id] ?? 0
      shards[id] = lightest + 1
    }
    return shards
  }

  private func plan(_ times: [[String: Double]], target: Double = 60, most: Int = 20) -> ShardPlan {
    ShardPlan(times, target: target, most: most, split: split)
  }

  @Test(
    arguments: [
      ([], 60, 1), ([0], 60, 1), ([60], 60, 1), ([30, 30.5], 60, 2), ([30, 30, 61], 60, 3),
      ([Double](repeating: 1e9, count: 30), 60, 20),
      ([Double](repeating: 1, count: 30), 1e-300, 20),
      ([.infinity], 60, 1),
      // No shard is empty.
      ([1e9], 60, 1), ([1, 1, 1], 1e-300, 3),
    ] as [([Double], Double, Int)])
  func choosesAsManyAsTheTargetNeeds(seconds: [Double], target: Double, count: Int) {
    let times = Dictionary(uniqueKeysWithValues: seconds.enumerated().map { ("t\($0)", $1) })
    #expect(plan([times], target: target).seconds.count == count)
  }

  @Test func tellsWhatEachShardTakes() {
    let plan = plan([["a": 50, "b": 30], ["c": 25.25, "d": 0]])
    #expect(plan.seconds == [75.25, 30])
    #expect(
      plan.text(.text)
        == "shard 1/2  75.250 s  2 tests\nshard 2/2  30.000 s  2 tests\n"
        + "4 tests, 105.250 s in total\n")
    #expect(plan.shards == [["a", "c"], ["b", "d"]])
    #expect(plan.text(.github) == "[1,2]\n")
    #expect(
      plan.text(.json).contains("\"shards\" : 2") || plan.text(.json).contains("\"shards\": 2"))
    #expect(self.plan([]).text(.text).contains("no run has recorded times"))
  }
}
