import ArgumentParser
import CIModel
import CIRules
import LogParsing
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import SecretMasking
import TerminalUI
import TestExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Read a build or test log and report its tests, warnings and errors.",
    usage: """
      devtool log [<file>] [<options>]
      devtool log [<options>] -- <command> ...
      """,
    discussion: """
      Reads the logs of swift build, swift test and xcodebuild on every system. devtool shows the log of \
      a pipe or command as it arrives: failures at once, and all of them again in the report. If there \
      is a .ci.yml here, its limits for tests and warnings also apply to the log.

      EXIT STATUS
        0   the log shows a run that passed
        1   it shows failures, crashes, errors, unfinished tests or an exceeded
            limit, or the command failed
        69  it cannot be read, or contains no build and no test

      EXAMPLES
        devtool log build.log
        xcodebuild test … | devtool log -q --passthrough raw.log
        devtool log -- xcodebuild test …     uses its exit status: no pipefail
        devtool log test.log --format json --slow 500ms
        devtool log test.log --report junit=out/junit.xml --report github
      """)

  @Argument(
    help: .file("Read this log; '-' or no file reads standard input."),
    completion: .file())
  var file: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Run this command and read its output.", valueName: "command"))
  var commandLine: [String] = []

  @Flag(help: "Run the command after '--'; '--' alone does the same.")
  var command = false

  @Option(help: OutputFormat.help()) var format = "terminal"

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write another report in this format to the file, or to standard output. Repeatable.",
      valueName: "format[=file]"))
  var report: [String] = []

  @Flag(
    name: [.short, .customLong("quiet")],
    help: "Show only warnings, failures and the summary; twice: no warnings.")
  var quiet: Int

  @Option(
    help: ArgumentHelp("List tests that took at least this long, such as 500ms.", valueName: "time")
  )
  var slow: String?

  @Option(
    help: .file("Also write every byte of the log to this file, with secrets masked."),
    completion: .file())
  var passthrough: String?

  @Option(
    help: ArgumentHelp(
      "Fail on findings of at least this severity: note, warning, error or never.",
      valueName: "severity"))
  var failOn = "error"

  @OptionGroup var config: ConfigOptions
  @OptionGroup var judge: JudgeOptions

  func validate() throws {
    try OutputFormat.reporter(named: format)
    _ = try requests()
    _ = try slowLimit()
    _ = try FailOn.severity(failOn)
    if command, commandLine.isEmpty {
      throw ValidationError("--command needs a command: devtool log --command -- make test")
    }
    if !commandLine.isEmpty, file != nil {
      throw ValidationError("name a file or a command to run, not both")
    }
    if quiet > 2 { throw ValidationError("-q can be given at most twice") }
  }

  func run() throws {
    let environment = currentEnvironment()
    let (policies, mask) = try judgement(environment)
    var options = LogReader.Options(
      root: try Workspace.workingDirectory(), warnings: policies.warnings)
    options.mayHaveStamps = commandLine.isEmpty
    var reader = LogReader(options: options)
    let source = source
    let view = liveView(source, environment, policies.tests.slowWarnSeconds)
    let workspace = try Workspace.findOrWorkingDirectory(config: nil)
    let rawLog = try passthrough.map { path throws(CommandFailure) in
      try PassthroughFile(path, workspace.file(path))
    }
    var masked = mask.map { MaskedStream($0) }
    func take(_ bytes: UnsafeRawBufferPointer) {
      rawLog?.write(bytes)
      if let view {
        reader.read(bytes) { view.show($0, $1) }
      } else {
        reader.read(bytes)
      }
    }
    let ending = try source.read(environment: environment, end: endAtOnce) {
      bytes throws(CommandFailure) in
      if masked == nil { take(bytes) } else { masked?.take(bytes, take) }
      try view?.flush()
    }
    masked?.finish(take)
    var facts = reader.finish { view?.show($0, $1) }
    try view?.finish()
    if let termination = ending.termination { facts.add(termination) }

    let findings = Evaluation(policies: policies).evaluate(Facts(facts)).findings
    let verdict = Verdict(
      log: facts.verdict, findings, failOn: try FailOn.severity(failOn))
    var report = LogReport(
      facts: facts, slowSeconds: policies.tests.slowWarnSeconds, findings: findings)
    if verdict == .failed { report.verdict = .failed }
    let writer = ReportWriter(
      workspace, environment, root: try Workspace.workingDirectory(), detail: reportDetail)
    let failures = try requests().compactMap { request in
      writer.write(request) { $0.render(log: report, style: $1) }
    }
    for notice in ending.notices { StandardOutput.message("devtool: note: \(notice)") }
    for failure in failures + [rawLog?.failure].compactMap(\.self) {
      if let text = failure.text { StandardOutput.message(text) }
    }
    if let signal = ending.signal { throw CommandFailure(.cancelled(signal: signal)) }
    if verdict != .passed { throw CommandFailure(verdict.exitCode) }
    if let failure = failures.first ?? rawLog?.failure { throw CommandFailure(failure.exitCode) }
  }

  // MARK: Input

  private var source: LogSource {
    if !commandLine.isEmpty { return .command(commandLine) }
    guard let file, file != "-" else { return .standardInput }
    return .file(file)
  }

  // MARK: Output

  /// `--format` goes to standard output, `--report` where it says.
  private func requests() throws -> [ReportRequest] {
    [ReportRequest(format: format)] + (try report.map(OutputFormat.request))
  }

  private var detail: LogActivity.Detail {
    quiet >= 2 ? .failures : quiet == 1 ? .warnings : .everything
  }

  private var reportDetail: TerminalStyle.Detail {
    quiet >= 2 ? .failures : quiet == 1 ? .warnings : .everything
  }

  /// Shows the log as it arrives, for a person who reads along: on standard error beside the terminal
  /// report, and as the first part of the result in the plain format.
  private func liveView(
    _ source: LogSource, _ environment: [String: String], _ slowSeconds: Double?
  ) -> LogView? {
    func view(_ style: Paint, _ terminal: Terminal, isResult: Bool) -> LogView {
      LogView(
        LogActivity(style: style, detail: detail, slowSeconds: slowSeconds), terminal: terminal,
        isResult: isResult)
    }
    switch format {
    case TerminalReporter.name where source.isLive:
      let terminal = Terminal(descriptor: STDERR_FILENO, environment: environment)
      return view(Paint(terminal), terminal, isResult: false)
    case PlainReporter.name:
      var terminal = Terminal(descriptor: STDOUT_FILENO, environment: environment)
      terminal.isInteractive = false
      return view(Paint(color: false, unicode: false), terminal, isResult: true)
    default:
      return nil
    }
  }

  private func slowLimit() throws -> Duration? {
    guard let slow else { return nil }
    guard let limit = DurationText.duration(slow) else {
      throw ValidationError("--slow must be a time with a unit, such as 500ms or 2s, not '\(slow)'")
    }
    return limit
  }

  /// The limits of `.ci.yml`, if there is one, and the mask of its secrets; `--slow` overrides it.
  private func judgement(_ environment: [String: String]) throws -> (Policies, SecretMask?) {
    var policies = Policies()
    var mask: SecretMask?
    if let workspace = try workspaceWithConfig(environment) {
      let pipeline = try workspace.loadPipeline(for: environment)
      policies = Policies(tests: pipeline.tests, warnings: pipeline.warnings)
      mask = Secrets.mask(pipeline, in: environment)
    }
    if let limit = try slowLimit() { policies.tests.slowWarnSeconds = limit.seconds }
    return (policies, mask)
  }

  /// A log can be read anywhere, so a missing package is not an error.
  private func workspaceWithConfig(
    _ environment: [String: String]
  ) throws(CommandFailure) -> Workspace? {
    let pullRequest = PullRequest.detected(environment)
    if config.config != nil || judge.source(pullRequest, environment) != nil {
      return try judge.workspace(
        config: config.config, needsPackage: false, pullRequest: pullRequest, environment)
    }
    guard let workspace = try? Workspace.find(config: nil), workspace.configPath != nil else {
      return nil
    }
    return workspace
  }
}
