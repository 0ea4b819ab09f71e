import Foundation
import TestSupport
import Testing

/// What the command line asks of a test run, on a package that is played: `M.A/two` fails the first
/// time that it runs. One worker: beside another test, that would be interference.
@Suite(.blocking) struct PlayedTestRunTests {
  private static let config = "steps: { test: { swift-test: { workers: 1, coverage: false } } }"

  @Test func failedRunsWhatFailedLastTime() throws {
    let package = try PlayedPackage(Self.config)
    #expect(try package.check(stopsIn: "").finish().status == 1)
    #expect(
      try package.outcomes() == [
        "M.A/one passed", "M.A/two failed", "M.B/three passed", "M.free() passed",
      ])

    let again = try package.check(stopsIn: "", "--only", "test", "--failed").finish()
    #expect(again.status == 0, "\(again.standardOutput)")
    #expect(try package.outcomes() == ["M.A/two passed"])

    // Now there is none, and a run of nothing would prove nothing.
    let all = try package.check(stopsIn: "", "--only", "test", "--failed").finish()
    #expect(all.status == 0)
    #expect(try package.outcomes().count == 4)
    #expect(all.standardOutput.contains("No failed tests are known from the last run"))
  }

  @Test func failedTestsThatAreGoneDoNotCount() throws {
    let package = try PlayedPackage(Self.config)
    #expect(try package.check(stopsIn: "").finish().status == 1)
    let product = "products/PPackageTests.xctest"
    let text = try package.scratch.folder.read(product)
    try package.scratch.folder.write(text.replacing("two", with: "renamed"), to: product)
    let all = try package.check(stopsIn: "", "--failed").finish()
    #expect(all.status == 0, "\(all.standardOutput)")
    #expect(try package.outcomes().count == 4)
    #expect(all.standardOutput.contains("No failed tests are known from the last run"))
  }

  /// What failed in a run of another machine.
  @Test func failedRunsWhatFailedElsewhere() throws {
    let other = try PlayedPackage(Self.config)
    #expect(try other.check(stopsIn: "").finish().status == 1)
    let package = try PlayedPackage(Self.config)
    let bundle = package.scratch.path + "/ci.tar"
    let packed = try other.scratch.devtool("bundle", "-o", bundle)
    #expect(packed.status == 0, "\(packed.standardError)")
    try package.scratch.folder.write("", to: "second")
    let again = try package.check(stopsIn: "", "--failed", "--from", "ci.tar").finish()
    #expect(again.status == 0, "\(again.standardOutput)")
    #expect(try package.outcomes() == ["M.A/two passed"])

    let record = try other.scratch.devtool("report", "--format", "json").standardOutput
    try package.scratch.folder.write(record.replacing("M.A/two", with: "M.A/gone"), to: "r.json")
    let none = try package.check(stopsIn: "", "--failed", "--from", "r.json").finish()
    #expect(none.status == 1)
    #expect(
      none.standardOutput.contains(
        "this package has none of the 1 test that failed in the other run"))
    let passed = try other.check(stopsIn: "").finish()
    #expect(passed.status == 0, "\(passed.standardOutput)")
    #expect(
      try other.scratch.devtool("bundle", "-o", package.scratch.path + "/passed.tar").status == 0)
    let all = try package.check(stopsIn: "", "--failed", "--from", "passed.tar").finish()
    #expect(all.standardOutput.contains("No failed tests are known from the run of `--from`"))
    for (arguments, words) in [
      (["--failed", "--from", "nowhere.tar"], "nowhere.tar"),
      (["--from", "ci.tar"], "there is no step and no check called 'ci.tar'"),
    ] {
      let result = try package.check(stopsIn: "", arguments).finish()
      #expect(result.status == (arguments.count == 3 ? 69 : 64))
      #expect(result.standardError.contains(words), "\(result.standardError)")
    }
  }

  /// Without a limit for each test, one that hangs ends the run by itself.
  @Test func aTestWithoutProgressIsEnded() throws {
    let package = try PlayedPackage(
      """
      tests: { idle-timeout: 1s }
      steps: { test: { swift-test: { workers: 1, coverage: false } } }
      """)
    let result = try package.check(stopsIn: "xctest").finish()
    #expect(result.status == 1)
    #expect(
      try package.outcomes() == [
        "M.A/one passed", "M.A/two timed-out", "M.B/three passed", "M.free() passed",
      ])
    #expect(
      result.standardOutput.contains("neither finished nor printed anything for 1 s, in"),
      "\(result.standardOutput)")
  }

  /// SwiftPM compiles every manifest again when a variable has changed.
  @Test func swiftPMFindsTheSameVariablesInEveryRun() throws {
    let package = try PlayedPackage(
      "steps: { build: { swift-build: {} }, test: { swift-test: { coverage: false } } }")
    for _ in 0..<2 { _ = try package.check(stopsIn: "").finish() }
    let environments = try package.scratch.folder.read("environments").split(separator: "\n")
    #expect(environments.count >= 4)
    #expect(Set(environments).count == 1)
  }

  @Test func aStressRunFailsByOneFailure() throws {
    let package = try PlayedPackage(Self.config)
    let result = try package.check(stopsIn: "", "--stress", "3").finish()
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("in 1 of 3 runs"))
    #expect(result.standardOutput.contains("Step test: 3 rounds of 4 tests."))
    #expect(try runs(package) == ["M.A/one": 3, "M.A/two": 3, "M.B/three": 3, "M.free()": 3])
  }

  @Test func aStressRunEndsWithItsTime() throws {
    let package = try PlayedPackage(Self.config)
    let result = try package.check(stopsIn: "", "--stress-duration", "1s").finish()
    #expect(result.status == 1)
    let counts = try runs(package)
    let rounds = try #require(counts["M.A/one"])
    // Whole rounds only.
    #expect(
      counts == ["M.A/one": rounds, "M.A/two": rounds, "M.B/three": rounds, "M.free()": rounds])
    #expect(result.standardOutput.contains("in 1 of \(rounds) runs"))
  }

  /// It is written while the report is; what kept it from being written is in the record all the same.
  @Test func aHistoryThatCannotBeWrittenIsSaid() throws {
    let package = try PlayedPackage(Self.config)
    #expect(try package.check(stopsIn: "").finish().status == 1)
    let history = ".devtool/history.sqlite"
    try FileManager.default.removeItem(atPath: "\(package.scratch.path)/\(history)")
    try package.scratch.folder.write("", to: "\(history)/file")
    let result = try package.check(stopsIn: "").finish()
    #expect(result.status == 0)
    let sentence = "Step test: This run was not added to the history: unable to open database file."
    #expect(result.standardError.contains("devtool: warning: \(sentence)\n"))
    let notes = try package.scratch.record()["notes"] as? [String]
    #expect(notes?.filter { $0 == sentence }.count == 1)
    #expect(try package.outcomes().count == 4)
  }

  /// How often each test ran.
  private func runs(_ package: PlayedPackage) throws -> [String: Int] {
    let tests = try #require(try package.scratch.record()["tests"] as? [[String: Any]])
    return Dictionary(
      tests.map { ($0["id"] as? String ?? "?", ($0["runs"] as? [Any])?.count ?? 0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Only what has been linked to nothing new is as good as new.
  @Test func aSourceThatTheTestsDoNotLinkMakesThemOldUntilTheNextBuild() throws {
    let package = try PlayedPackage(Self.config)
    #expect(try package.check(stopsIn: "").finish().status == 1)
    try package.scratch.folder.write("// new\n", to: "Sources/Tool/main.swift")
    let stale = try package.check(stopsIn: "", "--only", "test").finish()
    #expect(stale.status == 69)
    #expect(stale.standardOutput.contains("older than Sources/Tool/main.swift"))
    // The build has nothing to do for the tests: the product stays as it is.
    #expect(try package.check(stopsIn: "").finish().status == 0)
    #expect(try package.check(stopsIn: "", "--only", "test").finish().status == 0)
    // An edit that was taken back, and a new time, are none.
    for text in ["// newer\n", "// new\n"] {
      try package.scratch.folder.write(text, to: "Sources/Tool/main.swift")
      let status = try package.check(stopsIn: "", "--only", "test").finish().status
      #expect(status == (text == "// new\n" ? 0 : 69))
    }
    try package.scratch.folder.remove("Sources/Tool/main.swift")
    let gone = try package.check(stopsIn: "", "--only", "test").finish()
    #expect(gone.status == 69)
    #expect(
      gone.standardOutput.contains("still contain Sources/Tool/main.swift, which was deleted"))
  }

  /// A build that a condition left out is none: what it would have built is still old.
  @Test func aBuildThatWasLeftOutNotesNothing() throws {
    let config = """
      steps:
        build: { swift-build: {}, if: env.BUILDS != "no" }
        test: { swift-test: { workers: 1, coverage: false }, needs: build }
      """
    let package = try PlayedPackage(config)
    #expect(try package.check(stopsIn: "").finish().status == 1)
    try package.scratch.folder.write("// new\n", to: "Sources/Tool/main.swift")
    let left = try package.check(stopsIn: "", environment: ["BUILDS": "no"]).finish()
    #expect(left.standardOutput.contains("build"), "\(left.standardOutput)")
    #expect(try package.check(stopsIn: "", "--only", "test").finish().status == 69)
  }
}
