import CIModel
import CIServices
import LogParsing
import PipelineRunner
import ProcessExecution
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows a run while it goes on, on standard error: a line for what matters, and on a terminal a
/// status line below for what goes on right now.
final class LiveView: Sendable {
  enum Detail: Hashable, Sendable {
    /// Nothing until the report.
    case quiet
    /// Steps, errors and failures, and the output of `run` and `exec` steps.
    case normal
    /// Everything that is printed, as it comes.
    case verbose
  }

  private let state: Mutex<State>
  private let terminal: Terminal
  private let detail: Detail
  private let output: OutputMode
  private let isCancelling: @Sendable () -> Bool
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - folding: How the CI service that shows the log folds it.
  ///   - output: How the output of steps that run at once is kept apart.
  init(
    terminal: Terminal, detail: Detail, folding: LogFolding? = nil,
    output: OutputMode = .grouped,
    isCancelling: @escaping @Sendable () -> Bool,
    write: @escaping @Sendable (String) -> Void = LiveView.writeToStandardError
  ) {
    self.terminal = terminal
    self.detail = detail
    self.output = output
    self.isCancelling = isCancelling
    self.write = write
    state = Mutex(
      State(
        style: Style(terminal),
        folding: terminal.isInteractive || output == .prefixed ? nil : folding))
    if terminal.isInteractive, detail != .quiet { startTicking() }
  }

  var observer: RunObserver {
    RunObserver(
      onEvent: { [self] event in
        if detail != .quiet { show(event) }
      },
      onOutput: { [self] id, bytes in
        if detail != .quiet { showOutput(of: id, bytes) }
      })
  }

  /// Removes the status line; nothing is shown after that.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      // The report stands apart from what it sums up.
      write(state.eraseStatus() + (state.hasShown ? "\n" : ""))
    }
  }

  private func show(_ event: RunEvent) {
    state.withLock { state in
      let lines = state.lines(for: event, detail: detail)
      redraw(&state, lines)
    }
  }

  private func showOutput(of id: String, _ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      if output == .prefixed {
        guard detail == .verbose || state.streams(id) else { return }
        redraw(&state, state.prefixedLines(of: id, bytes))
        return
      }
      guard detail == .verbose || state.streamsOutput else { return }
      redraw(&state, state.completeLines(of: bytes))
    }
  }

  private func redraw(_ state: inout State, _ lines: [String]) {
    if state.isFinished { return }
    var text = ""
    if !lines.isEmpty {
      text += state.eraseStatus()
      state.hasShown = true
      text += lines.map { $0 + "\n" }.joined()
    }
    if terminal.isInteractive {
      text += state.drawStatus(width: terminal.width, isCancelling: isCancelling())
    }
    if !text.isEmpty { write(text) }
  }

  /// Keeps the clock of the status line going while nothing is printed.
  private func startTicking() {
    startThread { [weak self] in
      while true {
        usleep(200_000)
        guard let self else { return }
        let isFinished = self.state.withLock { state in
          if !state.isFinished { self.redraw(&state, []) }
          return state.isFinished
        }
        if isFinished { return }
      }
    }
  }

  private static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = systemWrite(STDERR_FILENO, rest.baseAddress, rest.count)
        // A standard error that nobody reads must not stop the run.
        if count <= 0 { if errno == EINTR { continue } else { return } }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
