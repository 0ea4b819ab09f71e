import CIModel
import Reporters
import TestSupport
import Testing

@testable import CodeReview

/// How it reads.
@Suite struct ReviewWordsTests {
  private func comment(_ record: RunRecord) -> String {
    var text = ReviewReport(record).summary(
      .init(), link: "https://ci.example.com/run/1", limit: 60_000)
    text?.append("")
    return text ?? "(nothing)\n"
  }

  private static var failing: RunRecord {
    var record = SampleRun.record(
      .failed,
      [
        Finding(
          .error, "coverage.patch", "50% of changed lines are covered, 90% are required",
          help: "Test the lines below."),
        Finding(.warning, "changelog", "Sources changed and CHANGELOG.md did not"),
      ])
    record.tests = ["testTotal", "testSum"].map {
      SampleRun.failedTest($0, "XCTAssertEqual failed: (\"12.50\") is not equal to (\"12.05\")")
    }
    record.steps = [StepResult(id: "lint", action: "run", status: .failed, reason: "exit status 2")]
    record.steps[0].lastLines = ["Sources/A.swift: too long", "1 problem"]
    record.coverage = Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(
        lines: .init(covered: 1, count: 2), functions: .init(covered: 1, count: 1),
        regions: .init(covered: 1, count: 1)),
      files: [], excluded: [],
      patch: .init(
        lines: .init(covered: 1, count: 2),
        files: [
          .init(
            path: "Sources/Cart.swift", lines: .init(covered: 1, count: 2),
            uncoveredLines: [[12, 13], [20, 20]])
        ]))
    return record
  }

  @Test func saysWhatHasToBeDone() {
    expectGolden(comment(Self.failing), "failing.md")
  }

  @Test func coverageSpeaksOnlyWhenSomethingIsToBeDone() {
    var record = Self.failing
    record.findings.removeFirst()
    #expect(!comment(record).lowercased().contains("cover"))
    record.verdict = .passed
    record.tests = []
    record.steps = []
    record.findings = []
    #expect(ReviewReport(record).summary(.init(), link: nil, limit: 60_000) == nil)
  }

  @Test(arguments: [
    (RunRecord.Verdict.passed, Severity.warning, "⚠️ **Have a look:** 1 finding. Nothing blocks."),
    (.passed, .note, "ℹ️ **To read:** 1 note. Nothing blocks."),
    (.failed, .error, "❌ **Fix before merging:** 1 finding blocks (`no-print`)."),
    (.cancelled, .error, "⚠️ **Run it again:** the run was cancelled."),
    (.unknown, .error, "⚠️ **Run it again:** the run did not end."),
  ])
  func theFirstLine(verdict: RunRecord.Verdict, severity: Severity, line: String) {
    let record = SampleRun.record(verdict, [SampleRun.finding(3, severity)])
    #expect(comment(record).split(separator: "\n").first.map(String.init) == line)
  }

  @Test func aSuppressedFindingSaysNothing() {
    var finding = SampleRun.finding(3, .warning)
    finding.suppressed = "on purpose"
    let report = ReviewReport(SampleRun.record(.passed, [finding]))
    #expect(report.remarks.isEmpty)
    #expect(report.summary(.init(), link: nil, limit: 60_000) == nil)
  }

  /// Text that pings, links, closes, commands, embeds or breaks out.
  @Test func textOfOthersIsText() {
    let hostile =
      "@octocat fixes #1 o/r#2 GH-3 !4 %5 ~bug &6 https://evil.example <img src=x> ![a](b) \n/merge\n```\n"
    var record = SampleRun.record(.failed, [SampleRun.finding(3, .error, hostile)])
    record.tests = [SampleRun.failedTest("testA", hostile)]
    let report = ReviewReport(record)
    for text in [comment(record), report.remarks.map(\.body).joined()] {
      let outside = Self.withoutCode(text)
      for mark in ["@o", "#1", "#2", "GH-3", " !4", " %5", " ~b", " &6", "://evil", "<img", "![a]"]
      {
        #expect(!outside.contains(mark), "\(mark) in \(outside)")
      }
      #expect(!outside.contains("\n/"))
    }
  }

  /// Without fenced blocks.
  private static func withoutCode(_ text: String) -> String {
    var fence: Substring?
    var outside: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open { fence = nil }
      } else if line.hasPrefix("```") {
        fence = line.prefix { $0 == "`" }
      } else if !line.contains("ci.example.com") {
        outside.append(line)
      }
    }
    return outside.joined(separator: "\n")
  }

  @Test func anothersRecordHasNoMarkdownOfTheTeam() throws {
    var finding = SampleRun.finding(3, .warning)
    finding.messageText = TeamText([.markdown("cc @everybody [x](https://a.example)")])
    let record = SampleRun.record(.passed, [finding])
    let own = SampleRun.session(record)
    #expect(own.record.findings[0].messageText != nil)
    let other = ReviewSession(record, isOwn: false, name: "devtool", setsStatus: false, link: nil)
    #expect(other.record.findings[0].messageText == nil)
  }

  @Test(arguments: [
    (RunRecord.Verdict.passed, "passed"), (.failed, "1 finding (no-print)"),
    (.cancelled, "cancelled"), (.unknown, "did not end"),
  ])
  func theStatus(verdict: RunRecord.Verdict, words: String) {
    let record = SampleRun.record(verdict, [SampleRun.finding(3)])
    #expect(ReviewReport(record).status(limit: 130) == words)
  }

  @Test func theStatusIsShort() {
    var record = SampleRun.record(.failed)
    record.steps = [
      StepResult(
        id: String(repeating: "é", count: 400), action: "run", status: .failed, reason: "@a\nb")
    ]
    let status = ReviewReport(record).status(limit: 130)
    #expect(status.utf8.count <= 130 && !status.contains("\n"))
  }
}
