import CIModel
import Foundation
import TestSupport
import Testing

/// `devtool merge` of the shards of a package that three machines built in different folders.
@Suite(.longRunning) struct ShardMergeTests {
  private static let config = """
    version: 1
    steps:
      test: { swift-test: { coverage: true, workers: 1, retries: 1 } }
    coverage: { minimum: 80 }

    """

  /// What must be the same however many machines ran the tests.
  private struct Outcome: Equatable {
    var tests: [String]
    var coverage: [String]
    var totals: String

    init(_ record: [String: Any]) throws {
      let tests = try #require(record["tests"] as? [[String: Any]])
      self.tests = try tests.map { test in
        let attempts = (test["attempts"] as? [Any])?.count ?? 1
        return "\(try #require(test["id"] as? String)) \(test["outcome"] ?? "") \(attempts)"
      }.sorted()
      let coverage = try #require(record["coverage"] as? [String: Any])
      #expect(coverage["isPartial"] as? Bool == false)
      totals = try Outcome.ratios(try #require(coverage["totals"] as? [String: Any]))
      let files = try #require(coverage["files"] as? [[String: Any]])
      self.coverage = try files.map { file in
        "\(file["path"] ?? "") \(file["target"] ?? "") \(try Outcome.ratios(file)) "
          + "\(file["uncoveredLines"] ?? "") \(file["partialLines"] ?? "")"
      }
    }

    private static func ratios(_ object: [String: Any]) throws -> String {
      try ["lines", "otherLines", "functions", "regions"].map { key in
        let ratio = try #require(object[key] as? [String: Any])
        return "\(key) \(ratio["covered"] ?? "")/\(ratio["count"] ?? "")"
      }.joined(separator: " ")
    }
  }

  /// As `devtool check` does without `.ci.yml`, the shards pass, and so does what they come to.
  @Test func shardsOfAPackageWithoutTestsAreOneRun() throws {
    let repository = try StartingPackage.untested.repository()
    let tool = try BuiltTool()
    for shard in ["1/2", "2/2"] {
      let result = try tool.run("check", "--shard", shard, in: repository.path)
      #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    }
    let runs = try ScratchPipeline.runs(in: repository.path).map { ".devtool/runs/\($0)" }
    let merged = try tool.shell(
      "'\(tool.path)' merge \(runs.joined(separator: " "))", in: repository.path)
    #expect(merged.status == 0, "\(merged.standardOutput)\(merged.standardError)")
  }

  @Test func shardsTogetherAreTheWholeRun() throws {
    let scratch = try ScratchDirectory()
    let tool = try BuiltTool()
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Sharded")
    let places = ["one", "two folders/deep", "three"].map { "\(scratch.path)/\($0)" }
    for (index, place) in places.enumerated() {
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: place).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: fixture.path, toPath: place)
      try ShardMergeTests.config.write(
        toFile: place + "/.ci.yml", atomically: true, encoding: .utf8)
      let result = try tool.run("check", "--shard", "\(index + 1)/3", "--quiet", in: place)
      #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    }
    let shard = try #require(try ScratchPipeline.runs(in: places[0]).first)
    let first = "\(places[0])/.devtool/runs/\(shard)"

    // All of it on one machine. What fails the first time must do so again.
    for place in places {
      try? FileManager.default.removeItem(atPath: place + "/.build/mark")
    }
    let whole = try tool.run("check", "--only", "test", "--quiet", in: places[0])
    #expect(whole.status == 0, "\(whole.standardOutput)")
    let expected = try Outcome(try ScratchPipeline.record(in: places[0]))
    #expect(expected.tests.count == 11)
    #expect(expected.tests.contains("KitTests.LegacyTests/testFlaky passed 2"))

    func merge(_ arguments: [String], in folder: String) throws -> CommandResult {
      try tool.start(["merge"] + arguments, in: folder).finish()
    }
    let runs = [first, places[1], places[2]]
    let merged = try merge(runs + ["--report", "json"], in: places[0])
    #expect(merged.status == 0, "\(merged.standardOutput)\(merged.standardError)")
    let record = try jsonObject(merged.standardOutput)
    #expect(try Outcome(record) == expected)
    #expect(record["verdict"] as? String == "passed")
    let steps = try #require(record["steps"] as? [[String: Any]])
    #expect(steps.map { $0["id"] as? String } == ["test"])
    let findings = try #require(record["findings"] as? [[String: Any]])
    #expect(findings.count { $0["ruleID"] as? String == "tests.flaky" } == 1)

    // It is a run like any other.
    let shown = try tool.run("report", "--format", "json", in: places[0])
    #expect(try Outcome(jsonObject(shown.standardOutput)) == expected)
    let functions = try tool.run("coverage", "--functions", in: places[0])
    #expect(functions.standardOutput.contains("Box.never()"), "\(functions.standardError)")
    let log = try String(
      contentsOfFile: "\(places[0])/" + (steps.first?["logPath"] as? String ?? ""),
      encoding: .utf8)
    #expect(runs.allSatisfy { log.contains("==> \($0) <==") })

    // Each is needed, once.
    let missing = try merge([first, places[2]], in: places[0])
    #expect(missing.status == 69)
    #expect(missing.standardOutput.contains("shard 2/3 of step test did not report"))
    let twice = try merge(runs + [places[1]], in: places[0])
    #expect(twice.status == 69)
    #expect(twice.standardError.contains("shard 2/3 of step test is included more than once"))
    let unsharded = try merge([places[0]], in: places[0])
    #expect(unsharded.status == 69)
    #expect(unsharded.standardError.contains("ran no shard"))

    // What is required is held against the whole.
    try ShardMergeTests.config.replacing("minimum: 80", with: "minimum: 100")
      .write(toFile: places[0] + "/.ci.yml", atomically: true, encoding: .utf8)
    let low = try merge(runs, in: places[0])
    #expect(low.status == 1)
    #expect(low.standardOutput.contains("100% required"), "\(low.standardOutput)")

    try expectElsewhere(scratch, places, runs: runs, expected, merge)
  }

  /// The history of the machine that merges has the joined run, and the next shards are planned by its times.
  private func expectRemembered(in home: String) throws {
    let line = try BuiltTool().run("history", "export", in: home).standardOutput
    let run = try jsonObject(line)
    #expect((run["coverage"] as? [String: Any])?.isEmpty == false, "\(line)")
    let suites = try #require(run["suites"] as? [[String: Any]])
    #expect(suites.map { $0["scope"] as? String } == [". debug coverage"])
    let passed = try #require(suites.first?["passed"] as? [String: Any])
    let others = try #require(suites.first?["others"] as? [[String: Any]])
    #expect(passed.count + others.count == 11 && suites.first?["isPart"] == nil)
    #expect(others.contains { $0["id"] as? String == "KitTests.LegacyTests/testFlaky" })
    let plan = try BuiltTool().run("plan", in: home).standardOutput
    #expect(plan.contains("11 tests, "), "\(plan)")
  }

  /// On a machine that built nothing, with and without the binaries of a shard.
  private func expectElsewhere(
    _ scratch: ScratchDirectory, _ places: [String], runs: [String], _ expected: Outcome,
    _ merge: ([String], String) throws -> CommandResult
  ) throws {
    let files = FileManager.default
    let home = scratch.path + "/merging"
    try files.createDirectory(atPath: home, withIntermediateDirectories: true)
    for name in ["Sources", "Tests", "Package.swift"] {
      try files.copyItem(atPath: "\(places[1])/\(name)", toPath: "\(home)/\(name)")
    }
    try files.moveItem(atPath: "\(places[1])/.build", toPath: "\(home)/.build")
    for place in [places[0], places[2]] { try files.removeItem(atPath: place + "/.build") }
    let restored = try merge(runs + ["--report", "json"], home)
    #expect(restored.status == 0, "\(restored.standardError)")
    #expect(try Outcome(jsonObject(restored.standardOutput)) == expected)
    try expectRemembered(in: home)

    try files.moveItem(atPath: home + "/.build", toPath: home + "/elsewhere")
    let lines = try jsonObject(try merge(runs + ["--report", "json"], home).standardOutput)
    let coverage = try #require(lines["coverage"] as? [String: Any])
    let totals = try #require(coverage["totals"] as? [String: Any])
    let distinct = try #require(totals["lines"] as? [String: Any])
    #expect(
      expected.totals.hasPrefix("lines \(distinct["covered"] ?? "")/\(distinct["count"] ?? "") "))
    let notes = try #require(lines["notes"] as? [String])
    #expect(notes.contains { $0.contains("no shard's binaries are available") })

    // What something else measured comes on top: a line of `never`, which no test ran.
    try "SF:Sources/Kit/Kit.swift\nDA:28,0\nDA:29,4\nend_of_record\n".write(
      toFile: home + "/other.lcov", atomically: true, encoding: .utf8)
    let more = try jsonObject(
      try merge(runs + ["--lcov", "other.lcov", "--report", "json"], home).standardOutput)
    let moreTotals = try #require((more["coverage"] as? [String: Any])?["totals"] as? [String: Any])
    let moreLines = try #require(moreTotals["lines"] as? [String: Int])
    #expect(moreLines["count"] == distinct["count"] as? Int)
    #expect(moreLines["covered"] == (distinct["covered"] as? Int).map { $0 + 1 })
    let broken = try merge(runs + ["--lcov", "Package.swift"], home)
    #expect(broken.status == 69)
    #expect(broken.standardError.contains("expected a record that begins with SF:"))

    let product = "elsewhere/debug/shardedPackageTests.xctest"
    let named = try merge(
      runs + ["--object", product, "--object", "elsewhere/debug/tool", "--report", "json"], home)
    #expect(named.status == 0, "\(named.standardError)")
    #expect(try Outcome(jsonObject(named.standardOutput)) == expected)

    try "version: 1\ncoverage: { metric: llvm }\n".write(
      toFile: home + "/.ci.yml", atomically: true, encoding: .utf8)
    let unable = try merge(runs, home)
    #expect(unable.status == 69)
    #expect(unable.standardError.contains("coverage.metric: llvm"))
    #expect(unable.standardError.contains("--object"))

    // Other sources than those that were measured.
    try files.removeItem(atPath: home + "/.ci.yml")
    try "// changed\n".write(
      toFile: home + "/Sources/Kit/Kit.swift", atomically: true, encoding: .utf8)
    for place in places { try files.removeItem(atPath: place + "/Sources") }
    let changed = try merge(runs + ["--object", product], home)
    #expect(changed.status == 69)
    #expect(
      changed.standardError.contains("Sources/Kit/Kit.swift differs from the measured version"))
  }
}
