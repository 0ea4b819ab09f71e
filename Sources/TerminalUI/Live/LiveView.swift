import CIModel
package import CIServices
import FileSystem
import LogParsing
import PipelineRunner
import ProcessExecution
package import RunEvents
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows a run in progress on standard error: a line for each important event, and on a terminal a
/// status line below for the current activity.
package final class LiveView: Sendable {
  package enum Detail: Hashable, Sendable {
    /// Nothing before the report.
    case quiet
    /// Steps, errors and failures, and the output of `run` and `exec` steps.
    case normal
    /// All output, as it arrives.
    case verbose
  }

  private let state: Mutex<State>
  private let terminal: Terminal
  private let detail: Detail
  private let isCancelling: @Sendable () -> Bool
  private let write: @Sendable (String) -> Void

  /// The maximum number of bytes of a step's output that are shown; the log contains all of them.
  private static let shownLimit = 64 << 20

  /// - Parameters:
  ///   - folding: The folding syntax of the CI service that shows the log.
  ///   - output: How the output of concurrent steps is displayed.
  ///   - service: The CI service that shows the log; `nil` when it is unknown.
  ///   - signsOfLife: Without a terminal, the interval without output after which the current
  ///     activity is printed; zero never prints it.
  package init(
    terminal: Terminal, detail: Detail, folding: LogFolding? = nil,
    service: String? = nil,
    output: OutputMode = .grouped, signsOfLife: Duration = .seconds(60),
    isCancelling: @escaping @Sendable () -> Bool,
    write: (@Sendable (String) -> Void)? = nil
  ) {
    self.terminal = terminal
    self.detail = detail
    self.isCancelling = isCancelling
    self.write = write ?? { LiveView.writeToStandardError($0, unless: isCancelling) }
    state = Mutex(
      State(
        style: Paint(terminal), folding: terminal.isInteractive ? nil : folding, output: output,
        presentation: Presentation(terminal, service: service)))
    if detail == .quiet { return }
    if terminal.isInteractive {
      tick(every: 200_000) { [self] in redraw(&$0, []) }
    } else if signsOfLife > .zero {
      tick(every: 500_000) { [self] state in
        guard SuspendingClock.now - state.shownAt >= signsOfLife else { return }
        redraw(&state, state.activityLines().map { state.presentation.presented($0) })
      }
    }
  }

  /// The interval from `DEVTOOL_PROGRESS_INTERVAL` in seconds, or a minute without it: services end
  /// a job that prints nothing for ten minutes.
  package static func signsOfLife(_ environment: [String: String]) -> Duration {
    let seconds = environment["DEVTOOL_PROGRESS_INTERVAL"].flatMap { Int($0) } ?? 60
    return .seconds(max(0, min(seconds, 86_400)))
  }

  package var observer: RunObserver {
    RunObserver(
      onEvent: { [self] event in
        // A log may arrive at a million lines per second, most of them unrecognized.
        if case .log(_, .unrecognized) = event { return }
        if detail != .quiet { show(event) }
      },
      onOutput: { [self] id, bytes in
        if detail != .quiet { showOutput(of: id, bytes) }
      })
  }

  /// Removes the status line; nothing is shown afterwards.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      // A blank line separates the report from the live output.
      write(state.status.erase() + (state.hasShown ? "\n" : ""))
    }
  }

  private func show(_ event: RunEvent) {
    state.withLock { state in
      let width = terminal.isInteractive ? terminal.width : nil
      let lines = state.lines(for: event, detail: detail, width: width)
      redraw(&state, lines)
    }
  }

  private func showOutput(of id: String, _ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      let isShown =
        detail == .verbose || (state.prefixesLines ? state.streams(id) : state.streamsOutput)
      guard isShown else { return }
      let room = state.takeRoom(bytes.count, of: id, limit: LiveView.shownLimit)
      let shown = UnsafeRawBufferPointer(rebasing: bytes.prefix(room.count))
      let output = state.prefixesLines ? [] : state.completeLines(of: shown)
      var lines = state.prefixesLines ? state.prefixedLines(of: id, shown) : []
      if room.isLast {
        lines.append(
          "  \(id) printed more than \(LiveView.shownLimit >> 20) MiB; its log has the rest")
      }
      if room.count > 0 || room.isLast { redraw(&state, output: output, lines) }
    }
  }

  /// - Parameter output: Output of a step in whole lines, which is shown before the other lines.
  private func redraw(_ state: inout State, output: [UInt8] = [], _ lines: [String]) {
    if state.isFinished { return }
    var text = ""
    if !lines.isEmpty || !output.isEmpty {
      text += state.status.erase()
      state.hasShown = true
      text += String(decoding: output, as: UTF8.self)
      text += lines.map { $0 + "\n" }.joined()
    }
    if terminal.isInteractive {
      if state.status.isDue {
        let lines = state.statusLines(isCancelling: isCancelling())
        text += state.status.draw(lines, width: terminal.width, state.style)
      }
    } else if !text.isEmpty {
      state.shownAt = SuspendingClock.now
    }
    if !text.isEmpty { write(text) }
  }

  /// Shows the current activity repeatedly while nothing is printed.
  ///
  /// - Parameter time: The interval in microseconds.
  private func tick(
    every time: UInt32, _ show: @escaping @Sendable (inout sending State) -> Void
  ) {
    startThread { [self] in
      while true {
        usleep(time)
        let isFinished = state.withLock { state in
          if !state.isFinished { show(&state) }
          return state.isFinished
        }
        if isFinished { return }
      }
    }
  }

  /// Writes text, and waits for a slow reader. A reader that never reads must not keep the run from
  /// ending.
  private static func writeToStandardError(_ text: String, unless isCancelling: () -> Bool) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        var poller = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        if poll(&poller, 1, 100) == 0 {
          if isCancelling() { return }
          continue
        }
        // A pipe that is ready accepts this number of bytes without blocking (pipe(7), PIPE_BUF).
        let count = systemWrite(STDERR_FILENO, rest.baseAddress, min(rest.count, 4_096))
        // A closed standard error must not stop the run.
        if count <= 0 { if errno == EINTR || errno == EAGAIN { continue } else { return } }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
