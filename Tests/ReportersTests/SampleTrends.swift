import CIModel
import RunHistory
import TestSupport

/// What a history of 24 runs says.
enum SampleTrends {
  static var all: [HistoryTrends] {
    [
      history.tests(matching: nil), history.flaky(), history.slow(), history.coverage(),
      history.warnings(), history.sizes(), RunHistory().flaky(), quarantine, unknownBranch,
    ]
  }

  private static var unknownBranch: HistoryTrends {
    var trends = RunHistory().tests(matching: nil)
    trends.noRunOf = .init(branch: "no\u{1B}[2Jsuch", known: ["feature/x", "main"])
    return trends
  }

  private static var quarantine: HistoryTrends {
    func test(
      _ id: String, line: Int, since: String?, until: String?, daysLeft: Int?, isKnown: Bool?,
      _ outcomes: [TestOutcome]
    ) -> HistoryTrends.QuarantinedTest {
      .init(
        test: id, line: line, reason: "the server\u{1B}[2J answers late", since: since,
        until: until, daysLeft: daysLeft, isKnown: isKnown, outcomes: outcomes,
        isFlaky: outcomes.map { _ in false })
    }
    var trends = HistoryTrends(runs: 3)
    trends.quarantine = [
      test(
        "CartTests.CartTests/testTotal", line: 1, since: "2026-10-02", until: "2026-12-01",
        daysLeft: 5, isKnown: true, [.passed, .failed, .passed]),
      test(
        "AppTests.Login/opens(_:)", line: 3, since: nil, until: "2026-11-01", daysLeft: -25,
        isKnown: false, []),
      test(
        "AppTests.parses()", line: 4, since: nil, until: nil, daysLeft: nil, isKnown: nil, [.failed]
      ),
    ]
    return trends
  }

  /// One test is slower since the fifteenth run, one failed twice and one passed again; coverage fell; a
  /// warning came and another one went.
  static var history: RunHistory {
    var history = RunHistory()
    var cart = TestSeries(id: "CartTests.CartTests/testTotal", scope: "debug")
    var login = TestSeries(id: "AppTests.Login/opens(_:)", scope: "debug")
    var parse = TestSeries(id: "AppTests.parses()\u{1B}[2J", scope: "debug")
    for index in 0..<24 {
      var record = RunRecord.sample(.passed, id: "20261120T2331\(10 + index)Z-1")
      let commit = String(repeating: "0", count: 38) + "\(10 + index / 2)"
      record.checkout = RunRecord.Checkout(
        commit: String(commit.reversed()), branch: "main", subject: "Work", author: "Ada",
        isModified: false)
      var run = HistoryRun(record)
      run.coverage = [
        "Sources/App/Cart.swift": .init(covered: index < 10 ? 90 : 70, count: 100),
        "Sources/App/Login.swift": .init(covered: 40, count: 50),
        "Sources/App/\(index < 20 ? "Old" : "New").swift": .init(covered: 5, count: 10),
      ]
      if index > 15 {
        run.warnings.append(
          .init(
            kind: "warning", file: "Sources/App/Cart.swift", message: "unused", count: index - 15))
      }
      if index < 20 {
        run.warnings.append(.init(kind: "auto-layout", file: nil, message: "Unable to …", count: 3))
      }
      if index.isMultiple(of: 2) {
        run.products = ["tool": index < 12 ? 2_345_678 : 2_400_000, "libKit.so": 9_000 - index]
        if index == 0 { run.products?["old"] = 900 }
      }
      history.runs.append(run)
      cart.points.append(.init(run: index, outcome: .passed, seconds: index < 14 ? 0.4 : 1.25))
      login.points.append(
        .init(
          run: index, outcome: index == 9 ? .crashed : .passed, seconds: index == 9 ? nil : 0.02,
          attempts: index == 20 ? 2 : 1, isFlaky: index == 20))
      parse.points.append(
        .init(run: index, outcome: index.isMultiple(of: 2) ? .skipped : .passed, seconds: 0.001))
    }
    history.series = [cart, login, parse]
    return history
  }
}
