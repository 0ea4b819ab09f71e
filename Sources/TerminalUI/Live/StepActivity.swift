import CIModel
import PipelineRunner
import RunEvents

/// The current activity of a running step.
struct StepActivity {
  let startedAt = SuspendingClock.now
  private var task = ""
  private var planned: Int?
  private var ended = 0
  private var failed = 0
  private var running = RunningTests()

  mutating func take(_ progress: StepProgress) {
    switch progress {
    case .task(let step, let total, let text):
      task = "\(step)/\(total) \(text)"
    case .testsPlanned(let count):
      planned = count
    case .testStarted(let name):
      running.start(name)
    case .testEnded(let name, let isFailure):
      _ = running.end(name)
      ended += 1
      if isFailure { failed += 1 }
    case .trialStarted(let name): running.start(name)
    case .trialEnded(let name): _ = running.end(name)
    case .processStarted:
      running.removeAll()
    }
  }

  /// Resets the task when the next command of the step begins.
  mutating func continueStep() { task = "" }

  /// The elapsed time: `0:07`.
  var clock: String { LiveView.clock((SuspendingClock.now - startedAt).seconds) }

  /// The activity: `12/40 Compiling Shop Cart.swift`, `27/60 tests, 1 failed  Shop/slow() 0:02`;
  /// empty when it is unknown.
  var text: String {
    guard planned != nil || ended > 0 || running.count > 0 else { return task }
    // Without the limit, retried tests would make it exceed the total.
    let total = planned.map { "\(min(ended, $0))/\($0) tests" } ?? "\(counted(ended, "test")) done"
    let parts = [total + (failed > 0 ? ", \(failed) failed" : ""), running.summary]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}
