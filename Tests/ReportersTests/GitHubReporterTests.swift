import CIModel
import TestSupport
import Testing

@testable import Reporters

struct GitHubReporterTests {
  @Test(arguments: SampleRecord.all.keys.sorted())
  func annotatesRuns(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    expectGolden(GitHubReporter().render(record, style: TerminalStyle()), "github-\(name).txt")
  }

  /// Nothing from outside ends a command or begins one.
  @Test func escapesWhatHasAMeaning() {
    var record = SampleRecord.rulesOnly
    record.findings = [
      Finding(
        .error, "a:b,c", "100%\r\n::warning::x", at: .init("S,a:b.swift", line: 3, endLine: 5))
    ]
    let text = GitHubReporter().render(record, style: TerminalStyle())
    #expect(
      text.hasPrefix(
        "::error file=S%2Ca%3Ab.swift,line=3,endLine=5,title=a%3Ab%2Cc::100%25%0A::warning::x\n")
    )
    #expect(text.split(separator: "\n").count == 2)
  }

  /// GitHub shows ten of a kind; the tenth says how many there are beside them.
  @Test(arguments: [(10, 10, nil), (11, 10, "and 2 more errors"), (500, 10, "and 491 more errors")])
  func countsWhatIsTooMuch(findings: Int, lines: Int, last: String?) {
    var record = SampleRecord.rulesOnly
    record.findings = (0..<findings).map { Finding(.error, "r", "number \($0)") }
    let errors = GitHubReporter().render(record, style: TerminalStyle())
      .split(separator: "\n").filter { $0.hasPrefix("::error") }
    #expect(errors.count == lines)
    #expect(errors.last?.contains(last ?? "number 9") == true)
  }
}

struct GitHubOrderTests {
  /// Only those on lines of changed files show in the pull request.
  @Test func changedFilesComeFirst() {
    var record = SampleRecord.rulesOnly
    record.findings = (0..<12).map {
      Finding(.error, "r", "number \($0)", at: .init("Old.swift", line: 1))
    }
    record.findings.append(Finding(.error, "r", "of the change", at: .init("New.swift", line: 9)))
    record.changes = ChangeSet(
      base: "a", head: "b", mergeBase: "a", files: [FileChange(.added, "New.swift")], commits: [])
    let text = GitHubReporter().render(record, style: TerminalStyle())
    #expect(text.hasPrefix("::error file=New.swift,line=9,title=r::of the change\n"))
  }

  @Test func aTestWithManyFailuresLeavesRoomForOthers() {
    var record = SampleRecord.run(.failed, seconds: 1)
    let many = (0..<300).map { TestIssue("number \($0)", file: "A.swift", line: 1) }
    record.tests = [
      SampleRecord.test("A", "loop", .failed, issues: many),
      SampleRecord.test("B", "other", .failed, issues: [TestIssue("important")]),
    ]
    let lines = GitHubReporter().render(record, style: TerminalStyle()).split(separator: "\n")
    #expect(lines[0].contains("number 0") && lines[1].contains("important"))
    #expect(lines[9].contains("and 292 more errors"))
  }
}

struct PlainReporterTests {
  /// The same bytes on every terminal.
  @Test(arguments: SampleRecord.all.keys.sorted())
  func hasNoStyle(name: String) throws {
    let record = try #require(SampleRecord.all[name])
    let narrow = PlainReporter().render(record, style: TerminalStyle(width: 40, color: true))
    #expect(narrow == PlainReporter().render(record, style: TerminalStyle(width: 200)))
    #expect(!narrow.utf8.contains(0x1B))
    expectGolden(narrow, "plain-\(name).txt")
  }
}
