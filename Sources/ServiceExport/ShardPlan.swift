package import CIModel
package import ProjectSetup

/// The number of machines for the tests, and the expected time of each.
package struct ShardPlan: Hashable, Sendable {
  /// The total seconds of each shard.
  package let seconds: [Double]
  /// Ids of the tests of each shard, sorted.
  package let shards: [[String]]
  /// The total seconds of all tests.
  package let total: Double
  /// The number of tests with recorded times.
  package let tests: Int

  /// Computes the number of shards so that each takes at most the target time: ⌈total / target⌉, at
  /// least 1.
  ///
  /// - Parameters:
  ///   - times: Seconds by test id, for each step that runs tests.
  ///   - target: The target time in seconds; greater than 0.
  ///   - most: The maximum number of shards; at least 1.
  ///   - split: Assigns a shard, from 1, to each test of a step.
  package init(
    _ times: [[String: Double]], target: Double, most: Int,
    split: (_ ids: [String], _ seconds: [String: Double], _ count: Int) -> [String: Int]
  ) {
    // Sums of floating-point numbers depend on their order.
    total = times.reduce(0) { $0 + $1.values.sorted().reduce(0, +) }
    tests = times.reduce(0) { $0 + $1.count }
    let wanted = (total / target).rounded(.up)
    // No shard may be empty.
    let most = max(min(most, tests), 1)
    let count = min(max(wanted.isFinite ? Int(min(wanted, 1e6)) : 1, 1), most)
    var seconds = [Double](repeating: 0, count: count)
    var ids = [[String]](repeating: [], count: count)
    for step in times {
      let numbers = split(Array(step.keys), step, count)
      for (id, time) in step.sorted(by: { $0.key < $1.key }) {
        guard let number = numbers[id], seconds.indices.contains(number - 1) else { continue }
        seconds[number - 1] += time
        ids[number - 1].append(id)
      }
    }
    self.seconds = seconds
    shards = ids.map { $0.sorted() }
  }

  package enum Format: String, CaseIterable, Sendable {
    case text
    case json
    /// A list of numbers for `fromJSON` in a matrix.
    case github
    /// The configuration with that number of shards, for a child pipeline.
    case gitlab
    /// The configuration with that number of shards, for `buildkite-agent pipeline upload`.
    case buildkite

    /// The service whose configuration is written; `nil` for the output of `text`.
    package var service: SetupService? {
      self == .gitlab ? .gitlab : self == .buildkite ? .buildkite : nil
    }
  }

  private struct Document: Encodable {
    var schema = "devtool.plan/1"
    var shards: Int
    var seconds: [Double]
    var testIDs: [[String]]
    var totalSeconds: Double
    var tests: Int
  }

  /// The JSON that `devtool plan --format json` prints.
  package static let contract = JSONContract(
    "plan", id: "devtool.plan/1", "Output of `devtool plan --format json`.",
    .object([
      JSONMember("schema", .constant("devtool.plan/1"), "Names this contract."),
      JSONMember("shards", .ordinal, "Number of shards."),
      JSONMember("seconds", .list(.number, atLeast: 1), "Expected duration of each shard."),
      JSONMember("testIDs", .list(.list(.text)), "The tests of each shard, sorted."),
      JSONMember("totalSeconds", .number, "Total duration of all tests."),
      JSONMember("tests", .wholeNumber, "Number of tests with recorded times."),
    ]))

  /// The plan as text; ends with a line break.
  package func text(_ format: Format) -> String {
    let numbers = (1...seconds.count).map(String.init)
    switch format {
    case .github: return "[\(numbers.joined(separator: ","))]\n"
    case .json:
      return JSONText.encode(
        Document(
          shards: seconds.count, seconds: seconds, testIDs: shards, totalSeconds: total,
          tests: tests))
    case .text, .gitlab, .buildkite:
      let lines = seconds.indices.map { index in
        let count = tests == 0 ? "" : "  \(counted(shards[index].count, "test"))"
        return "shard \(index + 1)/\(seconds.count)  \(Self.decimal(seconds[index])) s\(count)\n"
      }
      let known =
        tests == 0
        ? "no run has recorded times; run `devtool check`\n"
        : "\(counted(tests, "test")), \(Self.decimal(total)) s in total\n"
      return lines.joined() + known
    }
  }

  /// Formats seconds with three decimals, independent of the locale.
  private static func decimal(_ seconds: Double) -> String {
    let thousandths = Int((min(max(seconds, 0), 1e9) * 1000).rounded())
    let rest = String(1000 + thousandths % 1000).dropFirst()
    return "\(thousandths / 1000).\(rest)"
  }
}
