import ArgumentParser
import CIModel
import CIServices
import FileSystem
import GitHistory
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import RunStorage
import TerminalUI

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show the last run or another stored run, in any format.",
    usage: "devtool report [<run>] [<options>]",
    discussion: """
      If there is no run yet, devtool first runs `devtool check` and exits with its status. Showing a \
      stored run exits with 0, whatever its verdict.

      EXAMPLES
        devtool report
        devtool report --format markdown > summary.md
        devtool report --format junit --output junit.xml
        devtool report --open
        devtool report 20261120T233118.042Z-4711
        devtool report devtool-bundle.tar --format html --output out/report
        devtool report --list
        devtool report --compare last
      """)

  @Argument(help: StoredRunOptions.help("Show this run")) var named: String?
  @Option(name: .customLong("format"), help: OutputFormat.help(note: " (default: terminal)"))
  var chosenFormat: String?
  /// As other commands name a run.
  @OptionGroup(visibility: .hidden) var stored: StoredRunOptions

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp(
      "Write to this file instead of standard output; --format html writes its pages to this folder.",
      valueName: "file"),
    completion: .file())
  var outputFile: String?

  @Flag(help: "Write one self-contained file; implies --format html.")
  var singleFile = false

  @Flag(help: "Open the report in the browser; implies --format html.")
  var open = false

  @Flag(help: "List the stored runs, newest first.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Compare with an earlier run: an id or its first characters, the path of a record or bundle, a branch in the history, or last, the newest run of the same steps and tests.",
      valueName: "run"))
  var compare: String?

  @OptionGroup var templates: TemplateOptions

  @OptionGroup var config: ConfigOptions
  @OptionGroup var judge: JudgeOptions

  func validate() throws {
    try OutputFormat.reporter(named: format)
    if named != nil, stored.run != nil { throw ValidationError("name only one run") }
    if list, compare != nil || chosen != nil {
      throw ValidationError("--list shows all runs; omit --compare and the run")
    }
    if singleFile || open, format != HTMLReporter.name {
      throw ValidationError("--single-file and --open require --format html")
    }
  }

  private var format: String { chosenFormat ?? (open || singleFile ? "html" : "terminal") }
  private var chosen: String? { named ?? stored.run }

  func run() throws {
    let environment = currentEnvironment()
    let hasRun = chosen.map(RunName.isPath) ?? fileExists(Workspace.absolute(".devtool/runs"))
    let workspace = try judge.workspace(config: config.config, needsPackage: !hasRun, environment)
    let request = ReportRequest(format: format, path: outputFile == "-" ? nil : outputFile)
    let state = try workspace.openState(environment)
    let store = RunStore(state)
    let comparison = StoredComparison(
      store: store, writer: ReportWriter(workspace, environment), request: request)
    if list { return try comparison.list() }
    if let compare { return try comparison.compare(chosen, with: compare) }
    var html = HTMLOutput(templates: try templates.read(for: workspace), state: state)
    html.isSingleFile = singleFile
    html.isOpened = open
    html.keepsPages = outputFile == nil && !singleFile
    html.bundle = try store.openBundle(chosen)
    guard var record = try html.bundle?.record ?? store.read(chosen) else {
      StandardOutput.message("No run yet: running `devtool check` first.")
      let pipeline = try workspace.loadPipeline(for: environment)
      let service = CIEnvironment.detect(environment)
      var options = RunOptions(base: BaseRequest(base: nil, head: nil, ci: service))
      options.pullRequest = PullRequest.detected(environment)
      options.savesBuilds = service.name != nil
      var run = RunRequest(
        workspace, try workspace.openState(environment, makesKey: true), pipeline, options,
        environment)
      run.display.html = html
      run.display.notes = workspace.trusted.map { [$0.note] } ?? []
      let files = pipeline.reports.filter { $0.path != nil && $0 != request }
      return try run.runAndReport(files + [request])
    }
    if let note = record.noteOfNoEnd { record.notes.append(note) }
    var writer = ReportWriter(workspace, environment)
    writer.html = html
    writer.runName = chosen == "last" ? nil : chosen
    let failures = writer.write(record, [request]).failures
    if let failure = failures.first { throw failure }
  }
}
