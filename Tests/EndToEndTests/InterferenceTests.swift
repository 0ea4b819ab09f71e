import Foundation
import TestSupport
import Testing

/// Interference from the configuration to the report and to the next run, on a package that is played:
/// `M.B/three` fails in a process in which `M.A/one` ran before.
@Suite(.blocking) struct InterferenceTests {
  private func package(_ tests: String = "{}") throws -> PlayedPackage {
    let package = try PlayedPackage(
      "steps: { test: { swift-test: { workers: 1, coverage: false } } }\ntests: \(tests)\n")
    try package.scratch.folder.write("", to: "spoils")
    // `M.A/two` fails only the first time that it runs, which was before.
    try package.scratch.folder.write("", to: "second")
    return package
  }

  @Test func isAWarningAndKeptApartFromThenOn() throws {
    let package = try package()
    let first = try package.check(stopsIn: "").finish()
    #expect(first.status == 0, "\(first.standardOutput)")
    #expect(
      first.standardOutput.replacing(/\s+/, with: " ").contains(
        "M.B/three failed after M.A/one in the same process, passes alone: failed - spoilt"),
      "\(first.standardOutput)")
    #expect(first.standardOutput.contains("1 with interference"))
    let tests = try #require(try package.scratch.record()["tests"] as? [[String: Any]])
    let test = try #require(tests.first { $0["id"] as? String == "M.B/three" })
    let interference = try #require(test["interference"] as? [String: Any])
    #expect(interference["after"] as? [String] == ["M.A/one"])
    #expect(interference["beside"] as? [String] == [])
    #expect(interference["reproduced"] as? Bool == true)
    #expect(test["outcome"] as? String == "passed")
    #expect(test["flaky"] == nil)

    let second = try package.check(stopsIn: "", "--only", "test").finish()
    #expect(second.status == 0)
    #expect(!second.standardOutput.contains("tests.interference"), "\(second.standardOutput)")
    #expect(second.standardOutput.contains("1 test ran apart"), "\(second.standardOutput)")
    let plan = try package.check(stopsIn: "", "--dry-run").finish()
    #expect(plan.standardOutput.contains("runs 1 of them one at a time"), "\(plan)")

    // Without its history there is nothing to remember.
    try FileManager.default.removeItem(atPath: package.scratch.path + "/.devtool/history.sqlite")
    let third = try package.check(stopsIn: "", "--only", "test").finish()
    #expect(third.status == 0)
    #expect(third.standardOutput.contains("tests.interference"), "\(third.standardOutput)")
  }

  @Test(arguments: [("fail", 1, true), ("ignore", 0, false)] as [(String, Int32, Bool)])
  func isWhatTheFileSays(level: String, status: Int32, isTold: Bool) throws {
    let package = try package("{ interference: \(level) }")
    let result = try package.check(stopsIn: "").finish()
    #expect(result.status == status, "\(result.standardOutput)")
    #expect(result.standardOutput.contains("tests.interference") == isTold)
    #expect(try package.outcomes().allSatisfy { $0.hasSuffix(" passed") })
  }

  @Test func serialTestsRunAfterTheOthers() throws {
    let package = try package("{ serial: [B/three, Nothing] }")
    let result = try package.check(stopsIn: "").finish()
    #expect(result.status == 0, "\(result.standardOutput)")
    #expect(!result.standardOutput.contains("tests.interference"))
    #expect(result.standardOutput.contains("no test matches 'Nothing' of `tests.serial`"))
    #expect(!result.standardOutput.contains("no test matches 'B/three'"))
  }
}
