package import CIModel
package import LogParsing

/// An event of a run, in order, for the live view.
package enum RunEvent: Sendable {
  case started(Plan)
  case stepStarted(id: String, command: String)
  /// A step starts its next command.
  case stepContinued(id: String, command: String)
  case log(stepID: String, LogEvent)
  /// Comes with the `log` event of the same fact, or before it.
  case progress(stepID: String, StepProgress)
  case stepEnded(StepResult)
  /// Too many steps were up to date to list each on a line.
  case upToDate(count: Int)
  /// The running steps, the oldest first.
  case running([String])
  /// A step takes over the terminal, or releases it.
  case terminal(isTaken: Bool)
  /// A sentence that is shown immediately.
  case note(String)
}

/// Receives the events of a run; calls come one at a time.
package struct RunObserver: Sendable {
  package var onEvent: @Sendable (RunEvent) -> Void
  /// Receives all output of a step as it arrives; the buffer is valid during the call only.
  package var onOutput: @Sendable (_ stepID: String, UnsafeRawBufferPointer) -> Void

  package init(
    onEvent: @escaping @Sendable (RunEvent) -> Void,
    onOutput: @escaping @Sendable (String, UnsafeRawBufferPointer) -> Void
  ) {
    self.onEvent = onEvent
    self.onOutput = onOutput
  }

  package static let silent = RunObserver(onEvent: { _ in }, onOutput: { _, _ in })
}

/// How the output of concurrent steps is displayed.
package enum OutputMode: String, Hashable, Sendable, CaseIterable {
  /// One step after the other, the oldest live.
  case grouped
  /// As it arrives, each line prefixed with its step.
  case prefixed
  /// As it arrives; prefixed with its step when several steps may run at once.
  case stream
  /// Only the output of failed steps, when they end.
  case failed
}
