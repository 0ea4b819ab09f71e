import CIModel
import Synchronization

/// Shows the output of a step only when the step fails.
package final class FailedOutput: Sendable {
  private let target: RunObserver
  private let steps = Mutex<[String: StepRecording]>([:])

  package init(_ target: RunObserver) {
    self.target = target
  }

  package var observer: RunObserver {
    RunObserver(
      onEvent: { [self] in take($0) },
      onOutput: { [self] id, bytes in steps.withLock { $0[id]?.append(bytes) } })
  }

  private func take(_ event: RunEvent) {
    steps.withLock { steps in
      switch event {
      case .stepStarted(let id, _), .stepContinued(let id, _):
        steps[id, default: StepRecording()].append(event)
      case .log:
        break
      case .stepEnded(let result):
        if let kept = steps.removeValue(forKey: result.id),
          result.status == .failed || result.status == .timedOut
        {
          kept.replay(result.id, to: target)
        }
        target.onEvent(event)
      case .started, .note, .running, .terminal, .upToDate, .progress:
        target.onEvent(event)
      }
    }
  }
}
