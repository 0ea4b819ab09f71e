package import CIModel
package import PipelineConfig
import ProcessExecution
package import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--watch`: runs `devtool check` again whenever a file changes, until Ctrl-C.
///
/// Every run is a separate process with access to the terminal: it reads `.ci.yml` again, ends as
/// usual, and leaves no state here.
package struct WatchSession {
  /// The absolute path of the watched folder.
  private let root: String
  private let environment: [String: String]
  private let arguments: [String]
  private let pipeline: () -> Pipeline?
  private let newestRun: () -> RunRecord?
  private let watcher = FileWatcher.live()

  /// - Parameters:
  /// - root: The absolute path of the watched folder.
  /// - environment: The environment variables of each run.
  /// - arguments: The arguments of this process without `--watch`.
  /// - pipeline: Returns the pipeline of the current `.ci.yml`; `nil` while it is invalid.
  /// - newestRun: Returns the newest run; `nil` before the first one.
  package init(
    root: String, environment: [String: String], arguments: [String],
    pipeline: @escaping () -> Pipeline?, newestRun: @escaping () -> RunRecord?
  ) {
    self.root = root
    self.environment = environment
    self.arguments = arguments
    self.pipeline = pipeline
    self.newestRun = newestRun
  }

  /// Changes come in bursts: a checkout, an editor that writes and renames.
  private static let quiet = Duration.milliseconds(150)
  private static let longestBurst = Duration.seconds(2)

  /// Runs until a signal requests the end.
  ///
  /// - Parameter end: Ends this process by a signal immediately.
  /// - Throws: Always, with the status of that signal, or success after `q`.
  package func run(
    end: @escaping @Sendable (Int32) -> Never
  ) throws(CommandFailure) -> Never {
    let cancellation = Cancellation()
    let running = RunningCommands()
    SignalMonitor.start(cancelling: cancellation, running: running, end: end)
    // A run gets the same grace period that it gives its own steps.
    let launcher = ProcessLauncher.live(
      cancellation: cancellation, grace: Grace(interrupt: .seconds(60)), running: running)
    var pipeline = self.pipeline() ?? Pipeline()
    var repeated = RepeatedChanges()
    var trouble: RunTrouble?
    var extra: [String] = []
    while true {
      pipeline = self.pipeline() ?? pipeline
      let files = WatchedFiles(
        root: root, made: WatchSession.made(by: pipeline),
        sources: pipeline.steps.flatMap { $0.inputs ?? [] }, environment: environment)
      var before = files.state()
      watcher.listen(before.folders)
      let changed = try runOnce(extra, launcher, cancellation, files, repeated, &before)
      extra = []
      if let signal = cancellation.signal { throw CommandFailure(.cancelled(signal: signal)) }
      for path in repeated.note(changed) {
        StandardOutput.message(
          "devtool: \(shown(path)) changes in every run; from now on only a change between "
            + "two runs starts a new one: list it in 'outputs' or in .gitignore")
      }
      let reasons = changed.filter(repeated.startsRuns)
      announce(reasons, "restarting")
      if !reasons.isEmpty { continue }
      tellDifference(&trouble)
      switch waitForChange(cancellation, files, &before) {
      case .again: break
      case .failed: extra = ["--failed"]
      case .quit: throw CommandFailure(.success)
      }
      if let signal = cancellation.signal { throw CommandFailure(.cancelled(signal: signal)) }
    }
  }

  /// The reason for the next run.
  private enum Reason {
    case again
    /// The user requested to run only failed tests.
    case failed
    case quit
  }

  /// Prints the improvements and regressions since the previous run.
  private func tellDifference(_ trouble: inout RunTrouble?) {
    guard let record = newestRun() else { return }
    var now = RunTrouble(record)
    let before = trouble
    if let before { now.keepUnjudged(of: before) }
    trouble = now
    guard let before else { return }
    let terminal = Terminal(descriptor: STDERR_FILENO, environment: environment)
    for sentence in now.changes(since: before) {
      StandardOutput.message(WrappedText.fitting(shown("devtool: \(sentence)"), terminal))
    }
  }

  /// Patterns of files that steps create, which do not start another run.
  static func made(by pipeline: Pipeline) -> [String] {
    let reports = pipeline.reports.flatMap(\.globs)
    return pipeline.steps.flatMap { step in
      (step.outputs ?? []) + (step.artifacts?.globs ?? [])
        + (step.artifacts?.reports ?? []).compactMap(\.path)
    } + reports
  }

  /// Runs once, and ends the run early when files change; returns these files.
  ///
  /// - Parameter extra: Additional arguments.
  private func runOnce(
    _ extra: [String], _ launcher: ProcessLauncher, _ cancellation: Cancellation,
    _ files: WatchedFiles, _ repeated: RepeatedChanges, _ before: inout WatchedFiles.State
  ) throws(CommandFailure) -> [String] {
    let endings = Mailbox<Result<Termination, LaunchError>>()
    let control = ProcessControl(grace: Grace(interrupt: .seconds(60)))
    var invocation = Invocation(
      WatchSession.executable, arguments + extra,
      environment: environment, output: .separate)
    invocation.isInteractive = true
    invocation.control = control
    startThread { [invocation] in
      endings.send(
        Result { () throws(LaunchError) in
          try launcher.run(invocation) { stream, bytes in
            let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
            if stream != .notice { StandardOutput.pass(bytes, to: descriptor) }
          }
        })
    }
    var changed: [String] = []
    while true {
      if let ending = endings.receive(within: .milliseconds(20)).first {
        try check(ending, wasStopped: !changed.isEmpty)
        if changed.isEmpty {
          // All other differences were made by the run, and belong to the known state from now on.
          let now = files.state()
          changed = files.reasons(before, now)
          before = now
          watcher.listen(now.folders)
        }
        return changed
      }
      guard changed.isEmpty, !cancellation.isRequested, watcher.wait(.milliseconds(80)) else {
        continue
      }
      settle(cancellation)
      let now = files.reasons(before, files.state())
      guard now.contains(where: repeated.endsRuns) else { continue }
      changed = now
      control.stop()
    }
  }

  private func check(
    _ ending: Result<Termination, LaunchError>, wasStopped: Bool
  ) throws(CommandFailure) {
    switch ending {
    case .success(.exited(let status)) where !wasStopped && (status == 130 || status == 143):
      // On a terminal, only the run receives Ctrl-C.
      throw CommandFailure(.cancelled(signal: status - 128))
    case .success(.signaled(let signal, _)) where !wasStopped:
      throw CommandFailure(.cancelled(signal: signal))
    case .success: return
    case .failure(let error):
      throw CommandFailure(.internalError, "cannot restart itself: \(error)")
    }
  }

  private func waitForChange(
    _ cancellation: Cancellation, _ files: WatchedFiles, _ before: inout WatchedFiles.State
  ) -> Reason {
    let keys = KeyReader()
    defer { keys?.end() }
    StandardOutput.message(
      "devtool: waiting for changes; "
        + (keys == nil ? "Ctrl-C ends" : "Enter runs again, f runs what failed, q quits"))
    while !cancellation.isRequested {
      switch keys?.key() {
      case "\n", "\r", "a": return announce("running again", .again)
      case "f": return announce("running what failed", .failed)
      case "q": return .quit
      default: break
      }
      guard watcher.wait(.milliseconds(200)) else { continue }
      settle(cancellation)
      let now = files.state()
      let changed = now.changes(since: before)
      before = now
      watcher.listen(now.folders)
      if !changed.isEmpty {
        announce(changed, "running again")
        return .again
      }
    }
    return .again
  }

  private func announce(_ what: String, _ reason: Reason) -> Reason {
    separate()
    StandardOutput.message("devtool: \(what)")
    return reason
  }

  /// Prints a line between the output of two runs.
  private func separate() {
    let terminal = Terminal(descriptor: STDERR_FILENO, environment: environment)
    guard terminal.isInteractive else { return }
    let line = String(repeating: terminal.showsUnicode ? "─" : "-", count: terminal.width)
    StandardOutput.message("\n" + Paint(terminal).dim(line))
  }

  /// Waits until no more changes arrive.
  private func settle(_ cancellation: Cancellation) {
    let end = SuspendingClock.now + WatchSession.longestBurst
    while SuspendingClock.now < end, !cancellation.isRequested {
      let start = SuspendingClock.now
      // A polling watcher always signals.
      if !watcher.wait(WatchSession.quiet) || SuspendingClock.now - start >= WatchSession.quiet {
        return
      }
    }
  }

  private func announce(_ changed: [String], _ consequence: String) {
    guard let first = changed.first else { return }
    separate()
    let more = changed.count > 1 ? " and \(counted(changed.count - 1, "other file"))" : ""
    StandardOutput.message("devtool: \(shown(first))\(more) changed; \(consequence)")
  }

  private func shown(_ path: String) -> String { PrintableText.line(path.utf8, keepsColor: false) }

  /// The path of this program.
  private static var executable: String {
    #if canImport(Glibc)
      return "/proc/self/exe"
    #else
      return CommandLine.arguments[0]
    #endif
  }
}
