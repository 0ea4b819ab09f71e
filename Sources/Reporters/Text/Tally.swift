import CIModel

/// The number of tests with each outcome.
struct Tally: Hashable {
  var outcomes: [TestOutcome: Int] = [:]

  /// Tests that failed but are quarantined; they are not counted in `outcomes`.
  var quarantined = 0
  /// Tests that failed and then passed.
  var flaky = 0
  /// Tests that failed among others and pass alone.
  var interfering = 0
  /// Issues that a test expected (`withKnownIssue`, `XCTExpectFailure`).
  var knownIssues = 0

  init(_ record: RunRecord) {
    for test in record.tests {
      knownIssues += test.issues.count(where: \.isKnown)
      if test.interference != nil {
        interfering += 1
      } else if test.isFlaky == true || test.hasRecovered {
        flaky += 1
      }
      if test.outcome.isFailure, !test.failsTheRun {
        quarantined += 1
      } else {
        outcomes[test.outcome, default: 0] += 1
      }
    }
    if let other = record.counts.unnamed(besides: record.tests) {
      outcomes[.passed, default: 0] += other.passed
      outcomes[.failed, default: 0] += other.failed
      outcomes[.skipped, default: 0] += other.skipped
    }
    guard record.tests.isEmpty else { return }
    // Only totals are known.
    let xctest = record.counts.xctest ?? XCTestCounts()
    let testing = record.counts.swiftTesting ?? SwiftTestingCounts()
    outcomes[.passed, default: 0] += xctest.passed + testing.passed
    outcomes[.failed, default: 0] += xctest.failed + testing.failed
    outcomes[.skipped, default: 0] += xctest.skipped + testing.skipped
    outcomes[.cancelled] = testing.cancelled
    outcomes[.unfinished] = xctest.unfinished + testing.unfinished
    outcomes[.notTold] = xctest.notTold
  }

  /// The order in which outcomes are listed, the worst first.
  static let order: [TestOutcome] = [
    .failed, .crashed, .timedOut, .unfinished, .notRun, .passed, .skipped, .cancelled,
    .notTold,
  ]

  /// The totals as text: `3 failed, 40 passed`.
  var words: String {
    var words = Tally.order.compactMap { outcome in
      outcomes[outcome].flatMap { $0 > 0 ? "\($0.grouped) \(outcome.words)" : nil }
    }
    if quarantined > 0 { words.append("\(quarantined.grouped) quarantined") }
    if flaky > 0 { words.append("\(flaky.grouped) flaky") }
    if interfering > 0 { words.append("\(interfering.grouped) with interference") }
    if knownIssues > 0 { words.append(counted(knownIssues, "known issue")) }
    return words.joined(separator: ", ")
  }

  /// Why some outcomes are unknown; `nil` when all are known.
  var notToldReason: String? {
    guard let count = outcomes[.notTold], count > 0 else { return nil }
    return "\(counted(count, "test")) passed or \(count == 1 ? "was" : "were") skipped: "
      + "`swift test --parallel` names failures only"
  }

  var total: Int { outcomes.values.reduce(0, +) + quarantined }
}

extension TestCase {
  /// Whether the test passed after an earlier run of it failed. A run that ended with its process is no
  /// failure of the test.
  fileprivate var hasRecovered: Bool {
    outcome == .passed
      && runs.dropLast().contains { $0.outcome.isFailure && $0.outcome != .unfinished }
  }
}
