import CIModel
import CIRules
import CIServices
import FileSystem
import GitHistory
import LocalState
import PipelineConfig
import PipelineRunner
import ProcessExecution
import Reporters
import RunEvents
import RunStorage
import StepCache
import SwiftPackage
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of the main job with everything real around it: toolchain, processes, files, signals.
struct RunSession {
  var workspace: Workspace
  var state: StateFolder
  var pipeline: Pipeline
  var selection = Selection()
  /// `--base` and `--head`.
  var base: String?
  var head: String?
  /// Sentences for the reader of the report.
  var notes: [String] = []
  /// `--staged`: the rules judge what is staged.
  var judgesStaged = false
  /// `--base-mode`
  var baseMode = BaseRequest.Mode.mergeBase
  /// `--first-parent`: commits that came with merges are no own ones.
  var followsFirstParent = false
  /// `--fetch`: what a shallow clone lacks is fetched.
  var fetchesHistory = false
  /// What the CI service and the command line say of the pull request.
  var pullRequest: PullRequest?
  /// `--jobs`: how many steps run at once; `nil` as the pipeline says.
  var jobs: Int?
  /// Whether to wait for another run that uses the checkout.
  var waitsForCheckout = true
  /// `nil` lets no finding fail the run.
  var failOn: Severity? = .error
  var detail = LiveView.Detail.normal
  /// `--trace`: where to write what took how long.
  var trace: String?
  /// `--output`; `nil` is what suits standard error.
  var output: OutputMode?
  /// `--cache`
  var cacheMode = CacheMode.readWrite
  /// Whether build folders are kept; `nil` keeps them in CI, where nothing else does.
  var savesBuilds: Bool?
  /// How pages for a browser are written.
  var html = HTMLOutput()
  var environment: [String: String]

  /// What a run came to.
  private struct Outcome {
    var record: RunRecord
    var verdict: Verdict
    /// What could not be written beside the reports.
    var failures: [CommandFailure]
    var directory: RunDirectory
    /// Stores the record, while reports are written; why it could not.
    var storing: Background<FileError?>
    var bookkeeping: Bookkeeping
  }

  /// Runs the pipeline.
  ///
  /// - Parameter requests: The reports that are to come of it.
  private func run(_ requests: [ReportRequest]) throws -> Outcome {
    let plan = try plan()
    let judged = try judgedRun(plan)
    // Before anything is started that could look there.
    Workspace.forgetSecrets(of: pipeline)
    let processes = startProcesses()
    let cancellation = processes.cancellation

    // By index, since a loop over the steps copies each of them.
    let needsSwift = plan.steps.indices.contains { plan.steps[$0].needsSwift }
    // Asking the toolchain takes longer than most steps.
    let toolchain = needsSwift ? try findToolchain(processes.launcher, cancellation) : nil
    let ci = CIEnvironment.detect(environment)
    var start = startRecord(ci: ci, toolchain: toolchain)
    let lock = try lockCheckout(start.id, cancellation)
    defer { lock.lock?.release() }
    start.notes += lock.notes + startNotes + (judged?.notes ?? [])
    start.reports = requests.map { .init(format: $0.format, path: $0.path) }
    let directory = try RunDirectory.make(in: workspace, id: start.id)
    let environment = try stepEnvironment()
    let view = liveView(ci, environment, cancellation)
    let recorder = trace.map { _ in TraceRecorder() }
    var request = request(ci)
    request.judged = judged?.run
    var context = context(
      processes, toolchain, environment, directory, ci, request, view.observer)
    context.trace = recorder

    cancellation.endInOrderOnRequest()
    let keeper = RecordKeeper(path: directory.recordPath, state.key, start)
    let result = CheckRun(
      pipeline, plan: plan, context: context, request: request,
      update: keeper.update
    ).run(start)
    // The reader of the report's pipe may pause for a long time.
    cancellation.endOnRequest { signal in
      _exit(CIModel.ExitCode.cancelled(signal: signal).status)
    }
    view.finish()
    let storing = Background { keeper.finish() }
    var failures: [CommandFailure] = []
    if let recorder, let trace, let failure = write(recorder.spans(result.record), to: trace) {
      failures.append(failure)
    }
    return Outcome(
      record: result.record, verdict: result.verdict, failures: failures, directory: directory,
      storing: storing, bookkeeping: context.bookkeeping)
  }

  // MARK: What a run works with

  struct Processes {
    var cancellation: Cancellation
    var launcher: ProcessLauncher
    /// Starts what still runs after a cancellation.
    var cleanupLauncher: ProcessLauncher
  }

  /// Begins to heed signals.
  private func startProcesses() -> Processes {
    let cancellation = Cancellation()
    let running = RunningCommands()
    // Until the first step starts there is nothing to end in order, and what is read may never come.
    cancellation.endOnRequest { signal in
      running.killAll()
      _exit(CIModel.ExitCode.cancelled(signal: signal).status)
    }
    SignalMonitor.start(cancelling: cancellation, running: running)
    var grace = Grace()
    grace.interrupt = pipeline.interruptGrace ?? grace.interrupt
    grace.terminate = pipeline.terminateGrace ?? grace.terminate
    let launchers = ProcessLauncher.liveWithCleanup(
      cancellation: cancellation, grace: grace, running: running)
    return Processes(
      cancellation: cancellation, launcher: launchers.work, cleanupLauncher: launchers.cleanup)
  }

  /// What the reader of the report should know before anything ran.
  private var startNotes: [String] {
    let isDefault = workspace.configPath == nil && notes.isEmpty
    return notes + [state.note].compactMap { $0 }
      + (isDefault ? ["No .ci.yml: ran the default pipeline (`devtool init` writes one)."] : [])
  }

  /// The environment of the steps: ours, and what the files of `dotenv` add.
  private func stepEnvironment() throws(CommandFailure) -> [String: String] {
    do throws(DotenvReadingFailure) {
      let values = try DotenvReading.values(
        pipeline.dotenv, root: workspace.root, policy: workspace.policy(environment))
      return environment.merging(values) { own, _ in own }
    } catch {
      throw CommandFailure(
        .missingInput, error.description,
        help: "Correct the file, or write `{ path: \(error.path), optional: true }` in 'dotenv'.")
    }
  }

  private func liveView(
    _ ci: CIEnvironment, _ environment: [String: String], _ cancellation: Cancellation
  ) -> LiveView {
    let terminal = Terminal(descriptor: STDERR_FILENO, environment: environment)
    return LiveView(
      terminal: terminal, detail: detail, folding: LogFolding(service: ci.name), service: ci.name,
      output: output(on: terminal), signsOfLife: LiveView.signsOfLife(environment),
      isCancelling: { cancellation.isRequested })
  }

  private func output(on terminal: Terminal) -> OutputMode {
    output ?? (terminal.isInteractive ? .stream : .grouped)
  }

  /// What the run that the command line asks for works with.
  func context(
    _ processes: Processes, _ toolchain: Toolchain?, _ environment: [String: String],
    _ directory: RunDirectory, _ ci: CIEnvironment, _ request: CheckRun.Request,
    _ observer: RunObserver
  ) -> RunContext {
    var context = RunContext(
      launcher: processes.launcher, cleanupLauncher: processes.cleanupLauncher,
      cancellation: processes.cancellation, toolchain: toolchain, environment: environment,
      ownEnvironment: self.environment, root: workspace.root,
      repositoryRoot: workspace.repositoryRoot, directory: directory, state: state,
      observer: observer, policy: workspace.policy(self.environment),
      isDefaultPipeline: workspace.configPath == nil)
    context.surroundings = workspace.surroundings(ci, environment)
    context.isCI = ci.name != nil
    context.isPullRequest = ci.isPullRequest || pullRequest != nil
    context.output = output(
      on: Terminal(descriptor: STDERR_FILENO, environment: environment))
    context.cacheMode = cacheMode
    context.savesBuilds = savesBuilds ?? context.isCI
    context.base = request.base
    return context
  }

  /// What the command line asks for beside the plan.
  func request(_ ci: CIEnvironment) -> CheckRun.Request {
    var request = CheckRun.Request(
      base: BaseRequest(base: base, head: head, ci: ci),
      demandsBase: base != nil || head != nil || judgesStaged || fetchesHistory
        || selection.only.contains("rules"),
      failOn: failOn)
    request.base.isStaged = judgesStaged
    request.base.needsRemoteBase = workspace.trusted != nil
    request.base.mode = baseMode
    request.base.followsFirstParent = followsFirstParent
    request.fetchesHistory = fetchesHistory
    return request
  }

  /// - Returns: Why it was not written; that never costs the verdict.
  private func write(_ spans: [TraceSpan], to path: String) -> CommandFailure? {
    do throws(FileError) {
      try workspace.file(path).write(
        Array(ChromeTrace.text(spans).utf8), makesFolders: false)
      return nil
    } catch {
      return CommandFailure(.missingInput, "\(error)", help: "Check the path given to --trace.")
    }
  }

  /// `--failed`: the steps that did not pass in the last run; none when all passed or nothing ran.
  func stepsToRunAgain() -> [String] {
    guard let record = RunStore(state).lastOwn() else { return [] }
    let known = Set(pipeline.steps.map(\.id))
    var ids: [String] = record.runningSteps ?? []
    for step in record.steps {
      switch step.status {
      case .failed, .timedOut, .blocked, .cancelled: ids.append(step.id)
      case .passed, .warned, .skipped: break
      }
    }
    return ids.filter(known.contains)
  }

  /// Runs the pipeline, writes the reports and ends the command by the verdict.
  ///
  /// - Throws: `CommandFailure` unless the run passed and every report was written. The verdict
  ///   goes before a report that could not be written.
  func runAndReport(_ requests: [ReportRequest]) throws {
    let outcome = try run(requests)
    var record = outcome.record
    var writer = ReportWriter(workspace, environment)
    writer.html = html
    writer.html.state = state
    writer.followsLiveView = detail != .quiet && Terminal.isOneForBothOutputs
    let (written, unwritten) = writer.write(record, requests)
    let failures = outcome.failures + unwritten
    // Everything is said, and the record is not stored yet.
    outcome.directory.dropOldRuns()
    if let error = outcome.storing.value() { StandardOutput.message("devtool: warning: \(error)") }
    let lost = outcome.bookkeeping.finish()
    for sentence in lost { StandardOutput.message("devtool: warning: \(sentence)") }
    // The stored record says that all of them were written.
    if written != record.reports || !lost.isEmpty {
      record.reports = written
      record.notes += lost
      do throws(FileError) {
        try RunStore(state).store(record)
      } catch {
        StandardOutput.message("devtool: warning: \(error)")
      }
    }
    for failure in failures { if let text = failure.text { StandardOutput.message(text) } }
    if outcome.verdict != .passed { throw CommandFailure(outcome.verdict.exitCode) }
    if let failure = failures.first { throw CommandFailure(failure.exitCode) }
  }

  /// What the run would do.
  func plan() throws -> Plan {
    do throws(Selection.UnknownName) {
      var plan = try Plan(
        pipeline, selection: selection, defaultLintPaths: workspace.lintPaths(in:))
      plan.jobs = jobs ?? pipeline.jobs ?? processorCount()
      return plan
    } catch {
      let help =
        nearestSpelling(of: error.name, among: error.known).map { "Did you mean '\($0)'?" }
        ?? "There are \(error.known.joined(separator: ", "))."
      throw CommandFailure(
        .badCommandLine, "there is no step and no check called '\(error.name)'", help: help)
    }
  }

  /// Tells what the test steps of a plan are going to run, where their tests are built.
  func testPreview() -> TestPreview {
    let launcher = ProcessLauncher.live()
    return TestPreview(
      launcher: launcher,
      toolchain: try? ToolchainCache(state, environment: environment)
        .find(launcher),
      environment: environment, state: state)
  }

  private func findToolchain(
    _ launcher: ProcessLauncher, _ cancellation: Cancellation
  ) throws(CommandFailure) -> Toolchain {
    do throws(ToolchainError) {
      return try ToolchainCache(state, environment: environment).find(launcher)
    } catch {
      if let signal = cancellation.signal { throw CommandFailure(.cancelled(signal: signal)) }
      throw CommandFailure(.missingInput, error.description)
    }
  }

  private func startRecord(ci: CIEnvironment, toolchain: Toolchain?) -> RunRecord {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    let now = Timestamp(secondsSinceEpoch: Int64(clock.tv_sec))
    var record = RunRecord(
      id: newRunID(clock), devtoolVersion: Version.current, startedAt: now,
      environment: RunRecord.Environment(
        os: Surroundings.currentOS, architecture: Surroundings.currentArchitecture,
        cpus: processorCount(),
        swiftVersion: toolchain?.version, ci: ci.name),
      config: RunRecord.Config(path: workspace.configPath.map(workspace.displayPath)))
    record.pullRequest = pullRequest
    return record
  }
}
