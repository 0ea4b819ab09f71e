import CIModel
import Foundation
import TestSupport
import Testing

@testable import Reporters

@Suite struct EarlierOutcomesTests {
  private static let place = EarlierOutcomes.Place(run: "R-7", commit: "1a2b3c4d5e6f7a8b")

  private static func record(_ earlier: EarlierOutcomes) -> RunRecord {
    var record = RunRecord.sample(.failed)
    var test = TestCase(
      name: "M.C/t", id: "M.C/t", framework: .xctest, function: "t", outcome: .failed,
      issues: [TestIssue("wrong")])
    test.earlier = earlier
    record.tests = [test]
    return record
  }

  @Test(arguments: [
    (EarlierOutcomes(outcomes: [.passed]), "new: passed in the last run", ": 1 new failure"),
    (
      EarlierOutcomes(outcomes: [.failed, .passed, .skipped, .passed]),
      "new: passed in the last 3 runs", ": 1 new failure"
    ),
    (
      EarlierOutcomes(outcomes: [.passed, .crashed, .failed], failingSince: place),
      "failing since 1a2b3c4d5e, 3 runs with this one", ""
    ),
    (
      EarlierOutcomes(
        outcomes: [.passed, .failed], failingSince: place, failsOnBase: false, newSince: "main"),
      "failing since 1a2b3c4d5e, 2 runs with this one; new since main", ": 1 new since main"
    ),
    (
      EarlierOutcomes(outcomes: [.failed], failingSince: .init(run: "R-7", commit: nil)),
      "failing since run R-7, 2 runs with this one", ""
    ),
    (
      EarlierOutcomes(
        outcomes: [TestOutcome](repeating: .failed, count: EarlierOutcomes.most),
        failingSince: place),
      "failing since 1a2b3c4d5e, more than 20 runs", ""
    ),
    (
      EarlierOutcomes(outcomes: [.passed, .passed], failsOnBase: true),
      "passed in the last 2 runs; fails on the base branch, too", ""
    ),
    (
      EarlierOutcomes(outcomes: [.passed], branch: "main", failsOnBase: false, newSince: "main"),
      "new since main: passed in the last run of main", ": 1 new since main"
    ),
    (
      EarlierOutcomes(
        outcomes: [.failed], branch: "main", failingSince: place, failsOnBase: true),
      "failing on main since 1a2b3c4d5e, 1 run", ""
    ),
    (EarlierOutcomes(outcomes: []), "new test", ": 1 new test"),
    (
      EarlierOutcomes(outcomes: [], newSince: "main"), "new test, not on main",
      ": 1 new since main"
    ),
  ])
  func everyReportSaysIt(earlier: EarlierOutcomes, words: String, verdict: String) throws {
    #expect(earlier.words == words)
    #expect(earlier.isNewFailure == !verdict.isEmpty)
    let record = Self.record(earlier)
    let screen = TerminalReporter().render(record, style: TerminalStyle(width: 100))
    #expect(screen.contains("  \(words)\n"))
    #expect(screen.contains("Failed: 1 test failed\(verdict)\n"))
    #expect(MarkdownReporter().render(record, style: TerminalStyle()).contains("\n\(words)\n"))
    let page = HTMLReporter().render(record, style: TerminalStyle())
    #expect(page.contains("<span>\(words)</span></p>"))
    #expect(page.contains("<li>1 test failed\(verdict)</li>"))
    // On the overview, and on the card.
    let tags = page.components(separatedBy: "</span><span class=\"tag new\">new</span>").count - 1
    #expect(tags == (verdict.isEmpty ? 0 : 2))
    #expect(page.contains("data-token=\"new\"") == !verdict.isEmpty)
    #expect(
      page.components(separatedBy: "<i class=\"fail\"></i>").count - 1
        == 2 * earlier.outcomes.count(where: \.isFailure))
  }

  @Test func markdownShowsThemOfCrashes() {
    let earlier = EarlierOutcomes(outcomes: [.passed], failsOnBase: false, newSince: "main")
    var record = Self.record(earlier)
    record.tests[0].outcome = .crashed
    record.tests[0].issues = []
    record.crashes = [Crash(test: "M.C/t", signal: "SIGILL")]
    let text = MarkdownReporter().render(record, style: TerminalStyle())
    #expect(text.contains("### Crashes\n\n**`M.C/t`** SIGILL\n\n\(earlier.words)\n\n"), "\(text)")
  }

  /// Five tests fail: two with one message at one place, one that is not in the history, one that failed before.
  @Test(arguments: [
    (false, 0, "5 tests failed: 3 new since main, 1 cause explains 2"),
    (true, 0, "5 tests failed (3 new since main, 1 cause explains 2), 1 error"),
    (false, 1, "4 tests failed, 1 crashed, 3 new since main, 1 cause explains 2"),
  ])
  func theVerdictSaysWhatIsNewAndWhatExplainsIt(hasError: Bool, crashed: Int, words: String) {
    var record = RunRecord.sample(.failed)
    let known = EarlierOutcomes(outcomes: [.failed], failingSince: Self.place, failsOnBase: true)
    let new = EarlierOutcomes(outcomes: [.failed], failingSince: Self.place, newSince: "main")
    for (index, earlier) in [new, new, EarlierOutcomes(outcomes: [], newSince: "main"), known, nil]
      .enumerated()
    {
      var test = TestCase(
        name: "M.C/t\(index)", id: "M.C/t\(index)", framework: .xctest, function: "t",
        outcome: index < 5 - crashed ? .failed : .crashed,
        issues: [TestIssue("wrong", file: "a.swift", line: max(1, index))])
      test.earlier = earlier
      record.tests.append(test)
    }
    if hasError { record.diagnostics = [Diagnostic(.error, "bad", file: "a.swift", line: 1)] }
    #expect(VerdictReasons.of(record, nil).joined(separator: ", ") == words)
  }

  /// Beside a failure, and among the slowest tests.
  @Test func pagesSayHowMuchSlowerATestIs() {
    var record = Self.record(EarlierOutcomes(outcomes: []))
    record.tests.append(
      TestCase(
        name: "M.C/u", id: "M.C/u", framework: .xctest, function: "u", outcome: .passed,
        durationSeconds: 1.24))
    record.tests[0].durationSeconds = 1.24
    for index in record.tests.indices {
      record.tests[index].slowed = Slowdown(
        beforeSeconds: 0.4, afterSeconds: 1.24, since: Self.place)
    }
    let page = HTMLReporter().render(record, style: TerminalStyle())
    let tag = "<span class=\"tag warn\">3.1 × its usual 400ms since 1a2b3c4d5e</span>"
    #expect(page.components(separatedBy: tag).count > 3)
  }
}
