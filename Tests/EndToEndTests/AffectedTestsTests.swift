import CIModel
import Foundation
import Reporters
import TestSupport
import Testing

/// Coverage by test in a package of two libraries that is built for it: who ran a line, and which
/// tests a change affects.
@Suite(.longRunning) struct AffectedTestsTests {
  private static let kit = """
    public struct Kit {
      public init() {}

      public func double(_ x: Int) -> Int {
        let twice = x * 2
        return twice
      }

      public func half(_ x: Int) -> Int {
        if x < 0 {
          return -half(-x)
        }
        return x / 2
      }

      public var limit: Int = 10
    }

    """
  private static let kitTests = """
    import Kit
    import Testing
    import XCTest

    final class KitTests: XCTestCase {
      func testDouble() {
        XCTAssertEqual(Kit().double(2), 4)
      }

      func testHalf() {
        XCTAssertEqual(Kit().half(4), 2)
      }
    }

    @Test func negativeHalf() {
      #expect(Kit().half(-4) == -2)
    }

    """
  private static let config = """
    version: 1
    steps: { test: { swift-test: {} } }
    tests: { slow: never }
    coverage: { by-test: { unread: ["*.md"] } }

    """

  private let repository: ScratchRepository
  private let tool: BuiltTool
  private let path: String

  init() throws {
    repository = try ScratchRepository()
    path = repository.path
    tool = try BuiltTool()
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Pair",
        targets: [
          .target(name: "Kit"), .target(name: "Other"),
          .testTarget(name: "KitTests", dependencies: ["Kit"]),
          .testTarget(name: "OtherTests", dependencies: ["Other"]),
        ])
      """
    let other = "public func other() -> Int {\n  1\n}\n"
    let otherTests =
      "import Other\nimport Testing\n\n@Test func others() { #expect(other() == 1) }\n"
    for (name, text) in [
      ("Package.swift", manifest), (".gitignore", ".build/\n.devtool/\n"),
      (".ci.yml", AffectedTestsTests.config), ("Sources/Kit/Kit.swift", AffectedTestsTests.kit),
      ("Sources/Other/Other.swift", other),
      ("Tests/KitTests/KitTests.swift", AffectedTestsTests.kitTests),
      ("Tests/OtherTests/OtherTests.swift", otherTests), ("data.txt", "1\n"), ("README.md", "A\n"),
    ] {
      try repository.directory.write(text, to: name)
    }
    try repository.git("add", ".")
    try repository.git("commit", "-q", "-m", "kit: begin")
  }

  private func devtool(_ arguments: String...) throws -> CommandResult {
    try tool.start(arguments, in: path).finish()
  }

  private func replace(_ old: String, _ new: String, in name: String) throws {
    let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    try #require(text.contains(old))
    // Swift 6.3 does not compile a source again that changes in the second of its last build. The
    // clock that stamps files is up to 10 ms behind the one that is read here.
    let now = Date().timeIntervalSince1970
    usleep(UInt32((now.rounded(.down) + 1.02 - now) * 1_000_000))
    try repository.directory.write(text.replacing(old, with: new), to: name)
  }

  /// Runs the affected tests; every test with its outcome, and what was left out.
  private func affected() throws -> (status: Int, ran: [String: String], choice: [String: Any]) {
    let result = try devtool("check", "test", "--affected", "--quiet")
    let record = try ScratchPipeline.record(in: path)
    let tests = try #require(record["tests"] as? [[String: Any]])
    let choice = try #require(
      (record["choices"] as? [[String: Any]])?.first, "\(result.standardOutput)")
    let ran = tests.map { ($0["id"] as? String ?? "?", $0["outcome"] as? String ?? "?") }
    return (result.status, Dictionary(ran, uniquingKeysWith: { $1 }), choice)
  }

  private func who(_ lines: String) throws -> [String: Any] {
    let result = try devtool("coverage", "--who", lines, "--format", "json")
    #expect(result.status == 0, "\(result.standardError)")
    var schema = SchemaValidation(
      try JSONText.decode(
        JSONValue.self, from: Array(devtool("schema", "--for", "who").standardOutput.utf8)))
    #expect(
      schema.problems(
        in: try JSONText.decode(JSONValue.self, from: Array(result.standardOutput.utf8))) == [])
    return try jsonObject(result.standardOutput)
  }

  private let source = "Sources/Kit/Kit.swift"
  private let double = "KitTests.KitTests/testDouble"
  private let half = "KitTests.KitTests/testHalf"
  private let negative = "KitTests.negativeHalf()"
  private let others = "OtherTests.others()"

  @Test func tellsWhoRanALineAndRunsThoseOnly() throws {
    let early = try devtool("coverage", "--who", source)
    #expect(early.status == 69)
    #expect(early.standardError.contains("devtool check --by-test"))

    // Nothing is known yet, so that everything runs, and is not recorded.
    let first = try affected()
    #expect(first.status == 0)
    #expect(first.ran.count == 4)
    #expect((first.choice["everything"] as? String)?.contains("no run has recorded") == true)

    #expect(try devtool("check", "test", "--quiet").status == 0)
    try expectWho()
    try expectSelections()
    try expectLessCoverage()
  }

  private func expectWho() throws {
    func ids(_ answer: [String: Any]) -> [String] {
      (answer["tests"] as? [[String: Any]] ?? []).map { $0["id"] as? String ?? "?" }
    }
    #expect(try ids(who("\(source):5")) == [double])
    #expect(try ids(who("\(source):11")) == [negative])
    #expect(try ids(who("\(source):10")) == [half, negative])
    #expect(try ids(who(source)) == [double, half, negative])
    let half = try who("\(source):9-14")
    let tests = try #require(half["tests"] as? [[String: Any]])
    #expect(tests.map { $0["onlyHere"] as? [[Int]] } == [[], [[11, 11]]])
    #expect(half["uncoveredLines"] as? [[Int]] == [])

    let text = try devtool("coverage", "--who", "\(source):11")
    #expect(text.standardOutput.contains("\(source):11 was run by 1 of 4 tests"))
    #expect(text.standardOutput.contains("\(negative)  11  alone: 11"))
    for (query, message) in [
      ("\(source):3", "contains no executable code"), ("\(source):99", "has only 17 lines"),
      ("Sources/Kit/Kid.swift", "Did you mean 'Sources/Kit/Kit.swift'?"),
    ] {
      let wrong = try devtool("coverage", "--who", query)
      #expect(wrong.status == 69)
      #expect(wrong.standardError.contains(message), "\(wrong.standardError)")
    }
    #expect(try devtool("coverage", "--who", "A.swift:x").status == 64)
  }

  private func expectSelections() throws {
    // Nothing has changed: nothing runs, and that is no failure.
    var run = try affected()
    #expect(run.status == 0)
    #expect(run.ran.isEmpty)
    #expect(run.choice["notRun"] as? [String] == [double, half, negative, others])

    // A body is broken: who ran it runs, and fails.
    try replace("x * 2", "x * 3", in: source)
    run = try affected()
    #expect(run.status == 1)
    #expect(run.ran == [double: "failed"])
    #expect(run.choice["notRun"] as? [String] == [half, negative, others])
    let chosen = try #require(run.choice["chosen"] as? [[String: String]])
    #expect(chosen.first?["reason"] == "runs \(source):5, which changed")
    let shown = try devtool("report").standardOutput
    #expect(shown.contains("1 of 4 tests was chosen by the change; 3 not run: not affected."))

    // What failed last runs again, also when the change is gone.
    try replace("x * 3", "x * 2", in: source)
    run = try affected()
    #expect(run.ran == [double: "passed"])

    // A default value is no part of a body; what is not built with it does not run.
    try replace("Int = 10", "Int = 11", in: source)
    #expect(try Set(affected().ran.keys) == [double, half, negative])
    try replace("Int = 11", "Int = 10", in: source)

    try repository.directory.write("B\n", to: "README.md")
    #expect(try affected().ran.isEmpty)
    try repository.directory.write("2\n", to: "data.txt")
    run = try affected()
    #expect(run.ran.count == 4)
    #expect(
      run.choice["everything"] as? String == "data.txt changed, and a test may read it")
    try repository.directory.write("1\n", to: "data.txt")

    // A requirement of all tests is not judged by some.
    try replace("coverage: {", "coverage: { minimum: 100,", in: ".ci.yml")
    try repository.git("commit", "-q", "-a", "-m", "kit: require everything")
    #expect(try devtool("check", "test", "--quiet").status == 0)
    try replace("x * 2", "2 * x", in: source)
    run = try affected()
    #expect(run.status == 0)
    #expect(run.ran == [double: "passed"])
    try replace("2 * x", "x * 2", in: source)
  }

  /// Without a test, exactly those lines are uncovered that it ran alone.
  private func expectLessCoverage() throws {
    try replace("#expect(Kit().half(-4) == -2)", "", in: "Tests/KitTests/KitTests.swift")
    #expect(try devtool("check", "test", "--quiet").status == 1)
    let coverage = try jsonObject(devtool("coverage", "--format", "json").standardOutput)
    let files = try #require(coverage["files"] as? [[String: Any]])
    let uncovered = files.map { $0["uncoveredLines"] as? [[Int]] }
    #expect(uncovered == [[[11, 11]], []])
    #expect(try who(source)["uncoveredLines"] as? [[Int]] == [[11, 11]])
  }
}
