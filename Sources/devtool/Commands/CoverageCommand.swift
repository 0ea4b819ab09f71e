import ArgumentParser
import CIModel
import CIRules
import CoverageByTest
import CoverageData
import FileSystem
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import TerminalUI

struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show the coverage of the last run or of given data, in total and for the change.",
    usage: "devtool coverage [<options>]",
    discussion: """
      Without data, devtool shows what the last run measured. It counts each line once (distinct) or, \
      as `llvm-cov report` does, once for each function that contains it (llvm). Only the package's \
      own sources count; devtool lists what it leaves out. It exits with 1 if a requirement of \
      .ci.yml is not met.

      EXAMPLES
        devtool coverage
        devtool coverage --base main         include the changed lines
        devtool coverage --metric llvm --format json
        devtool coverage --format lcov --output coverage.lcov
        devtool coverage --functions         functions that ran in part or never
        devtool coverage --lcov other.lcov --base main
        devtool coverage --update-ratchet    raise the floors
        devtool coverage --who Sources/A.swift:42    the tests that run the line
      """)

  @Option(help: ArgumentHelp("Count lines as distinct (default) or llvm.", valueName: "metric"))
  var metric: String?

  @Flag(help: "Also list functions; json and lcov need binaries of the run, or --profdata.")
  var functions = false

  @OptionGroup var changes: ChangeOptions
  @OptionGroup var stored: StoredRunOptions
  @OptionGroup var data: CoverageDataOptions

  @Flag(help: "Raise the floors in the file of `coverage.ratchet`, and add missing ones.")
  var updateRatchet = false

  @Flag(help: "With --update-ratchet, also lower floors that are not met; needs --reason.")
  var allowLower = false

  @Option(help: ArgumentHelp("Record in the file why floors are lowered.", valueName: "text"))
  var reason: String?

  @Option(
    help: ArgumentHelp(
      "Show which tests ran these lines, FILE, FILE:LINE or FILE:FROM-TO, as recorded by "
        + "`devtool check --by-test`. Prints text, or JSON with --format json.",
      valueName: "file:lines"))
  var who: String?

  @Option(help: OutputFormat.help(ReporterRegistry.coverageNames)) var format = "terminal"

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file())
  var outputFile: String?

  @OptionGroup var config: ConfigOptions
  @OptionGroup var judge: JudgeOptions

  func validate() throws {
    try OutputFormat.reporter(
      named: format, among: ReporterRegistry.coverageNames, showing: "coverage")
    if let who, LineQuery(who) == nil {
      throw ValidationError("--who must be FILE, FILE:LINE or FILE:FROM-TO, not '\(who)'")
    }
    if who != nil, !["terminal", "plain", "json"].contains(format) {
      throw ValidationError("--who supports the formats terminal, plain and json, not \(format)")
    }
    if let metric, Coverage.LineMetric(rawValue: metric) == nil {
      throw ValidationError("--metric must be distinct or llvm, not '\(metric)'")
    }
    if stored.run != nil, !data.isEmpty {
      throw ValidationError("--run shows a stored run; omit it, or omit the coverage data")
    }
    if allowLower, !updateRatchet {
      throw ValidationError("--allow-lower requires --update-ratchet")
    }
    if allowLower, reason?.allSatisfy(\.isWhitespace) ?? true {
      throw ValidationError("--allow-lower requires --reason TEXT, kept in the file")
    }
    if reason != nil, !allowLower { throw ValidationError("--reason requires --allow-lower") }
    try data.check()
    if functions, !data.files.isEmpty {
      throw ValidationError("--functions needs profiles: a stored run, or --profdata and --object")
    }
  }

  func run() throws {
    if let query = who.flatMap(LineQuery.init) { return try answer(query) }
    let environment = currentEnvironment()
    let workspace = try judge.workspace(
      config: config.config, needsPackage: data.isEmpty, changes: changes, environment)
    try workspace.refuseTracked(
      data.lcov + data.cobertura + data.llvmJson + data.profdata + data.object, environment)
    let session = CoverageSession(
      workspace: workspace, state: try workspace.openState(environment), environment: environment,
      changes: changes)
    var policy = try session.workspace.loadPipeline(for: environment).coverage
    if let metric = metric.flatMap(Coverage.LineMetric.init(rawValue:)) { policy.metric = metric }

    var report = try report(session, policy)
    let wantsAll = ["json", "lcov"].contains(format)
    if functions { try session.addFunctions(to: &report, policy, all: wantsAll) }
    try session.measurePatch(&report, policy)
    if updateRatchet {
      let update = RatchetUpdate(
        root: session.workspace.root, repositoryRoot: session.workspace.repositoryRoot,
        policy: policy)
      let written: (text: String, refusal: RatchetUpdate.Problem?)
      do throws(RatchetUpdate.Problem) {
        written = try update.write(report.coverage, loweringFor: reason)
      } catch {
        throw CommandFailure(error.exitCode, error.message, help: error.help)
      }
      try StandardOutput.write(written.text)
      guard let refusal = written.refusal else { return }
      throw CommandFailure(refusal.exitCode, refusal.message, help: refusal.help)
    }
    session.judge(&report, policy)
    try show(report, workspace, environment)
    try conclude(report)
  }

  /// `--who`: the tests that ran a line.
  private func answer(_ query: LineQuery) throws {
    let workspace = try Workspace.find(config: config.config)
    let state = try workspace.openState(currentEnvironment())
    let folder = try Workspace.workingDirectory()
    let answer: LineAnswer
    do throws(WhoRan.Problem) {
      answer = try WhoRan(state, root: workspace.repositoryRoot, start: folder).answer(query)
    } catch {
      throw CommandFailure(.missingInput, error.message, help: error.help)
    }
    let isJSON = format == "json"
    try StandardOutput.write(isJSON ? answer.json : answer.text, isJSON ? .json : .people)
  }

  private func report(
    _ session: CoverageSession, _ policy: CoveragePolicy
  ) throws -> CoverageSession.Report {
    if !data.isEmpty { return try session.read(data, policy, functions: functions) }
    var report = try session.stored(stored.run, policy)
    if let metric = metric.flatMap(Coverage.LineMetric.init(rawValue:)) {
      report.coverage = report.coverage.counted(by: metric)
    }
    return report
  }

  private func show(
    _ report: CoverageSession.Report, _ workspace: Workspace, _ environment: [String: String]
  ) throws {
    let style = outputFile == nil ? TerminalStyle.standardOutput(environment) : .file
    let reporter = try OutputFormat.reporter(named: format)
    guard let text = reporter.render(coverage: report.coverage, style: style) else {
      throw CommandFailure(.badCommandLine, "coverage cannot be shown as \(format)")
    }
    for note in report.notes { StandardOutput.message("devtool: note: \(note)") }
    if let outputFile, outputFile != "-" {
      do throws(FileError) {
        try workspace.file(outputFile).write(Array(text.utf8))
      } catch {
        throw CommandFailure(.missingInput, error.description)
      }
    } else {
      try StandardOutput.write(text, type(of: reporter).medium)
    }
  }

  /// Prints the requirements that are not met, and sets the exit status.
  private func conclude(_ report: CoverageSession.Report) throws {
    for finding in report.findings
    where finding.severity == .error || finding.severity == .warning && finding.location == nil {
      StandardOutput.message(
        "devtool: \(finding.compilerLine)" + (finding.help.map { "\n  help: \($0)" } ?? ""))
    }
    if changes.base != nil, let problem = report.coverage.patch?.problem {
      throw CommandFailure(
        .missingInput, "the coverage of the change is unreliable: \(problem)",
        help: report.coverage.patch?.help)
    }
    if report.findings.fail(from: .error)
      || report.coverage.thresholds.contains(where: { !$0.passed })
    {
      throw CommandFailure(.checkFailed)
    }
  }
}
