import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A package whose tests crash, hang, exit, lie, leak and litter: each gets the outcome that is its
/// own, whatever the order, and what ran to its end is covered.
@Suite struct HostilePackageTests {
  /// It builds a package and waits for time-outs: `make test-hostile` runs it.
  private static let isWanted = ProcessInfo.processInfo.environment["DEVTOOL_TEST_HOSTILE"] == "1"

  @Test(.enabled(if: isWanted)) func everyTestGetsTheOutcomeThatIsItsOwn() throws {
    let scratch = try Self.package()
    let package = scratch.path
    let state = try ScratchDirectory()
    let sleep = uniqueSleep()
    try scratch.commit(
      "Add the package",
      [
        ".gitignore": ".build\n",
        ".ci.yml": """
        env: { SWIFT_BACKTRACE: enable=no, HOSTILE_STATE: \(state.path), HOSTILE_SLEEP: "\(sleep)" }
        steps:
          test:
            swift-test:
              skip: angsInA
              retries: 1
              order: random
              workers: 2
              clean-room: true
              network: report
        tests: { slow: never }
        """,
      ])
    let tool = try BuiltTool()
    // The first run builds; each order brings other neighbours together.
    for order in [["check"], ["--seed", "1"], ["--order", "listed"]] {
      let arguments = order == ["check"] ? order : ["check", "--only", "test"] + order
      for name in ["xctest", "swift-testing"] { try? state.remove(name) }
      for file in Self.leftovers {
        try? FileManager.default.removeItem(atPath: "\(package)/\(file)")
      }
      let result = try tool.start(arguments, in: package).finish(within: Self.patience)
      #expect(result.status == 1, "\(result.standardError)")

      let record = try ScratchPipeline.record(in: package)
      expectOutcomes(try #require(record["tests"] as? [[String: Any]]))
      try expectTraces(record, result)
      #expect(try processes(with: sleep) == [])
      try expectCoverage(record)
    }
    try expectHangs(tool, package)
    try expectTimeout(tool, package)
    try expectInterrupt(tool, package)
    try expectDenial(tool, package)
  }

  private static func package() throws -> ScratchRepository {
    let scratch = try ScratchRepository()
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Hostile")
    for item in ["Package.swift", "Sources", "Tests"] {
      try FileManager.default.copyItem(
        atPath: "\(fixture.path)/\(item)", toPath: "\(scratch.path)/\(item)")
    }
    return scratch
  }

  /// swiftbuild links each test target for itself; the outcomes are the same.
  @Test(.enabled(if: isWanted)) func theOtherBuildSystemGivesTheSameOutcomes() throws {
    let scratch = try Self.package()
    let package = scratch.path
    let state = try ScratchDirectory()
    let sleep = uniqueSleep()
    try """
    env: { SWIFT_BACKTRACE: enable=no, HOSTILE_STATE: \(state.path), HOSTILE_SLEEP: "\(sleep)" }
    steps:
      test:
        swift-test:
          arguments: [--build-system, swiftbuild]
          skip: angsInA
          retries: 1
          workers: 2
    tests: { slow: never }
    """.write(toFile: package + "/.ci.yml", atomically: true, encoding: .utf8)
    let result = try BuiltTool().start(["check"], in: package).finish(within: Self.patience)
    #expect(result.status == 1, "\(result.standardError)")
    #expect(!result.standardOutput.contains("swift test`"))
    let record = try ScratchPipeline.record(in: package)
    let tests = try #require(record["tests"] as? [[String: Any]])
    try #require(!tests.isEmpty, "\(result.standardOutput)\(result.standardError)")
    expectOutcomes(tests)
    try expectCoverage(record)
  }

  /// Seconds for a build, dozens of deaths and thousands of cases, on a busy machine.
  private static let patience = 600.0

  private static let leftovers = ["left-by-xctest.txt", "left-by-swift-testing.txt"]

  private static let outcomes = [
    "LegacyTests.ACalmTests/testBefore": "passed",
    "LegacyTests.CrashTests/testAbort": "crashed",
    "LegacyTests.CrashTests/testBetween": "passed",
    "LegacyTests.CrashTests/testDividesByZero": "crashed",
    "LegacyTests.CrashTests/testFatalError": "crashed",
    "LegacyTests.CrashTests/testForceUnwrap": "crashed",
    "LegacyTests.CrashTests/testIndex": "crashed",
    "LegacyTests.CrashTests/testIsTerminated": "crashed",
    "LegacyTests.CrashTests/testKill": "crashed",
    "LegacyTests.CrashTests/testOverflow": "crashed",
    "LegacyTests.CrashTests/testSegmentationFault": "crashed",
    "LegacyTests.CrashTests/testStackOverflow": "crashed",
    "LegacyTests.EndTests/testExits": "crashed",
    "LegacyTests.EndTests/testExitsAtOnce": "crashed",
    "LegacyTests.EndTests/testNearby": "passed",
    "LegacyTests.TraceTests/testFails": "failed",
    "LegacyTests.TraceTests/testFlaky": "passed",
    "LegacyTests.TraceTests/testImitatesItself": "passed",
    "LegacyTests.TraceTests/testImitatesResults": "passed",
    "LegacyTests.TraceTests/testLeaksAChild": "passed",
    "LegacyTests.TraceTests/testOpensAConnection": "passed",
    "LegacyTests.TraceTests/testPrintsAMegabyte": "passed",
    "LegacyTests.TraceTests/testSkipped": "skipped",
    "LegacyTests.TraceTests/testWritesToHome": "passed",
    "LegacyTests.TraceTests/testWritesToTheCheckout": "passed",
    "LegacyTests.ZuluTests/testAfter": "passed",
    "ModernTests.Crashes/aborts()": "crashed",
    "ModernTests.Crashes/fatal()": "crashed",
    "ModernTests.Crashes/forceUnwraps()": "crashed",
    "ModernTests.Crashes/indexesBeyondTheEnd()": "crashed",
    "ModernTests.Crashes/killsItself()": "crashed",
    "ModernTests.Crashes/overflowsTheStack()": "crashed",
    "ModernTests.Crashes/segmentationFault()": "crashed",
    "ModernTests.Ends/exits()": "crashed",
    "ModernTests.Ends/exitsAtOnce()": "crashed",
    "ModernTests.Traces/fails()": "failed",
    "ModernTests.Traces/flaky()": "passed",
    "ModernTests.Traces/imitatesResults()": "passed",
    "ModernTests.Traces/opensAConnection()": "passed",
    "ModernTests.Traces/printsAMegabyte()": "passed",
    "ModernTests.Traces/skipped()": "skipped",
    "ModernTests.Traces/writesToTheCheckout()": "passed",
    "ModernTests.calm()": "passed",
    "ModernTests.manyCases(number:)": "failed",
  ]

  private func expectOutcomes(_ tests: [[String: Any]]) {
    var outcomes: [String: String] = [:]
    for test in tests {
      let id = test["id"] as? String ?? "?"
      #expect(outcomes[id] == nil, "\(id) is there twice")
      outcomes[id] = test["outcome"] as? String
    }
    for id in Set(outcomes.keys).union(Self.outcomes.keys).sorted() {
      #expect(outcomes[id] == Self.outcomes[id], "\(id)")
    }
    let flaky = tests.filter { $0["flaky"] as? Bool == true }.compactMap { $0["id"] as? String }
    #expect(
      flaky.sorted() == ["LegacyTests.TraceTests/testFlaky", "ModernTests.Traces/flaky()"])
    let cases = tests.first { $0["id"] as? String == "ModernTests.manyCases(number:)" }
    let issues = cases?["issues"] as? [[String: Any]] ?? []
    #expect(issues.compactMap { $0["arguments"] as? String } == ["number → 1777"])
  }

  /// What the tests left and wanted.
  private func expectTraces(_ record: [String: Any], _ result: CommandResult) throws {
    let messages = try findings(record).map(\.message)
    for name in Self.leftovers {
      #expect(messages.contains { $0.contains("'\(name)'") && $0.contains("the checkout") })
    }
    #expect(messages.contains { $0.contains("'.hostile-xctest'") && $0.contains("private HOME") })
    guard !result.standardOutput.contains("is not monitored") else { return }
    for (test, address) in [
      ("LegacyTests.TraceTests/testOpensAConnection", "192.0.2.1:443"),
      ("ModernTests.Traces/opensAConnection()", "192.0.2.2:80"),
    ] {
      #expect(messages.contains("\(test) reached out to \(address)"))
    }
  }

  /// The lines that only tests reach which ran to their end, beside others that crashed.
  private func expectCoverage(_ record: [String: Any]) throws {
    let coverage = try #require(record["coverage"] as? [String: Any])
    let files = try #require(coverage["files"] as? [[String: Any]])
    let file = try #require(files.first { $0["path"] as? String == "Sources/Hostile/Deeds.swift" })
    let ranges = try #require(file["uncoveredLines"] as? [[Int]])
    let uncovered = Set(ranges.flatMap { Array($0[0]...$0[1]) })
    let source = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Hostile/Sources/Hostile/Deeds.swift"), encoding: .utf8)
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    where line.hasPrefix("  case \"") {
      #expect(!uncovered.contains(index + 1), "\(line)")
    }
  }

  /// Tests that never end do not keep the others from running.
  private func expectHangs(_ tool: BuiltTool, _ package: String) throws {
    try """
    steps:
      test: { swift-test: { filter: [angsInA, testNearby], timeout: 1s, order: random } }
    tests: { slow: never }
    """.write(toFile: package + "/.ci.yml", atomically: true, encoding: .utf8)
    let result = try tool.run("check", "--only", "test", in: package)
    #expect(result.status == 1)
    try expectOutcomes(
      in: package,
      [
        "LegacyTests.EndTests/testHangsInALock timed-out",
        "LegacyTests.EndTests/testHangsInALoop timed-out",
        "LegacyTests.EndTests/testNearby passed",
        "ModernTests.Ends/hangsInALock() timed-out",
        "ModernTests.Ends/hangsInALoop() timed-out",
      ])
  }

  /// The time of the whole step is up while an XCTest runs: what had not run is named.
  private func expectTimeout(_ tool: BuiltTool, _ package: String) throws {
    try """
    steps:
      test:
        swift-test: { filter: [testHangsInALock, ZuluTests, calm], workers: 1, coverage: false }
        timeout: 1s
    """.write(toFile: package + "/.ci.yml", atomically: true, encoding: .utf8)
    let result = try tool.run("check", "--only", "test", in: package)
    #expect(result.status == 124)
    try expectOutcomes(
      in: package,
      [
        "LegacyTests.EndTests/testHangsInALock timed-out",
        "LegacyTests.ZuluTests/testAfter not-run",
        "ModernTests.calm() not-run",
      ])
  }

  /// Ctrl-C while a test of Swift Testing runs.
  private func expectInterrupt(_ tool: BuiltTool, _ package: String) throws {
    try """
    steps:
      test: { swift-test: { filter: [ZuluTests, 'Ends/hangsInALock'], workers: 1 } }
    """.write(toFile: package + "/.ci.yml", atomically: true, encoding: .utf8)
    let known = try ScratchPipeline.runs(in: package)
    let running = try tool.start(["check", "--only", "test"], in: package)
    let isHanging = try waitUntil {
      guard let run = try ScratchPipeline.runs(in: package).last, !known.contains(run) else {
        return false
      }
      let folder = "\(package)/.devtool/runs/\(run)/tests/test"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { name in
        let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        // The suite, then the test.
        return text.components(separatedBy: "\"testStarted\"").count > 2
      }
    }
    #expect(isHanging)
    running.send(SIGINT)
    #expect(try running.finish().status == 130)
    try expectOutcomes(
      in: package,
      [
        "LegacyTests.ZuluTests/testAfter passed",
        "ModernTests.Ends/hangsInALock() unfinished",
      ])
  }

  private func expectOutcomes(in package: String, _ expected: [String]) throws {
    let tests = try #require(try ScratchPipeline.record(in: package)["tests"] as? [[String: Any]])
    let outcomes = tests.map { "\($0["id"] ?? "?") \($0["outcome"] ?? "?")" }
    #expect(outcomes.sorted() == expected)
    #expect(try processes(with: package + "/.build") == [])
  }

  /// Under `network: deny` the same tests fail, with what they wanted.
  private func expectDenial(_ tool: BuiltTool, _ package: String) throws {
    try """
    steps: { test: { swift-test: { filter: 'pensAConnection', network: deny, coverage: false } } }
    """.write(toFile: package + "/.ci.yml", atomically: true, encoding: .utf8)
    let result = try tool.run("check", "--only", "test", in: package)
    if result.status == 69 {
      #expect(result.standardOutput.contains("`network: deny` cannot be enforced here"))
      return
    }
    #expect(result.status == 1)
    let tests = try #require(try ScratchPipeline.record(in: package)["tests"] as? [[String: Any]])
    var issues: [String: [String]] = [:]
    for test in tests {
      #expect(test["outcome"] as? String == "failed")
      let list = test["issues"] as? [[String: Any]] ?? []
      issues[test["id"] as? String ?? "?"] = list.compactMap { $0["message"] as? String }
    }
    #expect(
      issues == [
        "LegacyTests.TraceTests/testOpensAConnection": ["reached out to 192.0.2.1:443"],
        "ModernTests.Traces/opensAConnection()": ["reached out to 192.0.2.2:80"],
      ])
  }

  private func findings(_ record: [String: Any]) throws -> [(rule: String, message: String)] {
    try #require(record["findings"] as? [[String: Any]]).map {
      ($0["ruleID"] as? String ?? "", $0["message"] as? String ?? "")
    }
  }
}
