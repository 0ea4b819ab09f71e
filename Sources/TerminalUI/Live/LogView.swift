import CIModel
package import LogParsing
import PipelineRunner
import ProcessExecution
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows a log while it comes: a line for what matters, and on a terminal a status line below.
package final class LogView: Sendable {
  private struct State {
    var activity: LogActivity
    var status = StatusArea()
    var isFinished = false
    var hasShown = false
    /// Lines that wait for the end of the chunk that is being read.
    var pending = ""
    /// The reader of the output went away, or its disk is full.
    var failure: CommandFailure?
  }

  private let state: Mutex<State>
  private let terminal: Terminal
  private let presentation: Presentation
  /// Standard output, for a format that is the stream itself; else standard error.
  private let isResult: Bool
  private let startedAt = SuspendingClock.now

  package init(_ activity: LogActivity, terminal: Terminal, isResult: Bool) {
    state = Mutex(State(activity: activity))
    self.terminal = terminal
    presentation = Presentation(descriptor: isResult ? STDOUT_FILENO : STDERR_FILENO)
    self.isResult = isResult
    startTicking()
  }

  package func show(_ event: LogEvent, _ line: LogLine) {
    switch event {
    // Most lines of a log say nothing that is shown while it comes.
    case .notice: return
    default: break
    }
    state.withLock { state in
      for text in state.activity.lines(for: event, line) { add(text, to: &state) }
    }
  }

  private func add(_ line: String, to state: inout State) {
    state.pending += presentation.presented(line) + "\n"
  }

  /// Writes what the chunk brought; called whenever there is nothing more to read at the moment.
  ///
  /// - Throws: `CommandFailure` when the lines are the result and their reader is gone.
  package func flush() throws(CommandFailure) {
    let failure = state.withLock { state in
      draw(&state)
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Removes the status line; nothing is shown after that.
  package func finish() throws(CommandFailure) {
    try flush()
    let hasShown = state.withLock { state in
      state.isFinished = true
      write(state.status.erase(), &state)
      return state.hasShown
    }
    // The report stands apart from what it sums up.
    if hasShown { state.withLock { write("\n", &$0) } }
  }

  private func draw(_ state: inout State) {
    if state.isFinished { return }
    var text = ""
    if !state.pending.isEmpty {
      text = state.status.erase() + state.pending
      state.pending = ""
      state.hasShown = true
    }
    if terminal.isInteractive, state.status.isDue {
      let elapsed = (SuspendingClock.now - startedAt).seconds
      text += state.status.draw(
        [state.activity.status(elapsed: elapsed)].compactMap(\.self), width: terminal.width,
        state.activity.style)
    }
    if !text.isEmpty { write(text, &state) }
  }

  private func write(_ text: String, _ state: inout State) {
    if text.isEmpty || state.failure != nil { return }
    do throws(CommandFailure) {
      if isResult { try StandardOutput.writePresented(text) } else { StandardOutput.progress(text) }
    } catch {
      state.failure = error
    }
  }

  /// Keeps the clock of the status line going, and tells of slow tests while they run.
  private func startTicking() {
    startThread { [weak self] in
      while true {
        usleep(200_000)
        guard let self else { return }
        let isFinished = self.state.withLock { state in
          if state.isFinished { return true }
          for line in state.activity.slowLines() { self.add(line, to: &state) }
          self.draw(&state)
          return false
        }
        if isFinished { return }
      }
    }
  }
}
