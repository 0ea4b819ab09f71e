package import CIModel
package import LogParsing

/// What happens during a run, in order, for the live view.
package enum RunEvent: Sendable {
  case started(Plan)
  case stepStarted(id: String, command: String)
  /// A step goes on with another command.
  case stepContinued(id: String, command: String)
  case log(stepID: String, LogEvent)
  /// Comes with the `log` that says the same, or before it.
  case progress(stepID: String, StepProgress)
  case stepEnded(StepResult)
  /// More steps than are worth a line each had nothing to do.
  case upToDate(count: Int)
  /// The steps that are under way, the oldest first.
  case running([String])
  /// A step takes the terminal for itself, or gives it back.
  case terminal(isTaken: Bool)
  /// Something the reader should know at once: a sentence.
  case note(String)
}

/// Receives the events of a run; calls come one at a time.
package struct RunObserver: Sendable {
  package var onEvent: @Sendable (RunEvent) -> Void
  /// Everything a step prints, as it arrives; the buffer is valid during the call only.
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

/// How the output of steps that run at once is kept apart.
package enum OutputMode: String, Hashable, Sendable, CaseIterable {
  /// One step after the other, the oldest live.
  case grouped
  /// As it comes, each line with its step in front.
  case prefixed
  /// As it comes; with its step in front when several may run at once.
  case stream
  /// Of steps that failed only, when they end.
  case failed
}
