package import CIModel
package import LogParsing
import Synchronization

/// Records when compile jobs and tests of a run begin and end, for `--trace`.
package final class TraceRecorder: Sendable {
  private struct State {
    var spans: [TraceSpan] = []
    /// The current build task of each step, by step id.
    var tasks: [String: (name: String, start: Double)] = [:]
    /// Start times of running tests, by step and name.
    var tests: [String: Double] = [:]

    mutating func endTask(of step: String, _ now: Double) {
      guard let task = tasks.removeValue(forKey: step) else { return }
      spans.append(
        TraceSpan(
          kind: .compile, name: task.name, step: step, startSeconds: task.start,
          durationSeconds: now - task.start))
    }
  }

  private let origin = SuspendingClock.now
  private let state = Mutex(State())

  /// The maximum number of spans: viewers show no more, and the file size stays bounded.
  private static let maximumSpans = 500_000

  package init() {}

  package func take(_ event: LogEvent, step: String) {
    let now = (SuspendingClock.now - origin).seconds
    state.withLock { state in
      guard state.spans.count < Self.maximumSpans else { return }
      switch event {
      case .buildProgress(_, _, let task):
        // SwiftPM reports only when a job begins, so a job lasts until the next one begins.
        state.endTask(of: step, now)
        state.tasks[step] = (task, now)
      case .buildEnded:
        state.endTask(of: step, now)
      case .testStarted(let name, _):
        state.tests[step + "\n" + name] = now
      case .testEnded(let name, _, let outcome, let seconds, _):
        let start = state.tests.removeValue(forKey: step + "\n" + name)
        let length = seconds ?? start.map { now - $0 } ?? 0
        state.spans.append(
          TraceSpan(
            kind: .test, name: name, step: step,
            startSeconds: max(0, seconds == nil ? start ?? now : now - length),
            durationSeconds: length, status: outcome.rawValue))
      default:
        break
      }
    }
  }

  /// Ends the current task of a step, because its command has ended.
  package func endCommand(of step: String) {
    let now = (SuspendingClock.now - origin).seconds
    state.withLock { $0.endTask(of: step, now) }
  }

  /// All recorded spans and the steps of the record, in the order of their start times.
  package func spans(_ record: RunRecord) -> [TraceSpan] {
    let steps = record.steps.compactMap { step in
      step.startSeconds.map { start in
        TraceSpan(
          kind: .step, name: step.id, step: step.id, startSeconds: start,
          durationSeconds: step.durationSeconds, status: step.status.rawValue)
      }
    }
    return (steps + state.withLock { $0.spans }).enumerated().sorted {
      ($0.element.startSeconds, $0.offset) < ($1.element.startSeconds, $1.offset)
    }.map(\.element)
  }
}
