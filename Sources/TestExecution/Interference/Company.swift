import CIModel

/// A process that has ended, with the times of its tests.
struct EndedProcess {
  var number: Int
  var job: TestJob
  var spans: [TestSpan]
  var startedAt: SuspendingClock.Instant
  var endedAt: SuspendingClock.Instant

  /// The time at which a test ended; the end of the process for a test that did not end.
  fileprivate func end(_ span: TestSpan) -> SuspendingClock.Instant { span.endedAt ?? endedAt }
}

/// The tests that may have made another test fail.
struct Company {
  /// The process in which the test ran.
  var process: EndedProcess
  /// Tests that ran at the same time in other processes, by process.
  var elsewhere: [(job: TestJob, tests: [PlannedTest])]
  /// Tests of Swift Testing that ran at the same time in the same process.
  var together: [PlannedTest]
  /// Tests that had ended before in the same process, in order.
  var before: [PlannedTest]
  /// Ids of all tests that ran at the same time, sorted by overlap, the longest first.
  var beside: [String]
  /// The approximate time to run the earlier tests again, one after the other.
  var timeBefore: Duration
  /// The maximum time to run the concurrent tests again.
  var timeBeside: Duration

  var isEmpty: Bool { beside.isEmpty && before.isEmpty }

  /// XCTest prints milliseconds. A test too many does no harm, but a missing one would not be
  /// named.
  private static let slack = Duration.milliseconds(2)

  /// - Parameter processes: All processes of the round, in any order; the last one that ran the
  ///   test counts.
  /// - Returns: `nil` when none of them ran the test.
  init?(of id: String, in processes: [EndedProcess]) {
    guard
      let process = processes.last(where: { $0.spans.contains { $0.id == id } }),
      let own = process.spans.last(where: { $0.id == id })
    else { return nil }
    self.process = process
    let (start, end) = (own.startedAt, process.end(own))
    timeBefore = max(.zero, start - process.startedAt) * process.job.width
    var (first, last) = (start, end)
    var common: [(id: String, time: Duration)] = []
    elsewhere = []
    together = []
    before = []
    for other in processes {
      let isSame = other.number == process.number
      if other.endedAt <= process.startedAt || process.endedAt <= other.startedAt { continue }
      let slack = isSame ? Duration.zero : Company.slack
      let tests = Dictionary(
        other.job.tests.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
      if isSame, other.job.framework == .xctest {
        // One test at a time, in the order in which they ended; their times are too coarse.
        before = other.spans.prefix { $0.id != id }.compactMap { tests[$0.id] }
        continue
      }
      var overlapping: [PlannedTest] = []
      for span in other.spans.sorted(by: { other.end($0) < other.end($1) }) where span.id != id {
        guard let test = tests[span.id] else { continue }
        if isSame, other.end(span) <= start {
          before.append(test)
        } else if span.startedAt < end + slack, start < other.end(span) + slack {
          overlapping.append(test)
          first = min(first, span.startedAt)
          last = max(last, other.end(span))
          common.append((span.id, min(end, other.end(span)) - max(start, span.startedAt)))
        }
      }
      guard !overlapping.isEmpty else { continue }
      overlapping.sort { $0.position < $1.position }
      if isSame {
        together = overlapping
      } else {
        elsewhere.append((other.job, overlapping))
      }
    }
    timeBeside = last - first
    var known: Set<String> = []
    beside = common.sorted { $0.time == $1.time ? $0.id < $1.id : $0.time > $1.time }
      .map(\.id).filter { known.insert($0).inserted }
  }
}
