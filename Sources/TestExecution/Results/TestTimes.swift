import CIModel

/// When the tests of one process began, and on which worker.
struct TestTimes {
  /// Seconds by test id, in the order in which the runs ended.
  private var starts: [String: [Double]] = [:]
  private let worker: Int?

  /// - Parameter origin: What the times count from.
  init(_ ended: RunningJob, since origin: SuspendingClock.Instant) {
    worker = ended.job.width > 1 ? nil : ended.worker
    for span in ended.finish() {
      let milliseconds = ((span.startedAt - origin).seconds * 1_000).rounded()
      starts[span.id, default: []].append(max(0, milliseconds) / 1_000)
    }
  }

  /// Says it of each run of the tests.
  func mark(_ tests: inout [TestCase]) {
    for index in tests.indices {
      guard let id = tests[index].id, let starts = starts[id] else { continue }
      for (run, start) in zip(tests[index].runs.indices, starts) {
        tests[index].runs[run].startSeconds = start
        tests[index].runs[run].worker = worker
      }
    }
  }
}
