import CIModel
import Foundation
import TestSupport
import Testing

/// `devtool check` with no configuration in a package that has every kind of result; it is built
/// once for all that is asked of it.
@Suite(.longRunning) struct CheckPackageTests {
  @Test func reportsEverythingOnceAndInItsPlace() throws {
    let scratch = try ScratchDirectory()
    let package = scratch.path + "/a package"
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Everything")
    try FileManager.default.copyItem(atPath: fixture.path, toPath: package)
    let tool = try BuiltTool()
    let result = try tool.run("check", in: package)
    #expect(result.status == 1, "\(result.standardError)")

    let record = try ScratchPipeline.record(in: package)
    try expectTests(record)
    try expectWarnings(record)
    expectGolden(normalized(result.standardOutput, package), "check-everything.txt")

    // What was built serves `--only test`, and a report shows the run again.
    let again = try tool.run("check", "--only", "test", "--quiet", in: package)
    #expect(again.status == 1)
    #expect(again.standardError == "")
    let shown = try tool.run("report", "--format", "json", in: package)
    #expect(shown.status == 0)
    #expect(try jsonObject(shown.standardOutput)["verdict"] as? String == "failed")
    let coverage = try tool.run("coverage", "--metric", "llvm", "--format", "json", in: package)
    #expect(try jsonObject(coverage.standardOutput)["metric"] as? String == "llvm")

    // A hook that checks the rules alone leaves a newer run.
    _ = try tool.run("check", "--only", "rules", in: package)
    let newest = try jsonObject(
      tool.run("report", "--format", "json", in: package).standardOutput)
    #expect((newest["steps"] as? [Any])?.isEmpty == true)
    let functions = try tool.run("coverage", "--functions", "--format", "lcov", in: package)
    #expect(functions.status == 0, "\(functions.standardError)")
    #expect(functions.standardOutput.contains("FN:4,add(_:_:)\n"), "\(functions.standardOutput)")

    try expectMinimum(tool, package)
    try expectOutput(tool, package)
    try expectCancellation(tool, package)

    // Sources newer than the product are not what was tested.
    try "\n".write(
      toFile: package + "/Sources/Demo/New.swift", atomically: true, encoding: .utf8)
    let stale = try tool.run("check", "--only", "test", in: package)
    #expect(stale.status == 69)
    #expect(stale.standardOutput.contains("the built tests are older than Sources/Demo/New.swift"))

    // Binaries newer than the profile are not what was measured.
    let product = package + "/.build/debug/everythingPackageTests.xctest"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: product)
    let measured = try #require(try ScratchPipeline.runs(in: package).first)
    let kept = try tool.run("coverage", "--functions", "--run", measured, in: package)
    #expect(kept.status == 0 && kept.standardOutput.contains("FUNCTIONS"), "\(kept.standardError)")
    let newer = try tool.run(
      "coverage", "--functions", "--format", "lcov", "--run", measured, in: package)
    #expect(newer.status == 69)
    #expect(newer.standardError.contains("is newer than the coverage profile"))
  }

  /// The tests of Swift Testing alone cover 1 of 12 lines, 8.33 %.
  private func expectMinimum(_ tool: BuiltTool, _ package: String) throws {
    let config = package + "/.ci.yml"
    defer { try? FileManager.default.removeItem(atPath: config) }
    for (minimum, isReached) in [("8.33", true), ("8.34", false)] {
      let text = "steps: { test: { swift-test: {} } }\ncoverage: { minimum: \(minimum) }\n"
      try text.write(toFile: config, atomically: true, encoding: .utf8)
      _ = try tool.run("check", "--only", "test", in: package)
      let record = try ScratchPipeline.record(in: package)
      let coverage = try #require(record["coverage"] as? [String: Any])
      let thresholds = try #require(coverage["thresholds"] as? [[String: Any]])
      #expect(thresholds.map { $0["passed"] as? Bool } == [isReached])
      #expect(thresholds.first?["actual"] as? Double == 8.33)
      let findings = try #require(record["findings"] as? [[String: Any]])
      #expect(findings.contains { $0["ruleID"] as? String == "coverage.minimum" } != isReached)
      #expect(try tool.run("coverage", in: package).status == (isReached ? 0 : 1))
      // Without the check nothing is asked.
      _ = try tool.run("check", "--only", "test", "--skip", "coverage", in: package)
      let unasked = try ScratchPipeline.record(in: package)["coverage"] as? [String: Any]
      #expect((unasked?["thresholds"] as? [Any])?.isEmpty == true)
    }
  }

  /// With one worker every line has its test.
  private func expectOutput(_ tool: BuiltTool, _ package: String) throws {
    let config = package + "/.ci.yml"
    defer { try? FileManager.default.removeItem(atPath: config) }
    try "steps: { test: { swift-test: { workers: 1, filter: [fails, adds, allAreSmall] } } }\n"
      .write(toFile: config, atomically: true, encoding: .utf8)
    let result = try tool.start(
      ["check", "--only", "test"], in: package, environment: ["FIXTURE_SAYS": "1"]
    ).finish()
    #expect(result.standardOutput.contains("    failing\n    failing, with emphasis\n"))
    let tests = try #require(ScratchPipeline.record(in: package)["tests"] as? [[String: Any]])
    let outputs = tests.compactMap { test in
      (test["id"] as? String).map { "\($0): \(test["output"] ?? "")" }
    }
    #expect(
      outputs.sorted() == [
        "DemoTests.adds(): adding\nadding, with emphasis\n", "DemoTests.allAreSmall(n:): ",
        "DemoTests.fails(): failing\nfailing, with emphasis\n",
      ])
  }

  /// Ctrl-C while a test runs.
  private func expectCancellation(_ tool: BuiltTool, _ package: String) throws {
    let known = try ScratchPipeline.runs(in: package)
    let running = try tool.start(
      ["check", "--only", "test"], in: package, environment: ["FIXTURE_WAITS": "1"])
    let isWaiting = try waitUntil {
      guard let run = try ScratchPipeline.runs(in: package).last, !known.contains(run) else {
        return false
      }
      let log = "\(package)/.devtool/runs/\(run)/logs/test.log"
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      // Another process may run the other tests, and may not have come to them yet.
      return text.contains("Test Case 'LegacyTests.testWaitsWhenAsked' started")
        && text.contains("Test Case 'LegacyTests.testAdds' passed")
    }
    #expect(isWaiting)
    running.send(SIGINT)
    let result = try running.finish()
    #expect(result.status == 130)
    #expect(result.standardOutput.contains("Cancelled while test ran"))
    #expect(try processes(with: package) == [])
    let record = try ScratchPipeline.record(in: package)
    #expect(record["verdict"] as? String == "cancelled")
    let tests = try #require(record["tests"] as? [[String: Any]])
    let outcomes = Dictionary(
      tests.map { ($0["id"] as? String ?? "", $0["outcome"] as? String ?? "") },
      uniquingKeysWith: { first, _ in first })
    #expect(outcomes.count == 16)
    #expect(outcomes["DemoTests.LegacyTests/testWaitsWhenAsked"] == "unfinished")
    #expect(outcomes["DemoTests.LegacyTests/testAdds"] == "passed")
    #expect(outcomes["DemoTests.fails()"] == "not-run")
  }

  private func expectTests(_ record: [String: Any]) throws {
    let tests = try #require(record["tests"] as? [[String: Any]])
    let outcomes = try tests.map { test in
      "\(try #require(test["id"] as? String)) \(try #require(test["outcome"] as? String))"
    }
    #expect(
      outcomes.sorted() == [
        "DemoTests.CrashingTests/testBefore passed",
        "DemoTests.CrashingTests/testCrashes crashed",
        "DemoTests.CrashingTests/testZAfter passed",
        "DemoTests.LegacyTests/testAdds passed",
        "DemoTests.LegacyTests/testDrawsNowhere passed",
        "DemoTests.LegacyTests/testFailsTwice failed",
        "DemoTests.LegacyTests/testIsSlow passed",
        "DemoTests.LegacyTests/testLayoutConflict passed",
        "DemoTests.LegacyTests/testSkips skipped",
        "DemoTests.LegacyTests/testWaitsWhenAsked passed",
        "DemoTests.Named/displayName() passed",
        "DemoTests.adds() passed",
        "DemoTests.allAreSmall(n:) failed",
        "DemoTests.fails() failed",
        "DemoTests.hasKnownIssue() passed",
        "DemoTests.isDisabled() skipped",
      ])
    func issues(_ id: String) throws -> [String] {
      let test = try #require(tests.first { $0["id"] as? String == id })
      return try #require(test["issues"] as? [[String: Any]]).map { issue in
        let known = issue["isKnown"] as? Bool == true ? " (known)" : ""
        let arguments = (issue["arguments"] as? String).map { " [\($0)]" } ?? ""
        return "\(issue["file"] ?? "-"):\(issue["line"] ?? "-")\(known)\(arguments)"
      }
    }
    #expect(
      try issues("DemoTests.LegacyTests/testFailsTwice") == [
        "Tests/DemoTests/LegacyTests.swift:10", "Tests/DemoTests/LegacyTests.swift:11",
      ])
    #expect(try issues("DemoTests.fails()") == ["Tests/DemoTests/ModernTests.swift:19"])
    #expect(
      try issues("DemoTests.allAreSmall(n:)") == ["Tests/DemoTests/ModernTests.swift:22 [n → 3]"])
    #expect(
      try issues("DemoTests.hasKnownIssue()") == ["Tests/DemoTests/ModernTests.swift:24 (known)"])

    let crashes = try #require(record["crashes"] as? [[String: Any]])
    #expect(crashes.count == 1)
    #expect(crashes.first?["test"] as? String == "CrashingTests.testCrashes")
    #expect(crashes.first?["reason"] as? String == "Fatal error: the fuse was lit")
    #expect(crashes.first?["file"] as? String == "Sources/Demo/Demo.swift")
    #expect(crashes.first?["line"] as? Int == 16)
    let slow = try #require(record["slow"] as? [[String: Any]])
    #expect(slow.contains { $0["name"] as? String == "DemoTests.LegacyTests/testIsSlow" })
  }

  private func expectWarnings(_ record: [String: Any]) throws {
    let diagnostics = try #require(record["diagnostics"] as? [[String: Any]])
    #expect(
      diagnostics.map { "\($0["file"] ?? "-"):\($0["line"] ?? 0):\($0["column"] ?? 0)" }
        == ["Sources/Demo/Demo.swift:6:33"])
    #expect(diagnostics.first?["group"] as? String == "DeprecatedDeclaration")
    let warnings = try #require(record["runtimeWarnings"] as? [[String: Any]])
    let places = warnings.map { "\($0["category"] ?? "") \($0["tests"] as? [String] ?? [])" }
    #expect(
      places == [
        "auto-layout [\"LegacyTests.testLayoutConflict\"]",
        "cgcontext [\"LegacyTests.testDrawsNowhere\"]",
      ])
    let coverage = try #require(record["coverage"] as? [String: Any])
    #expect(coverage["isPartial"] as? Bool == true)
    let files = try #require(coverage["files"] as? [[String: Any]])
    #expect(files.map { $0["path"] as? String } == ["Sources/Demo/Demo.swift"])
    let lines = try #require(files.first?["lines"] as? [String: Int])
    #expect(lines == ["covered": 1, "count": 12])
  }

  /// Without what differs from run to run: times, ids, and which tests a busy machine slows down.
  private func normalized(_ text: String, _ package: String) -> String {
    text
      .replacing(/SLOWEST TESTS[^\n]*\n(\ [^\n]*\n)+\n/, with: "")
      .replacing(/\d{8}T\d{6}\.\d{3}Z-\d+/, with: "RUN")
      .replacing(/\b\d+(\.\d+)?m?s\b/, with: "TIME")
      .replacing(/\d+m \d+s/, with: "TIME")
      .replacing(/\ +TIME/, with: " TIME")
      .replacing(package, with: "PACKAGE")
  }

  @Test func aPackageWithoutTestsPassesAndSaysSo() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "plain", targets: [.target(name: "Plain")])
      """, to: "Package.swift")
    try scratch.write("public let answer = 42\n", to: "Sources/Plain/Plain.swift")
    let tool = try BuiltTool()
    let result = try tool.run("check", in: scratch.path)
    #expect(result.status == 0, "\(result.standardOutput)")
    #expect(result.standardOutput.contains("warning: the package has no test target"))

    // Written down, the step is a demand.
    try scratch.write("steps:\n  test: { swift-test: {} }\n", to: ".ci.yml")
    let demanded = try tool.run("check", in: scratch.path)
    #expect(demanded.status == 1)
    #expect(demanded.standardOutput.contains("the package has no test target, so no test ran"))
  }

  @Test func aBuildErrorIsTheVerdict() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "broken",
        targets: [.target(name: "Broken"), .testTarget(name: "BrokenTests", dependencies: ["Broken"])])
      """, to: "Package.swift")
    try scratch.write("public let answer: Int = \"42\"\n", to: "Sources/Broken/Broken.swift")
    try scratch.write("import Testing\n@Test func works() {}\n", to: "Tests/BrokenTests/T.swift")
    let result = try BuiltTool().run("check", in: scratch.path)
    #expect(result.status == 1)
    #expect(
      result.standardOutput.contains(
        "Sources/Broken/Broken.swift:1:26: error: cannot convert value of type 'String'"))
    let record = try ScratchPipeline.record(in: scratch.path)
    let steps = try #require(record["steps"] as? [[String: Any]])
    #expect(steps.map { $0["status"] as? String } == ["failed", "blocked"])
  }

  /// Ctrl-C while the compiler works: SwiftPM starts its children in process groups of their own.
  @Test(arguments: [SIGINT, SIGTERM])
  func cancellingABuildLeavesNothingBehind(signal: Int32) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "big", targets: [.target(name: "Big")])
      """, to: "Package.swift")
    for file in 0..<12 {
      let functions = (0..<400).map {
        "public func f\(file)x\($0)(_ a: [Int]) -> [String: Int] { [\"a\": a.map { $0 * 2 }.count] }"
      }
      try scratch.write(functions.joined(separator: "\n"), to: "Sources/Big/F\(file).swift")
    }
    let running = try BuiltTool().start(["check"], in: scratch.path)
    let compiles = try waitUntil {
      try processes(with: scratch.path).contains { $0.contains("swift-frontend") }
    }
    #expect(compiles)
    running.send(signal)
    let result = try running.finish()
    #expect(result.status == 128 + Int(signal))
    #expect(result.standardOutput.contains("Cancelled while build ran"))
    #expect(try processes(with: scratch.path) == [])
    let record = try ScratchPipeline.record(in: scratch.path)
    #expect(record["verdict"] as? String == "cancelled")
    #expect(record["exitCode"] as? Int == 128 + Int(signal))
  }
}
