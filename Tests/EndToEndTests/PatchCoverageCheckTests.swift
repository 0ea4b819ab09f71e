import CIModel
import Foundation
import TestSupport
import Testing

/// `devtool check` with requirements on the coverage of a change: a real package, its own binaries,
/// a repository with a base and a branch. The cases have the numbers of the reference.
@Suite(.longRunning) struct PatchCoverageCheckTests {
  private let repository: ScratchRepository
  private let tool: BuiltTool

  private var path: String { repository.path }

  init() throws {
    tool = try BuiltTool()
    repository = try ScratchRepository()
    try repository.commit(
      "Begin the kit",
      [
        ".gitignore": ".build\n.devtool\n",
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "patched",
          targets: [
            .target(name: "Kit"),
            .target(name: "Free"),
            .testTarget(name: "KitTests", dependencies: ["Kit"]),
          ]
        )

        """,
        "Sources/Free/Empty.swift": "public protocol Empty {}\n",
        "Sources/Kit/Kit.swift": """
        public func kept(_ flag: Bool) -> Int {
          if flag {
            return 1
          }
          return 2
        }

        """ + PatchCoverageCheckTests.covered,
        "Tests/KitTests/KitTests.swift": PatchCoverageCheckTests.tests("testKept", "testCovered"),
      ])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit(
      "Add a model and what is free",
      [
        "Sources/Free/Free.swift": """
        public func free() -> Int {
          let one = 1
          return one
        }

        """,
        "Sources/Kit/Model.swift": """
        import Observation

        @Observable
        public final class Model {
          public var size = 3

          public init() {}

          public func doubled() -> Int {
            size * 2
          }
        }

        """,
        "Tests/KitTests/ModelTests.swift": """
        import XCTest

        @testable import Kit

        final class ModelTests: XCTestCase {
          func testDoubled() throws {
            if ProcessInfo.processInfo.environment["PATCHED_CRASHES"] != nil { fatalError("as told") }
            XCTAssertEqual(Model().doubled(), 6)
          }
        }

        """,
      ])
  }

  /// Five lines, all of which its test runs.
  private static let covered = """
    public func covered() -> Int {
      let one = 1
      let two = 2
      return one + two
    }

    """

  private static func tests(_ names: String...) -> String {
    let bodies = ["testKept": "kept(true), 1", "testCovered": "covered(), 3"]
    return """
      import XCTest

      @testable import Kit

      final class KitTests: XCTestCase {
      \(names.map { "  func \($0)() { XCTAssertEqual(\(bodies[$0] ?? "")) }" }.joined(separator: "\n"))
      }

      """
  }

  /// Runs the tests and reads the record.
  private func check(
    _ coverage: String, _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> (result: CommandResult, record: [String: Any]) {
    let config = "version: 1\nsteps: { test: { swift-test: { coverage: true } } }\n"
    try repository.directory.write(config + "coverage: { \(coverage) }\n", to: ".devtool-ci.yml")
    let result = try tool.start(
      ["check", "--config", ".devtool-ci.yml", "--base", "main"] + arguments, in: path,
      environment: environment
    ).finish()
    return (result, try ScratchPipeline.record(in: path))
  }

  private func patch(_ record: [String: Any]) throws -> [String: Any] {
    let coverage = try #require(record["coverage"] as? [String: Any])
    return try #require(coverage["patch"] as? [String: Any])
  }

  private func findings(_ record: [String: Any], _ rule: String) throws -> [String] {
    try #require(record["findings"] as? [[String: Any]])
      .filter { $0["ruleID"] as? String == rule }
      .map { "\($0["severity"] ?? ""): \($0["message"] ?? "")" }
  }

  @Test func requiresTheChangeToBeCovered() throws {
    // Case 10: no test links the new file, and all of it is missed. Case 32: what the macro makes
    // has no lines, nor has the attribute; the initialiser, `init` and the function have five.
    let first = try check("patch: 55.55", "test")
    #expect(first.result.status == 0, "\(first.result.standardOutput)")
    let files = try #require(try patch(first.record)["files"] as? [[String: Any]])
    #expect(
      files.map { "\($0["path"] ?? "") \($0["uncoveredLines"] ?? "")" }
        == ["Sources/Free/Free.swift [[1, 4]]", "Sources/Kit/Model.swift []"])
    #expect(
      try patch(first.record)["lines"] as? [String: Int] == ["covered": 5, "count": 9])
    #expect(
      try findings(first.record, "coverage.patch") == ["note: changed lines 1 to 4 never ran"])

    // Case 33: 5 of 9 are 55.555… %, and are not rounded up.
    let higher = try check("patch: 55.56", "--only", "test")
    #expect(higher.result.status == 1)
    #expect(
      higher.result.standardOutput.contains("55.55% of changed lines (5 of 9), 55.56% required"))
    #expect(
      try findings(higher.record, "coverage.patch").contains(
        "warning: changed lines 1 to 4 never ran"))

    try expectPartialRunsProveNothing()
    try expectStaleDataProvesNothing()
    try expectNoEditMakesItRedForEver()
    try expectDeletionsAreFree()
  }

  /// Case 35.
  private func expectPartialRunsProveNothing() throws {
    let selected = try check(
      "patch: 55, ratchet: floor.json", "--only", "test", "--filter", "testKept")
    #expect(
      try findings(selected.record, "coverage.patch").contains {
        $0.hasPrefix(
          "warning: not checked: the data is partial, because only a part of the tests ran")
      })
    let raise = ["coverage", "--config", ".devtool-ci.yml", "--update-ratchet"]
    let refused = try tool.start(raise, in: path).finish()
    #expect(refused.status != 0)
    #expect(refused.standardError.contains("partial"), "\(refused.standardError)")
    #expect(!FileManager.default.fileExists(atPath: path + "/floor.json"))

    let crashed = try check(
      "patch: 1, ratchet: floor.json", "--only", "test", environment: ["PATCHED_CRASHES": "1"])
    #expect(crashed.result.status == 1)
    #expect(
      try findings(crashed.record, "coverage.patch").contains { $0.hasPrefix("error: ") },
      "\(crashed.result.standardOutput)")
    #expect(try tool.start(raise, in: path).finish().status != 0)
    #expect(!FileManager.default.fileExists(atPath: path + "/floor.json"))
  }

  /// What was edited after the tests ran says nothing of the change.
  private func expectStaleDataProvesNothing() throws {
    _ = try check("patch: 50", "--only", "test")
    let arguments = ["coverage", "--config", ".devtool-ci.yml", "--base", "main"]
    #expect(try tool.start(arguments, in: path).finish().status == 0)
    let model = path + "/Sources/Kit/Model.swift"
    let text = try String(contentsOfFile: model, encoding: .utf8)
    try (text + "// later\n").write(toFile: model, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 30)], ofItemAtPath: model)
    let stale = try tool.start(arguments, in: path).finish()
    #expect(stale.status == 69)
    #expect(stale.standardError.contains("is unreliable"), "\(stale.standardError)")
    #expect(stale.standardError.contains("Sources/Kit/Model.swift"))
    // Taken back, with a new time; neither is what was measured another one.
    try text.write(toFile: model, atomically: true, encoding: .utf8)
    let back = try tool.start(arguments, in: path).finish()
    #expect(back.status == 0, "\(back.standardError)")
  }

  /// SwiftPM compiles an edited comment and links nothing, so that the product stays older.
  private func expectNoEditMakesItRedForEver() throws {
    let model = path + "/Sources/Kit/Model.swift"
    let text = try String(contentsOfFile: model, encoding: .utf8)
    let commented = text.replacing("size * 2", with: "size * 2 // twice")
    for (step, text) in [("edit", commented), ("edit", text), ("touch", text)] {
      try text.write(toFile: model, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: model)
      if step == "touch" {
        // What is built is as it is.
        let tested = try check("patch: 50", "--only", "test")
        #expect(tested.result.status == 0, "\(tested.result.standardOutput)")
      }
      let checked = try check("patch: 50", "test")
      #expect(checked.result.status == 0, "\(checked.result.standardOutput)")
      #expect(try patch(checked.record)["problem"] == nil)
    }
  }

  /// Case 34: 15 of 20 lines ran; without the covered function 10 of 15 do, and nothing more is
  /// missed. Without its test more is.
  private func expectDeletionsAreFree() throws {
    let base = try check("minimum: 1", "test")
    #expect(base.result.status == 0, "\(base.result.standardOutput)")
    let stored = try tool.start(
      ["coverage", "--format", "json", "--output", "base.json"], in: path
    ).finish()
    #expect(stored.status == 0)
    let kit = path + "/Sources/Kit/Kit.swift"
    let text = try String(contentsOfFile: kit, encoding: .utf8)
    try PatchCoverageCheckTests.tests("testKept").write(
      toFile: path + "/Tests/KitTests/KitTests.swift", atomically: true, encoding: .utf8)
    let policy = "no-drop: { baseline: base.json }"
    let untested = try check(policy, "test")
    #expect(untested.result.status == 1)
    #expect(try findings(untested.record, "coverage.no-drop").count == 1)

    try text.replacing(PatchCoverageCheckTests.covered, with: "").write(
      toFile: kit, atomically: true, encoding: .utf8)
    let deleted = try check(policy, "test")
    #expect(deleted.result.status == 0, "\(deleted.result.standardOutput)")
    #expect(try findings(deleted.record, "coverage.no-drop") == [])
    let coverage = try #require(deleted.record["coverage"] as? [String: Any])
    let totals = try #require(coverage["totals"] as? [String: Any])
    #expect(totals["lines"] as? [String: Int] == ["covered": 10, "count": 15])
  }
}
