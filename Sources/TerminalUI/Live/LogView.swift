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

/// Shows a log while it arrives: a line for each important event, and on a terminal a status line
/// below.
package final class LogView: Sendable {
  private struct State {
    var activity: LogActivity
    var status = StatusArea()
    var isFinished = false
    var hasShown = false
    /// Lines that are written at the end of the current chunk.
    var pending = ""
    /// Set when the reader of the output has gone, or the disk is full.
    var failure: CommandFailure?
  }

  private let state: Mutex<State>
  private let terminal: Terminal
  private let presentation: Presentation
  /// Whether lines go to standard output, for a format that is the stream itself; otherwise to
  /// standard error.
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
    // Most lines of a log show nothing.
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

  /// Writes the lines of the chunk; to be called whenever no more input is available at the moment.
  ///
  /// - Throws: `CommandFailure` when the lines are the result and their reader has gone.
  package func flush() throws(CommandFailure) {
    let failure = state.withLock { state in
      draw(&state)
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Removes the status line; nothing is shown afterwards.
  package func finish() throws(CommandFailure) {
    try flush()
    let hasShown = state.withLock { state in
      state.isFinished = true
      write(state.status.erase(), &state)
      return state.hasShown
    }
    // A blank line separates the report from the live output.
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

  /// Keeps updating the clock of the status line, and reports slow tests while they run.
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
