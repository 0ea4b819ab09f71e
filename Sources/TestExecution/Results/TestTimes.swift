import CIModel

/// The start times of the tests of one process, and its worker.
struct TestTimes {
  /// Start times in seconds by test id, in the order in which the runs ended.
  private var starts: [String: [Double]] = [:]
  private let worker: Int?

  /// - Parameter origin: The instant that the times are relative to.
  init(_ ended: RunningJob, since origin: SuspendingClock.Instant) {
    worker = ended.job.width > 1 ? nil : ended.worker
    for span in ended.finish() {
      let milliseconds = ((span.startedAt - origin).seconds * 1_000).rounded()
      starts[span.id, default: []].append(max(0, milliseconds) / 1_000)
    }
  }

  /// Adds start time and worker to each run of the tests.
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
