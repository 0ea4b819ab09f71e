import CIModel
import Testing

@testable import TestExecution

@Suite struct IssueArgumentsTests {
  private func test(_ issues: [TestIssue]) -> TestCase {
    TestCase(
      name: "p(_:)", framework: .swiftTesting, function: "p(_:)", outcome: .failed, issues: issues)
  }

  private func issue(_ message: String, _ file: String, line: Int, _ arguments: String? = nil)
    -> TestIssue
  {
    TestIssue(message, file: file, line: line, column: 5, arguments: arguments)
  }

  @Test func takesThemFromTheConsoleByPlaceAndOrder() {
    let console = test([
      issue("Issue recorded", "F.swift", line: 3, "n → 1"),
      issue("Issue recorded", "F.swift", line: 3, "n → 2"),
      issue("Expectation failed: (n → 2) < 2\nwhy", "F.swift", line: 4, "n → 2"),
      issue("Issue recorded", "F.swift", line: 9),
    ])
    var stream = test([
      issue("Issue recorded", "Tests/F.swift", line: 3),
      issue("Expectation failed: (n → 2) < 2\nwhy", "Tests/F.swift", line: 4),
      issue("Issue recorded", "Tests/F.swift", line: 3),
      issue("Issue recorded", "Tests/F.swift", line: 9),
      issue("Nowhere on the console", "Tests/F.swift", line: 3),
    ])
    var arguments = IssueArguments(console: [console])
    arguments.complete(&stream)
    #expect(stream.issues.map(\.arguments) == ["n → 1", "n → 2", "n → 2", nil, nil])
  }

  @Test func keepsWhatTheStreamTells() {
    var stream = test([issue("m", "F.swift", line: 1, "n → 7")])
    var arguments = IssueArguments(console: [])
    arguments.complete(&stream)
    #expect(stream.issues.map(\.arguments) == ["n → 7"])
  }
}
