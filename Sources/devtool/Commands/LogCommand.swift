import ArgumentParser
import CIModel
import CIRules
import LogParsing
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Read a build or test log and say what it holds.",
    usage: "devtool log [<file>] [<options>]",
    discussion: """
      Reads the logs of swift build, swift test and xcodebuild on every system. The limits of \
      .ci.yml (tests, warnings) hold for the log, too, when there is one here.

      EXIT STATUS
        0   the log shows a run that passed
        1   it shows failures, crashes, errors, unfinished tests, or an exceeded limit
        69  it cannot be read, or holds no build and no test

      EXAMPLES
        devtool log build.log
        xcodebuild test … | devtool log
        devtool log test.log --format json --slow 500ms
      """)

  @Argument(
    help: ArgumentHelp("The log; '-' or nothing is standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("List tests that took at least this long, such as 500ms.", valueName: "time")
  )
  var slow: String?

  @OptionGroup var config: ConfigOptions

  func validate() throws {
    _ = try output.reporter()
    _ = try slowLimit()
  }

  func run() throws {
    let environment = currentEnvironment()
    let policies = try policies(environment)
    var reader = LogReader(
      options: LogReader.Options(
        root: try Workspace.workingDirectory(), warnings: policies.warnings))
    let view = liveView(environment)
    let show: (LogEvent, LogLine) -> Void = { event, _ in
      // Most lines of a log say nothing that is shown while it comes.
      switch event {
      case .unrecognized, .notice: break
      default: view?.observer.onEvent(.log(stepID: "log", event))
      }
    }
    try read { reader.read($0, show) }
    let facts = reader.finish(show)
    view?.finish()

    let findings = policies.findings(in: Facts(facts))
    let report = LogReport(
      facts: facts, slowSeconds: policies.tests.slowWarnSeconds, findings: findings)
    let style = TerminalStyle.standardOutput(environment)
    guard let text = try output.reporter().render(log: report, style: style) else {
      throw CommandFailure(.badCommandLine, "a log cannot be shown as \(output.format)")
    }
    try StandardOutput.write(text)
    if facts.verdict == .failed || findings.contains(where: { $0.severity == .error }) {
      throw CommandFailure(.checkFailed)
    }
    if facts.verdict == .unknown { throw CommandFailure(.missingInput) }
  }

  /// Shows failures and errors as they come, where the log does and a person may be watching.
  private func liveView(_ environment: [String: String]) -> LiveView? {
    guard readsStandardInput, output.format == TerminalReporter.name else { return nil }
    return LiveView(
      terminal: Terminal(descriptor: STDERR_FILENO, environment: environment), detail: .normal,
      stepID: "log", isCancelling: { false })
  }

  private var readsStandardInput: Bool { file == nil || file == "-" }

  private func slowLimit() throws -> Duration? {
    guard let slow else { return nil }
    guard let limit = DurationText.duration(slow) else {
      throw ValidationError("--slow takes a time with a unit such as 500ms or 2s, not '\(slow)'")
    }
    return limit
  }

  /// What `.ci.yml` requires, where there is one; `--slow` goes before it.
  private func policies(_ environment: [String: String]) throws -> PolicyCheck {
    var policies = PolicyCheck()
    if let workspace = try workspaceWithConfig() {
      let errors = Terminal(descriptor: 2, environment: environment)
      let pipeline = try workspace.loadPipeline(color: errors.showsColor)
      policies = PolicyCheck(tests: pipeline.tests, warnings: pipeline.warnings)
    }
    if let limit = try slowLimit() { policies.tests.slowWarnSeconds = limit.seconds }
    return policies
  }

  /// A log can be read anywhere: that there is no package here is no error.
  private func workspaceWithConfig() throws(CommandFailure) -> Workspace? {
    if config.config != nil { return try Workspace.find(config: config.config) }
    guard let workspace = try? Workspace.find(config: nil), workspace.configPath != nil else {
      return nil
    }
    return workspace
  }

  /// Hands on the bytes of the file or of standard input.
  private func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(CommandFailure) {
    var descriptor = STDIN_FILENO
    let name = file ?? "-"
    if !readsStandardInput {
      descriptor = open(name, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw unreadable(name) }
    } else if isatty(STDIN_FILENO) == 1 {
      StandardOutput.message("devtool: reading a log from the terminal; end it with Ctrl-D")
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(name)
      }
      if count == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func unreadable(_ name: String) -> CommandFailure {
    CommandFailure(.missingInput, "cannot read '\(name)': \(String(cString: strerror(errno)))")
  }
}

extension Facts {
  /// What a log alone says.
  fileprivate init(_ log: LogFacts) {
    self.init()
    tests = log.tests
    counts = log.counts
    crashes = log.crashes
    diagnostics = log.diagnostics
    runtimeWarnings = log.runtimeWarnings
  }
}
