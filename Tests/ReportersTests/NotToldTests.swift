import CIModel
import Foundation
import Testing

@testable import Reporters

/// Tests of which the log says that they ended and not how.
struct NotToldTests {
  private static let log: LogReport = {
    var facts = LogFacts()
    facts.verdict = .passed
    facts.counts = TestCounts(xctest: XCTestCounts(notTold: 2))
    facts.tests = ["testA", "testB"].map { name in
      TestCase(
        name: "Tests.\(name)", id: "M.Tests/\(name)", framework: .xctest, module: "M",
        suite: "Tests", function: name, outcome: .notTold,
        runs: [TestRun(.notTold, durationSeconds: nil)])
    }
    return LogReport(facts: facts, slow: [])
  }()

  @Test func theSummarySaysHowManyAndWhy() throws {
    let text = try #require(
      TerminalReporter().render(log: Self.log, style: TerminalStyle(width: 100)))
    #expect(text.contains("2\u{A0}unknown") || text.contains("2 unknown"))
    #expect(
      text.contains("2 tests passed or were skipped: `swift test --parallel` names failures only"))
    #expect(text.contains("Passed"))
    let markdown = try #require(MarkdownReporter().render(log: Self.log, style: TerminalStyle()))
    #expect(markdown.contains("2 unknown"))
    #expect(markdown.contains("names failures only"))
  }

  /// A case without a body would say that it passed.
  @Test func junitSkipsThem() throws {
    let text = try #require(JUnitReporter().render(log: Self.log, style: TerminalStyle()))
    #expect(text.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""))
    #expect(text.contains("outcome unknown"))
  }

  @Test func theJSONNamesTheOutcome() throws {
    let text = try #require(JSONReporter().render(log: Self.log, style: TerminalStyle()))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let counts = try #require((object["counts"] as? [String: Any])?["xctest"] as? [String: Int])
    #expect(counts["notTold"] == 2)
    let tests = try #require(object["tests"] as? [[String: Any]])
    #expect(tests.map { $0["outcome"] as? String } == ["not-told", "not-told"])
    #expect(object["verdict"] as? String == "passed")
  }

  @Test func whereAllIsToldTheKeyIsMissing() throws {
    let data = try JSONEncoder().encode(XCTestCounts(passed: 1))
    #expect(!String(decoding: data, as: UTF8.self).contains("notTold"))
    var counts = XCTestCounts(notTold: 1)
    counts.remove(.notTold)
    #expect(counts == XCTestCounts())
  }

  @Test func theCommandOfTheLogComesFirst() {
    var test = TestCase(
      name: "A.b", id: "M.A/b", framework: .xctest, function: "b", outcome: .failed)
    test.command = "xcodebuild test -only-testing:M/A/b"
    #expect(test.reproduction == test.command)
  }

  @Test func aReportOfTheSystemNamesTheProgram() throws {
    var facts = LogFacts()
    facts.verdict = .failed
    facts.crashes = [Crash(signal: "SIGSEGV", process: "Cart")]
    let text = try #require(
      TerminalReporter().render(log: LogReport(facts: facts, slow: []), style: TerminalStyle()))
    #expect(text.contains("Cart  SIGSEGV"))
    facts.crashes = [Crash(signal: "SIGSEGV")]
    let bare = try #require(
      TerminalReporter().render(log: LogReport(facts: facts, slow: []), style: TerminalStyle()))
    #expect(bare.contains("outside of a test"))
  }
}
