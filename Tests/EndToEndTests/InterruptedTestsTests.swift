import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Test runs that are ended from outside, in every phase that they have: no process stays, and the
/// record names what had not run.
struct InterruptedTestsTests {
  private static let config = """
    steps: { test: { swift-test: { workers: 1, retries: 1 } } }
    reports: [terminal, { junit: out/junit.xml }]
    """

  private static let phases: [(phase: String, outcomes: [String])] = [
    ("build", []),
    ("inspection", []),
    ("listing", []),
    (
      "xctest",
      ["M.A/one passed", "M.A/two unfinished", "M.B/three not-run", "M.free() not-run"]
    ),
    (
      "swift-testing",
      ["M.A/one passed", "M.A/two failed", "M.B/three passed", "M.free() unfinished"]
    ),
    (
      "retry",
      ["M.A/one passed", "M.A/two unfinished", "M.B/three passed", "M.free() passed"]
    ),
  ]

  @Test(arguments: phases) func controlC(phase: String, outcomes: [String]) throws {
    let package = try PlayedPackage(Self.config)
    let running = try package.check(stopsIn: phase)
    #expect(waitUntil { package.isReached })
    running.send(SIGINT)
    let result = try running.finish()
    #expect(result.status == 130)
    #expect(result.standardOutput.contains("Cancelled while test ran"))
    #expect(try processes(with: package.sleep) == [])
    #expect(try processes(with: package.scratch.path) == [])
    #expect(try package.scratch.statuses() == ["test: cancelled"])
    #expect(try package.scratch.record()["verdict"] as? String == "cancelled")
    #expect(try package.outcomes() == outcomes.map { $0 })
    #expect(package.scratch.folder.exists("out/junit.xml"))
  }

  @Test(arguments: phases) func timeout(phase: String, outcomes: [String]) throws {
    let package = try PlayedPackage(
      Self.config.replacing("{ test: {", with: "{ test: { timeout: 3s,"))
    let result = try package.check(stopsIn: phase).finish()
    #expect(package.isReached)
    #expect(result.status == 124)
    #expect(try processes(with: package.sleep) == [])
    #expect(try processes(with: package.scratch.path) == [])
    #expect(try package.scratch.statuses() == ["test: timed-out"])
    #expect(
      try package.outcomes() == outcomes.map { $0.replacing("unfinished", with: "timed-out") })
  }

  @Test func controlCWhileCoverageIsMerged() throws {
    let package = try PlayedPackage(Self.config)
    let running = try package.check(stopsIn: "merge")
    #expect(waitUntil { package.isReached })
    running.send(SIGINT)
    let result = try running.finish()
    #expect(result.status == 130)
    #expect(try processes(with: package.sleep) == [])
    #expect(
      try package.outcomes() == [
        "M.A/one passed", "M.A/two passed", "M.B/three passed", "M.free() passed",
      ])
    #expect(result.standardOutput.contains("Coverage was not measured"))
  }
}
