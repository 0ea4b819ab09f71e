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
    (EarlierOutcomes(outcomes: [.passed]), "new: passed in the last run", true),
    (
      EarlierOutcomes(outcomes: [.failed, .passed, .skipped, .passed]),
      "new: passed in the last 3 runs", true
    ),
    (
      EarlierOutcomes(outcomes: [.passed, .crashed, .failed], failingSince: place),
      "failing since 1a2b3c4d5e, 2 runs", false
    ),
    (
      EarlierOutcomes(outcomes: [.failed], failingSince: .init(run: "R-7", commit: nil)),
      "failing since run R-7, 1 run", false
    ),
    (
      EarlierOutcomes(outcomes: [.passed, .passed], failsOnBase: true),
      "passed in the last 2 runs; fails on the base branch, too", false
    ),
    (EarlierOutcomes(outcomes: [.passed], failsOnBase: false), "new: passed in the last run", true),
  ])
  func everyReportSaysIt(earlier: EarlierOutcomes, words: String, isNew: Bool) throws {
    #expect(earlier.words == words)
    #expect(earlier.isNewFailure == isNew)
    let record = Self.record(earlier)
    let screen = TerminalReporter().render(record, style: TerminalStyle(width: 100))
    #expect(screen.contains("  \(words)\n"))
    #expect(screen.contains("1 test failed (1 new)") == isNew)
    #expect(MarkdownReporter().render(record, style: TerminalStyle()).contains("\n\(words)\n"))
    let page = HTMLReporter().render(record, style: TerminalStyle())
    #expect(page.contains("</span> <span>\(words)</span></p>"))
    #expect(
      page.components(separatedBy: "<i class=\"fail\"></i>").count - 1
        == 2 * earlier.outcomes.count(where: \.isFailure))
  }
}
