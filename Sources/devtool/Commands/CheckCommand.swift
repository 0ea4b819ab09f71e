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
    abstract: "Run the pipeline and fail if a requirement is missed.",
    discussion: """
      Without a .ci.yml it builds the package and its tests, runs the tests with coverage, lints \
      when there is a .swift-format, and checks rules on the commits since the default branch.

      EXAMPLES
        devtool check                      everything
        devtool check test                 the step 'test' and the steps it needs
        devtool check --from test          the step 'test' and all that need it
        devtool check --failed             what failed last, with its needs
        devtool check --failed --from devtool-bundle.tar   what failed in that run
        devtool check --affected           the tests that the change can make fail
        devtool check --explain docs       why 'docs' would run, or would not
        devtool check --only rules         the rules alone; nothing is built
        devtool check --only rules --staged   on what is staged, before a commit
        devtool check --report junit=out/junit.xml --report markdown=out/summary.md
      """)

  @Argument(help: ArgumentHelp("Run these steps and the steps they need.", valueName: "step"))
  var steps: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Run this step alone, or judge by one check: rules, or tests, warnings, coverage of the last run.",
      valueName: "name"))
  var only: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Leave out this step or this check.", valueName: "name"))
  var skip: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Begin with this step: run it and all that need it, and nothing before it. With --failed also the run whose failures are meant: a bundle (.tar) or a record (.json).",
      valueName: "step"))
  var from: [String] = []

  @Flag(help: "With --only and --from: run the steps that those steps need, too.")
  var withNeeds = false

  @OptionGroup var changes: ChangeOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup(title: "Pull request, where the CI service does not tell") var pullRequest:
    PullRequestOptions
  @OptionGroup var config: ConfigOptions
  @OptionGroup var build: BuildRunOptions
  @OptionGroup(title: "Tests") var tests: TestRunOptions

  @OptionGroup var judge: JudgeOptions

  @OptionGroup var reports: ReportOptions

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Maximum number of steps to run at once.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Start nothing more after the first failure.")
  var failFast = false

  @Flag(help: "Exit with status 75 instead of waiting for another run in this checkout.")
  var noWait = false

  @Flag(help: "Print what would be done, and do nothing.")
  var dryRun = false

  @Flag(help: "List the steps.")
  var list = false

  @Option(
    defaultAsFlag: "text",
    help: ArgumentHelp(
      "Print which step needs which, as text, dot, mermaid or json, and do nothing.",
      valueName: "format"))
  var graph: String?

  @Option(
    help: ArgumentHelp(
      "Explain why a step would run or not; run nothing.", valueName: "step"))
  var explain: String?

  @Option(
    help: ArgumentHelp(
      "Write when steps, compile jobs and tests ran, for chrome://tracing and Perfetto.",
      valueName: "file"),
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "How to show what steps print: stream (as it comes), grouped (one step after the other), "
        + "prefixed (each line with its step), failed (of failed steps only), auto (stream on a "
        + "terminal, else grouped).", valueName: "mode"))
  var output = "auto"

  @Option(
    help: ArgumentHelp(
      "What to do with results of earlier runs: rw uses and keeps them, ro uses them, off runs "
        + "everything.", valueName: "mode"))
  var cache: String?

  @Flag(
    help: ArgumentHelp(
      "Run again whenever a file changes that git does not ignore and no step makes; Ctrl-C ends."))
  var watch = false

  @Flag(name: .shortAndLong, help: "Show everything that the steps print.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Show nothing before the report.")
  var quiet = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    if !steps.isEmpty, !only.isEmpty {
      throw ValidationError(
        "name steps as arguments (with what they need) or with --only (alone), not both")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on, not \(jobs)") }
    if from.count - firstSteps.count > 1 { throw ValidationError("name one run with --from") }
    if withNeeds, only.isEmpty, firstSteps.isEmpty {
      throw ValidationError("--with-needs goes with --only and --from")
    }
    if !firstSteps.isEmpty, !steps.isEmpty || !only.isEmpty {
      throw ValidationError("--from begins with a step and goes on; name no other steps beside it")
    }
    if let graph, GraphText.Format(rawValue: graph) == nil {
      throw ValidationError("--graph takes text, dot, mermaid or json, not '\(graph)'")
    }
    if let cache, CacheMode(rawValue: cache) == nil {
      throw ValidationError("--cache takes rw, ro or off, not '\(cache)'")
    }
    if output != "auto", OutputMode(rawValue: output) == nil {
      throw ValidationError(
        "--output takes auto, stream, grouped, prefixed or failed, not '\(output)'")
    }
    if watch, dryRun || list || graph != nil || explain != nil || judge.configFrom != nil {
      throw ValidationError(
        "--watch runs steps; leave --dry-run, --list, --graph, --explain and --config-from out")
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
      // Ours is the only `--watch` that can stand there: no value begins with a dash.
      let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--watch" }
      try WatchSession(
        root: workspace.root, environment: environment.merging(Workspace.stateKeyVariable) { $1 },
        arguments: Array(arguments), pipeline: workspace.pipelineIfRight,
        newestRun: { (try? workspace.openState(environment)).flatMap { RunStore($0).lastOwn() } }
      ).run(end: endAtOnce)
    }
    let state = try workspace.openState(environment, makesKey: runsSteps)
    let errors = Terminal(descriptor: 2, environment: environment)
    var pipeline = try workspace.loadPipeline(color: errors.showsColor)
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

  /// Whether more than a look at what would run was asked for.
  private var runsSteps: Bool { !list && !dryRun && graph == nil && explain == nil }

  private func isRun(_ name: String) -> Bool {
    tests.failed && (name.hasSuffix(".tar") || name.hasSuffix(".json"))
  }
  /// The run of another machine that `--failed` means; `nil` is the last one here.
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
      changes.base != nil || changes.head != nil || history.staged || options.fetchesHistory
      || only.contains("rules")
    options.pullRequest = pullRequest
    options.failOn = try reports.severity()
    options.cacheMode = cache.flatMap(CacheMode.init) ?? .readWrite
    // `--cache rw` asks for it on one's own machine, too; else only CI needs it, where nothing else keeps
    // them.
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
