import CIModel

/// Failed tests in quarantine, each with the reason.
struct QuarantineBlock {
  private let failed: [TestCase]

  init(_ record: RunRecord) {
    failed = record.tests.filter { $0.outcome.isFailure && !$0.failsTheRun }
  }

  func draw(on screen: inout Screen) {
    guard !failed.isEmpty else { return }
    screen.heading("Quarantined", "\(failed.count.grouped) failed", .boldYellow)
    for test in failed {
      var spans = [Span(test.shownName), Span("  \(test.outcome.words)", .yellow)]
      if let quarantine = test.quarantine {
        let since = quarantine.since.map { ", since \($0)" } ?? ""
        spans.append(Span("  \(quarantine.reason)\(since)", .dim))
      }
      screen.flow(spans, indent: 0, hanging: 4)
    }
  }
}
