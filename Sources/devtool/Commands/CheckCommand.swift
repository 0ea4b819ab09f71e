import ArgumentParser
import CIModel
import CIServices
import FileWatching
import GitHistory
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RuleExecution
import RunEvents
import RunStorage
import StepCache
import TerminalUI

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run the pipeline and fail if a requirement is not met.",
    discussion: """
      Without a .ci.yml, devtool builds the package and its tests, runs the tests with coverage, lints \
      if there is a .swift-format, and checks the rules on the commits since the default branch.

      EXAMPLES
        devtool check                      run everything
        devtool check test                 the step 'test' and the steps it needs
        devtool check --from test          the step 'test' and all steps that need it
        devtool check --failed             what failed last, and what it needs
        devtool check --failed --from devtool-bundle.tar   what failed in that run
        devtool check --affected           the tests that the change can make fail
        devtool check --explain docs       why 'docs' would run or not
        devtool check --only rules         only the rules; build nothing
        devtool check --only rules --staged   on the staged changes, before a commit
        devtool check --report junit=out/junit.xml --report markdown=out/summary.md
      """)

  @Argument(help: ArgumentHelp("Run these steps and the steps they need.", valueName: "step"))
  var steps: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Run only this step, without its needs, or only this check: rules, or tests, warnings or coverage of the last run. Repeatable.",
      valueName: "name"))
  var only: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Leave out this step or check. Repeatable.", valueName: "name"))
  var skip: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Start at this step: run it and all steps that need it, and nothing before it. With --failed, this can also name the run whose failures to repeat: a bundle (.tar) or a record (.json). Repeatable.",
      valueName: "step"))
  var from: [String] = []

  @Flag(help: "With --only or --from, also run the steps that those steps need.")
  var withNeeds = false

  @OptionGroup var changes: ChangeOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup(title: "Pull request, overriding the CI service") var pullRequest: PullRequestOptions
  @OptionGroup var config: ConfigOptions
  @OptionGroup var build: BuildRunOptions
  @OptionGroup(title: "Tests") var tests: TestRunOptions

  @OptionGroup var judge: JudgeOptions

  @OptionGroup var reports: ReportOptions

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Run at most n steps at once (default: one per processor).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "After the first failure, start no more steps or tests.")
  var failFast = false

  @Flag(help: "Exit with status 75 if another run uses this checkout, instead of waiting for it.")
  var noWait = false

  @Flag(help: "Print the steps, their commands and tests, and run nothing.")
  var dryRun = false

  @Flag(help: "List the steps and run nothing.")
  var list = false

  @Option(
    defaultAsFlag: "text",
    help: ArgumentHelp(
      "Print which step needs which, as text, dot, mermaid or json, and run nothing.",
      valueName: "format"))
  var graph: String?

  @Option(
    help: ArgumentHelp(
      "Explain why this step would run or not, and run nothing.", valueName: "step"))
  var explain: String?

  @Option(
    help: .file(
      "Write a trace of steps, compile jobs and tests, for chrome://tracing and Perfetto."),
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Show the output of steps as stream (live), grouped (one step after the other), prefixed (live, each line with its step), failed (of failed steps only) or auto (stream on a terminal, else grouped).",
      valueName: "mode"))
  var output = "auto"

  @Option(
    help: ArgumentHelp(
      "Reuse results of earlier runs: rw reads and writes them, ro only reads, off runs everything (default: rw). An explicit rw saves the build folder outside of CI, too.",
      valueName: "mode"))
  var cache: String?

  @Flag(
    help: ArgumentHelp(
      "Run again whenever a file changes that git does not ignore and no step makes; Ctrl-C ends."))
  var watch = false

  @Flag(name: .shortAndLong, help: "Show all output of the steps.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Show nothing until the report.")
  var quiet = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet cannot be used together") }
    if !steps.isEmpty, !only.isEmpty {
      throw ValidationError(
        "name steps as arguments (with their needs) or with --only (without), not both")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1, not \(jobs)") }
    if from.count - firstSteps.count > 1 { throw ValidationError("--from accepts only one run") }
    if withNeeds, only.isEmpty, firstSteps.isEmpty {
      throw ValidationError("--with-needs requires --only or --from")
    }
    if !firstSteps.isEmpty, !steps.isEmpty || !only.isEmpty {
      throw ValidationError("--from cannot be used together with --only or other steps")
    }
    if let graph, GraphText.Format(rawValue: graph) == nil {
      throw ValidationError("--graph must be text, dot, mermaid or json, not '\(graph)'")
    }
    if let cache, CacheMode(rawValue: cache) == nil {
      throw ValidationError("--cache must be rw, ro or off, not '\(cache)'")
    }
    if output != "auto", OutputMode(rawValue: output) == nil {
      throw ValidationError(
        "--output must be auto, stream, grouped, prefixed or failed, not '\(output)'")
    }
    if watch, dryRun || list || graph != nil || explain != nil || judge.configFrom != nil {
      throw ValidationError(
        "--watch cannot be used with --dry-run, --list, --graph, --explain or --config-from")
    }
    try history.check(changes)
  }

  func run() throws {
    let environment = currentEnvironment()
    let request = try pullRequest.known(environment)
    let workspace = try judge.workspace(
      config: config.config, isRepositoryEnough: only == ["rules"], changes: changes,
      fetches: history.fetch, pullRequest: request, environment)
    if watch {
      // This is the only possible `--watch`: no value begins with a dash.
      let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--watch" }
      try WatchSession(
        root: workspace.root, environment: environment.merging(Workspace.stateKeyVariable) { $1 },
        arguments: Array(arguments), pipeline: workspace.pipelineIfRight,
        newestRun: { (try? workspace.openState(environment)).flatMap { RunStore($0).lastOwn() } }
      ).run(end: endAtOnce)
    }
    let state = try workspace.openState(environment, makesKey: runsSteps)
    var pipeline = try workspace.loadPipeline(for: environment)
    if failFast { pipeline.failFast = true }
    build.apply(to: &pipeline)
    let brought = try brought.flatMap { try RunStore(state).read($0) }
    try tests.apply(to: &pipeline, failFast: failFast, brought: brought)
    let service = CIEnvironment.detect(environment)
    var run = RunRequest(
      workspace, state, pipeline, try options(workspace, request, service), environment)
    run.selection = selection
    run.jobs = jobs
    run.waitsForCheckout = !noWait
    run.display = try display(workspace)
    if tests.failed, steps.isEmpty, only.isEmpty, firstSteps.isEmpty {
      run.selection.steps = run.stepsToRunAgain(brought)
    }
    if runsSteps {
      try run.runAndReport(
        try reports.requests(beside: pipeline.reports, service: run.service.name))
    } else {
      try StandardOutput.write(try preview(run))
    }
    end(with: .success)
  }

  /// Whether steps or checks run, instead of only a preview.
  private var runsSteps: Bool { !list && !dryRun && graph == nil && explain == nil }

  private func isRun(_ name: String) -> Bool {
    tests.failed && (name.hasSuffix(".tar") || name.hasSuffix(".json"))
  }
  /// The run of another machine whose failures `--failed` repeats; `nil` is the last run here.
  private var brought: String? { from.first(where: isRun) }
  private var firstSteps: [String] { from.filter { !isRun($0) } }

  private var selection: Selection {
    var selection = Selection()
    selection.steps = steps
    selection.only = only
    selection.skip = skip
    selection.from = firstSteps
    selection.includesNeeds = withNeeds
    selection.buildsTestsOnly = tests.noRun
    return selection
  }

  private func options(
    _ workspace: Workspace, _ pullRequest: PullRequest?, _ service: CIEnvironment
  ) throws -> RunOptions {
    var base = BaseRequest(base: changes.base, head: changes.head, ci: service)
    base.isStaged = history.staged
    base.mode = try history.mode()
    base.followsFirstParent = history.firstParent
    var options = RunOptions(base: base)
    options.fetchesHistory = history.fetch || workspace.trusted?.isImplied == true
    options.demandsBase =
      changes.base != nil || changes.head != nil || history.staged || history.fetch
      || only.contains("rules")
    options.pullRequest = pullRequest?.cuttingRunsOfMarks
    options.failOn = try reports.severity()
    options.cacheMode = cache.flatMap(CacheMode.init) ?? .readWrite
    // Only CI needs it, where nothing else keeps builds; `--cache rw` also asks for it on a developer's
    // machine.
    options.savesBuilds =
      cache.map { $0 == CacheMode.readWrite.rawValue } ?? (service.name != nil)
    return options
  }

  private func display(_ workspace: Workspace) throws -> RunDisplay {
    var display = RunDisplay()
    display.detail = quiet ? .quiet : verbose ? .verbose : .normal
    display.output = OutputMode(rawValue: output)
    display.trace = trace
    display.html.templates = try reports.templates.read(for: workspace)
    display.notes = workspace.trusted.map { [$0.note] } ?? []
    return display
  }

  /// What `--explain`, `--graph`, `--list` and `--dry-run` show.
  private func preview(_ run: RunRequest) throws -> String {
    if let explain { return try run.explanation(of: explain) }
    if let format = graph.flatMap(GraphText.Format.init) {
      return try GraphText(try run.plan()).render(format)
    }
    let details = dryRun ? run.testPreview() : nil
    return PlanText(try run.plan()) { details?.lines($0, run.pipeline) ?? [] }
      .render(commands: dryRun)
  }
}
