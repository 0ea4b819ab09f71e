import CIModel
package import ProcessExecution
import Synchronization

/// Records which test ran when in which process, so that an event at a moment can be attributed to
/// a test.
package final class TestTimeline: Sendable {
  /// One process of the test product.
  package struct Process: Sendable {
    package var launch: TestLaunch
    package var spans: [TestSpan]
    package var attempts: [NetworkAttempt]

    package init(launch: TestLaunch, spans: [TestSpan], attempts: [NetworkAttempt]) {
      self.launch = launch
      self.spans = spans
      self.attempts = attempts
    }
  }

  private let state = Mutex<[Process]>([])

  package init() {}

  /// Adds a process that has ended; this also ends its unfinished tests.
  package func add(_ process: Process) {
    var process = process
    let now = SuspendingClock.now
    for index in process.spans.indices where process.spans[index].endedAt == nil {
      process.spans[index].endedAt = max(now, process.spans[index].startedAt)
      process.spans[index].endSeenAt = process.spans[index].endedAt
    }
    state.withLock { $0.append(process) }
  }

  /// The processes, in the order in which they ended.
  package var processes: [Process] { state.withLock { $0 } }

  /// Ids of the tests that may have run in any process between two instants, sorted.
  package func tests(from start: SuspendingClock.Instant, to end: SuspendingClock.Instant)
    -> [String]
  {
    var ids: Set<String> = []
    for process in processes {
      for span in process.spans where span.startedAt <= end && (span.endedAt ?? end) >= start {
        ids.insert(span.id)
      }
    }
    return ids.sorted()
  }
}

extension TestTimeline.Process {
  /// Ids of the tests that ran in the process at an instant, sorted.
  package func tests(at moment: SuspendingClock.Instant) -> [String] {
    Set(
      spans.lazy.filter { $0.startSeenAt <= moment && ($0.endSeenAt ?? moment) >= moment }
        .map(\.id)
    ).sorted()
  }

  /// Ids of the next test and of the previous one, sorted, if an instant between them is so close
  /// to the start of the next one that it may belong to either; else empty.
  package func tests(startingWithin limit: Duration, of moment: SuspendingClock.Instant) -> [String]
  {
    guard
      let next = spans.filter({ $0.startSeenAt > moment })
        .min(by: { $0.startSeenAt < $1.startSeenAt }),
      next.startSeenAt - moment <= limit
    else { return [] }
    let previous = spans.last { span in
      span.endSeenAt.map { $0 <= moment && moment - $0 <= limit } ?? false
    }
    return Set([next.id] + (previous.map { [$0.id] } ?? [])).sorted()
  }
}
