import CIModel
package import LogParsing

/// The current activity of a step. It is reported at once, even while the step's output waits for
/// its turn.
package enum StepProgress: Hashable, Sendable {
  /// Task `step` of `total` of a build begins; the total grows while SwiftPM finds more tasks.
  case task(step: Int, total: Int, String)
  /// The number of tests that are going to run.
  case testsPlanned(Int)
  case testStarted(String)
  case testEnded(String, isFailure: Bool)
  /// A finished test runs again, to find out why it failed.
  case trialStarted(String)
  case trialEnded(String)
  /// A new process starts; nothing that ran before is still running.
  case processStarted

  /// `nil` for an event that is not about progress.
  package init?(_ event: LogEvent) {
    switch event {
    case .buildProgress(let step, let total, let task):
      self = .task(step: step, total: total, task)
    case .runStarted:
      self = .processStarted
    case .suiteStarted(let name, .xctest)
    where name == "All tests" || name == "Selected tests" || name.hasSuffix(".xctest"):
      self = .processStarted
    case .testStarted(let name, _):
      self = .testStarted(name)
    case .testEnded(let name, _, let outcome, _, _),
      .testEndedOnDevice(let name, _, let outcome, _):
      self = .testEnded(name, isFailure: outcome.isFailure)
    case .testFailedOnDevice(let name, _, _):
      self = .testEnded(name, isFailure: true)
    default:
      return nil
    }
  }
}

extension RunObserver {
  /// Reports an event of a step's log, and the progress that it implies.
  package func log(_ id: String, _ event: LogEvent) {
    // A log may arrive at a million lines per second, most of them unrecognized.
    if case .unrecognized = event { return onEvent(.log(stepID: id, event)) }
    if let progress = StepProgress(event) { onEvent(.progress(stepID: id, progress)) }
    onEvent(.log(stepID: id, event))
  }
}
