import CIModel
import FileSystem
import LogParsing
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import SecretMasking
import StepCache
import SwiftPackage
import Synchronization
import TestExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running step: its log, its clock and the commands it starts.
struct StepSession {
  let scope: StepScope
  let log: StepLog
  /// The complete environment of the step's commands.
  let environment: [String: String]
  /// The environment of SwiftPM and the other tools of the toolchain. It is the same in every run
  /// and step, because SwiftPM compiles each manifest again when a variable has changed.
  let toolEnvironment: [String: String]
  /// The file that the commands write outputs for later steps to; absolute.
  let outputPath: String
  /// Absolute.
  let directory: String
  let deadline: SuspendingClock.Instant?
  /// When the first attempt began.
  let stepStartedAt: SuspendingClock.Instant
  private let startedAt = SuspendingClock.now
  private var commands: [String] = []
  /// Notices about the commands for the user, each a sentence.
  private(set) var notices: [String] = []
  /// The end of the output of the last command.
  private(set) var lastOutput = LastOutput()

  /// - Parameters:
  ///   - attempt: 1-based; later attempts append to the log of the first.
  ///   - deadline: Deadline of the whole step; with `nil`, the step's timeout counts from now.
  ///   - stepStartedAt: When the first attempt began.
  init(
    _ scope: StepScope, attempt: Int = 1, deadline: SuspendingClock.Instant? = nil,
    since stepStartedAt: SuspendingClock.Instant = .now
  ) throws(FileError) {
    self.scope = scope
    self.stepStartedAt = stepStartedAt
    let (step, services) = (scope.step, scope.run.services)
    log = try StepLog(
      path: services.directory.logPath(step: step.id), isContinued: attempt > 1
    ) { [directory = services.directory] () throws(FileError) in try directory.makeFolders() }
    if attempt > 1 { log.append("\ndevtool: attempt \(attempt)\n") }
    // The record must contain the log's path for output that follows the end of the step.
    if step.detaches { log.makeFile() }
    outputPath = try services.outputFiles.take()
    var environment = scope.environment.variables
    var toolEnvironment = environment
    for name in ["DEVTOOL_RUN", "DEVTOOL_STEP"] { toolEnvironment[name] = nil }
    // The tools of a plug-in are instrumented for coverage, and would write default.profraw where
    // SwiftPM runs them.
    toolEnvironment["LLVM_PROFILE_FILE"] = environment["LLVM_PROFILE_FILE"] ?? "/dev/null"
    environment["DEVTOOL_OUTPUT"] = outputPath
    environment["DEVTOOL_ATTEMPT"] = String(attempt)
    self.environment = environment
    // The commands in `.ci.yml` are the user's own and get the full environment.
    self.toolEnvironment = step.action.kind.isCommand ? environment : toolEnvironment
    let root = scope.run.environment.root
    directory = step.directory.map { "\(root)/\($0)" } ?? root
    self.deadline = deadline ?? step.timeout.map { SuspendingClock.now + $0 }
  }

  var run: CheckRun { scope.run }
  var step: PipelineStep { scope.step }
  var mask: SecretMask? { scope.mask }
  var customWarnings: [WarningPolicy.Custom] { run.pipeline.warnings.custom }

  /// How a command ended, and what it printed.
  struct CommandEnding {
    var termination: Termination
    /// The facts that were parsed from its output.
    var facts: LogFacts
  }

  var remainingTime: Duration? {
    deadline.map { max(.zero, $0 - SuspendingClock.now) }
  }

  /// The commands so far as shell text, joined by `&&`.
  var commandText: String { commands.joined(separator: " && ") }

  /// Reports the next command of the step to the observer and the log.
  mutating func announce(_ command: String) {
    let command = mask?.masked(command) ?? command
    log.announce("$ \(command)\n")
    run.services.observer.onEvent(
      commands.isEmpty
        ? .stepStarted(id: step.id, command: command)
        : .stepContinued(id: step.id, command: command))
    commands.append(command)
  }

  /// Reports something that devtool did around the commands, at once and in the log.
  func tell(_ message: String) {
    log.append("devtool: \(message)\n")
    run.services.observer.onEvent(.note("  \(step.id): \(message)"))
  }

  /// Runs a command of the step to its end and parses its output.
  mutating func perform(
    _ command: Plan.Command, environment extra: [String: String] = [:]
  ) throws(LaunchError) -> CommandEnding {
    announce(command.shellText)
    var variables = toolEnvironment
    for (name, value) in extra { variables[name] = value }
    var reader = LogReader(
      options: LogReader.Options(
        root: run.environment.repositoryRoot, customWarnings: customWarnings))
    let id = step.id
    let observer = run.services.observer
    let log = log
    var notices: [String] = []
    var last = LastOutput()
    let trace = run.services.trace
    defer { trace?.endCommand(of: id) }
    func pass(_ bytes: UnsafeRawBufferPointer) {
      log.append(bytes)
      last.append(bytes)
      observer.onOutput(id, bytes)
      reader.read(bytes) { event, _ in
        observer.log(id, event)
        trace?.take(event, step: id)
      }
    }
    var masked = mask.map(MaskedStream.init)
    var invocation = Invocation(
      executable(command), command.arguments, directory: directory, environment: variables,
      timeout: remainingTime, idleTimeout: step.idleTimeout)
    invocation.isInteractive = step.isInteractive
    if step.detaches { invocation.detachment = detachment }
    if step.isInteractive { observer.onEvent(.terminal(isTaken: true)) }
    defer { if step.isInteractive { observer.onEvent(.terminal(isTaken: false)) } }
    if let waiting = BuildFolderLock.notice(
      [command.executable] + command.arguments, directory: directory)
    {
      observer.onEvent(.note("Step \(id) waits for \(waiting)."))
    }
    let termination = try run.environment.launcher.run(invocation) { stream, bytes in
      if stream == .notice {
        notices.append(String(decoding: bytes, as: UTF8.self))
        return
      }
      if masked == nil { pass(bytes) } else { masked?.take(bytes, pass) }
    }
    masked?.finish(pass)
    lastOutput = last
    if step.isInteractive, case .signaled(SIGINT, _) = termination {
      // On the terminal, Ctrl-C reaches only the step, but is meant for the run.
      run.environment.cancellation.request(signal: SIGINT)
    }
    for notice in notices { log.append("\ndevtool: \(notice)\n") }
    self.notices += notices
    return CommandEnding(termination: termination, facts: reader.finish())
  }

  /// Appends the later output of background processes to the log.
  private var detachment: Detachment {
    let masked = Mutex(mask.map(MaskedStream.init))
    return Detachment { [log] bytes in
      masked.withLock { masked in
        if masked == nil { log.append(bytes) } else { masked?.take(bytes) { log.append($0) } }
      }
    }
  }

  /// Runs a short command and captures its output, which is not shown.
  func ask(_ command: Plan.Command) throws(LaunchError) -> ProcessLauncher.Capture {
    try run.environment.launcher.capture(
      Invocation(
        executable(command), command.arguments, directory: directory, environment: toolEnvironment,
        timeout: remainingTime))
  }

  /// The executable of a command; `swift` is always the toolchain's own, whatever `PATH` says.
  private func executable(_ command: Plan.Command) -> String {
    command.executable == "swift" ? run.environment.toolchain?.swift ?? "swift" : command.executable
  }

  /// The step's result; without a `reason` it passed. A step that passed silently has no log.
  func result(
    _ status: StepResult.Status, exitCode: Int? = nil, reason: String? = nil
  ) -> StepResult {
    let elapsed = SuspendingClock.now - startedAt
    if status != .passed { log.makeFile() }
    return StepResult(
      id: step.id, action: step.action.kind.rawValue, status: status, attempts: 1,
      durationSeconds: elapsed.seconds, logPath: log.hasFile ? relativeLogPath : nil,
      exitCode: exitCode,
      reason: reason, command: commands.isEmpty ? nil : commandText)
  }

  private var relativeLogPath: String {
    log.path.relative(to: run.environment.repositoryRoot)
  }

  /// What a command did whose output can tell of tests: failed tests fail it as well.
  ///
  /// - Parameter advice: Follows the reason if tests failed and the exit status is 0.
  func execution(of ending: CommandEnding, advice: String = "") -> StepExecution {
    var execution = StepExecution(
      failure(ending.termination) ?? result(.passed, exitCode: 0), ending.facts)
    let failed = execution.failedTests
    if execution.result.status == .passed, failed > 0 {
      execution.result.status = .failed
      execution.result.reason =
        "exit status 0, but its output shows \(counted(failed, "failed test"))\(advice)"
    }
    if [.failed, .timedOut].contains(execution.result.status) {
      execution.result.lastLines = lastOutput.lines
    }
    return execution
  }

  /// The failure that follows from the termination of a command alone; `nil` for exit status 0.
  func failure(_ termination: Termination) -> StepResult? {
    switch termination {
    case .exited(0):
      return nil
    case .exited(let code):
      return result(.failed, exitCode: Int(code), reason: "exit status \(code)")
    case .signaled(SIGINT, _) where step.isInteractive && run.environment.cancellation.isRequested:
      return result(.cancelled, reason: "cancelled")
    case .signaled:
      return result(.failed, reason: termination.words)
    case .timedOut:
      if let limit = step.idleTimeout, remainingTime.map({ $0 > .zero }) ?? true {
        return result(.timedOut, reason: "printed nothing for \(limit.words)")
      }
      let limit = step.timeout.map { " after \($0.words)" } ?? ""
      return result(.timedOut, reason: "timed out\(limit)")
    case .cancelled:
      return result(.cancelled, reason: "cancelled")
    }
  }
}

extension StepSession {
  /// Why the command could not be started; when arguments and environment are too large (`E2BIG`),
  /// it names the longest variable.
  func reason(_ error: LaunchError) -> String {
    guard case .refused(_, E2BIG) = error,
      let largest = environment.max(by: { $0.value.utf8.count < $1.value.utf8.count })
    else { return error.description }
    return "\(error.description); the longest variable is \(largest.key) with "
      + "\(largest.value.utf8.count) bytes"
  }
}
