package import CIModel
import CIRules
import CoverageData
package import GitHistory
package import PipelineConfig
import ProcessExecution

/// The main job: runs the steps of a plan, reads the history meanwhile, judges what was found and
/// gives the verdict.
package struct CheckRun {
  let pipeline: Pipeline
  let plan: Plan
  private(set) var context: RunContext
  let request: Request
  private let update: RecordUpdate
  /// Why there is no remote cache, where one was asked for.
  private var remoteNote: String?

  /// Changes the record of the run in place, and stores it when that is worth it.
  package typealias RecordUpdate = (_ change: (inout RunRecord) -> Void) -> Void

  /// Bytes of results that are kept unless the file says it.
  private static let cacheSize = 5 << 30

  /// What the command line asks for beside the plan.
  package struct Request: Hashable, Sendable {
    package var base: BaseRequest
    /// `--base` or `--only rules`: without a merge base the run cannot do what it was asked.
    package var demandsBase: Bool
    /// `--fetch`: what a shallow clone lacks is fetched.
    package var fetchesHistory = false
    /// The least severity of a finding that fails the run; `nil` lets no finding fail it.
    package var failOn: Severity?
    /// Where no step runs, the run whose results are judged.
    package var judged: JudgedRun?

    package init(base: BaseRequest, demandsBase: Bool, failOn: Severity? = .error) {
      self.base = base
      self.demandsBase = demandsBase
      self.failOn = failOn
    }
  }

  /// - Parameter update: Called before and after every step, so that an interrupted run can be
  ///   reported. The record is changed where it is kept: a copy for each of many steps would take
  ///   longer than the steps.
  package init(
    _ pipeline: Pipeline, plan: Plan, context: RunContext, request: Request,
    update: @escaping RecordUpdate
  ) {
    self.pipeline = pipeline
    self.plan = plan
    self.context = context
    self.context.reservedSecrets = Secrets.reserved(pipeline)
    self.context.secretNames = Secrets.names(pipeline)
    self.context.surroundings.secrets = self.context.secretNames.union(
      Secrets.suspected(in: context.environment))
    if let token = pipeline.remoteCache?.token {
      // No step needs it to use the cache, and one could write with it what it likes.
      self.context.reservedSecrets.insert(token)
    }
    _ = self.context.knownSecrets.add(Secrets.values(pipeline, in: context.environment))
    self.request = request
    self.update = update
    self.context.policy.keepJobFiles(
      [
        pipeline.tests.quarantine, pipeline.coverage.ratchet?.file,
        pipeline.coverage.noDrop?.baseline,
      ].compactMap { $0.map { "\(context.root)/\($0)" } })
    useEarlierResults()
  }

  private mutating func useEarlierResults() {
    let earlier = context.earlierResults?.value() ?? EarlierResults(context.state)
    let maximumSize = pipeline.cacheSize ?? CheckRun.cacheSize
    let usesResults = plan.steps.contains {
      !$0.isSkipped && ($0.step.inputs != nil || $0.buildCacheOptions != nil)
    }
    if usesResults { (context.remoteStore, remoteNote) = RemoteStore.make(pipeline, context) }
    context.buildCache = BuildCache(
      plan, context, maximumSize: maximumSize, digests: earlier.digests)
    if plan.steps.contains(where: { $0.step.inputs != nil }) {
      context.upToDate = UpToDate(
        context, maximumSize: maximumSize, mode: context.cacheMode, earlier: earlier)
    }
  }

  /// Runs to the end and returns the finished record with the status to exit with.
  package func run(_ start: RunRecord) -> (record: RunRecord, exitCode: ExitCode) {
    let clock = SuspendingClock()
    let startedAt = clock.now
    var record = start
    func store(expecting steps: Int = 0) {
      record.durationSeconds = (clock.now - startedAt).seconds
      update { stored in
        stored = record
        if steps > 0 { stored.steps.reserveCapacity(steps) }
      }
    }
    func change(_ body: (inout RunRecord) -> Void) {
      update { record in
        record.durationSeconds = (clock.now - startedAt).seconds
        body(&record)
      }
    }
    context.observer.onEvent(.started(plan))
    record.notes += provideSecrets() + [remoteNote].compactMap { $0 }
    defer {
      context.outputFiles.remove()
      if !pipeline.secrets.isEmpty { context.directory.removeSecrets() }
    }
    store(expecting: plan.steps.count)

    let ruleSet = RuleSet(
      settings: pipeline.rules, includesDefaults: true, conditions: pipeline.ruleConditions,
      steps: pipeline.stepGroups)
    // A step runs the code of the change.
    let baseReports =
      context.policy.commit == nil
      ? nil
      : ReportFiles.readBase(ruleSet.baseReportGlobs, in: context.repositoryRoot, context.policy)
    let lines = lineQuestion
    // In CI a commit is built; here it is what lies in the checkout.
    let addsUncommitted = !context.isCI && !request.base.isStaged && request.base.head == nil
    let tellsUncommitted = addsUncommitted && plan.checks.contains(.rules)
    let history = Background { [request, context, comparesTests] in
      let fetching = HistoryReader.Fetching(launcher: context.launcher) { text in
        context.observer.onEvent(.note(text))
      }
      var facts = HistoryFacts.read(
        request.base,
        with: HistoryReader(
          directory: context.gitFolder, environment: context.ownEnvironment,
          fetching: request.fetchesHistory ? fetching : nil, judge: context.policy.commit),
        rules: ruleSet, coverage: lines, countsTests: comparesTests, policy: context.policy)
      if tellsUncommitted, facts.changes != nil {
        facts.uncommitted = ChangeSet.uncommittedFiles(
          in: context.gitFolder, environment: context.ownEnvironment
        ).map(\.path)
      }
      return facts
    }

    var missesInput = false
    /// One for each package whose tests measured it.
    var coverageInputs: [CoverageInputs] = []
    var running: [String] = []
    var executions: [(index: Int, execution: StepExecution)] = []
    executions.reserveCapacity(plan.steps.count)
    let gate = StepGate(
      pipeline: pipeline, context: context, pullRequest: record.pullRequest,
      changes: { [context] in
        let changes = history.value(unless: context.cancellation)?.changes
        return addsUncommitted
          ? changes?.addingUncommitted(
            in: context.gitFolder, environment: context.ownEnvironment)
          : changes
      })
    StepScheduler(pipeline: pipeline, plan: plan, context: context, gate: gate).run(
      onStart: { id in
        running.append(id)
        change { $0.runningSteps = running }
      },
      onEnd: { index, execution in
        running.removeAll { $0 == execution.result.id }
        change { record in
          record.runningSteps = running.isEmpty ? nil : running
          record.add(execution)
        }
        executions.append((index, execution))
      })
    update { record = $0 }
    context.launcher.endDetached()
    context.upToDate?.finish(steps: Set(pipeline.steps.map(\.id)))
    record.restoreOrder(executions)
    let kept = context.buildCache?.finish() ?? []
    record.notes += context.remoteStore?.notes ?? []
    for (step, messages) in kept {
      for message in messages { context.observer.onEvent(.note("\(step): \(message)")) }
      guard let index = record.steps.firstIndex(where: { $0.id == step }) else { continue }
      record.steps[index].cache = (record.steps[index].cache ?? []) + messages
    }
    let path = CriticalPath.steps(plan.steps.map(\.step), record.steps)
    if path.count > 1 { record.criticalPath = path }
    executions.sort { $0.index < $1.index }
    // By their places: to copy thousands of executions takes longer than to look at them.
    for index in executions.indices {
      missesInput = missesInput || executions[index].execution.failedForLackOfInput
      if let inputs = executions[index].execution.coverage { coverageInputs.add(inputs) }
    }
    if !context.cancellation.isRequested { measureCoverage(coverageInputs, &record) }
    request.judged?.fill(&record, for: plan.checks)
    let facts = history.value(unless: context.cancellation) ?? HistoryFacts()
    missesInput =
      add(facts, to: &record, ruleSet, baseReports: baseReports) || missesInput
    missesInput = measurePatch(facts, coverageInputs, &record) || missesInput
    missesInput = facts.error != nil && comparesTests && !record.tests.isEmpty || missesInput
    RecordJudge(
      pipeline: pipeline, checks: plan.checks, state: context.state, policy: context.policy,
      earlierSteps: request.judged?.record.steps ?? [], declaredTests: facts.declaredTests
    ).judge(&record)
    if let note = notJudged(record) { record.notes.append(note) }
    if let mask = context.mask {
      record.findings = mask.masked(record.findings)
      record.notes = mask.masked(record.notes)
      record.changes = mask.masked(record.changes)
      record.pullRequest = mask.masked(record.pullRequest)
    }

    let exitCode = exitCode(record, missesInput: missesInput)
    record.verdict = CheckRun.verdict(exitCode)
    record.exitCode = Int(exitCode.status)
    store()
    return (record, exitCode)
  }

  /// Writes the secrets that are wanted as files; returns what the reader should know.
  private func provideSecrets() -> [String] {
    var notes = Secrets.unmaskable(pipeline, in: context.environment).map { name in
      "The value of \(name) is shorter than \(SecretMask.shortestLength) characters and is not "
        + "masked."
    }
    do throws(StorageError) {
      try context.directory.writeSecrets(
        pipeline.secrets.filter(\.isFile).compactMap { secret in
          context.environment[secret.name].map { (secret.name, $0) }
        })
    } catch {
      notes.append("Secrets were not written: \(error).")
    }
    return notes
  }

  // MARK: Facts

  private func measureCoverage(_ packages: [CoverageInputs], _ record: inout RunRecord) {
    guard let toolchain = context.toolchain, !packages.isEmpty else { return }
    let collector = CoverageCollector(toolchain: toolchain, launcher: context.launcher)
    for (index, inputs) in packages.enumerated() {
      let folder = RunDirectory.coveragePath(
        root: context.root, run: context.directory.id, number: index + 1)
      do throws(CoverageError) {
        let collected = try collector.collect(inputs, workDirectory: folder)
        record.coverage = record.coverage?.adding(collected.coverage) ?? collected.coverage
        record.notes += collected.notes
        record.findings += collected.findings
      } catch {
        record.coverage?.isPartial = true
        record.coverage?.isSelection = nil
        record.notes.append(
          "Coverage was not measured: \(error.description)." + (error.help.map { " \($0)" } ?? ""))
      }
    }
    // The merged profile stays; the raw ones can be as large as the binaries for each process.
    removeTree(context.directory.profileDirectory)
  }

  /// Whether the number of tests is compared with the merge base's.
  var comparesTests: Bool { pipeline.tests.minimum == .base && plan.checks.contains(.tests) }

  /// What is required of tests that a condition or the command line left out; `nil` when something
  /// was there to judge.
  private func notJudged(_ record: RunRecord) -> String? {
    let tests = record.steps.filter { $0.action == "swift-test" }
    let leftOut = tests.filter { $0.status == .skipped && $0.isUpToDate != true }
    guard !leftOut.isEmpty, leftOut.count == tests.count else { return nil }
    var keys: [String] = []
    if plan.checks.contains(.coverage), pipeline.coverage.requiresAnything,
      record.coverage == nil
    {
      keys.append("`coverage`")
    }
    if plan.checks.contains(.tests), pipeline.tests.requiresTests, record.tests.isEmpty {
      keys.append("`tests`")
    }
    guard !keys.isEmpty else { return nil }
    let steps = leftOut.map(\.id).joined(separator: ", ")
    return "\(keys.joined(separator: " and ")) of .ci.yml "
      + "\(keys.count == 1 ? "was" : "were") not judged: "
      + "\(leftOut.count == 1 ? "step" : "steps") \(steps) did not run."
  }

  // MARK: Verdict

  private func exitCode(_ record: RunRecord, missesInput: Bool) -> ExitCode {
    if let signal = context.cancellation.signal { return .cancelled(signal: signal) }
    // A missing input is told apart from a failure only when it is the whole trouble.
    let failedSteps = record.steps.count { $0.status == .failed }
    if missesInput, failedSteps <= 1, !record.tests.contains(where: { $0.failsTheRun }) {
      return .missingInput
    }
    return RecordJudge.exitCode(record, failOn: request.failOn)
  }

  static func verdict(_ exitCode: ExitCode) -> RunRecord.Verdict {
    switch exitCode {
    case .success: .passed
    case .cancelled: .cancelled
    default: .failed
    }
  }
}

extension StepResult.Status {
  /// Whether steps that need this one may run.
  var satisfiesNeeds: Bool {
    switch self {
    case .passed, .warned, .skipped: true
    case .failed, .blocked, .cancelled, .timedOut: false
    }
  }
}

extension StepExecution {
  fileprivate var failedForLackOfInput: Bool { missesInput && result.status == .failed }
}

extension [CoverageInputs] {
  /// Adds what a test step measured; two steps of one package are measured together.
  fileprivate mutating func add(_ other: CoverageInputs) {
    guard let index = firstIndex(where: { $0.packageRoot == other.packageRoot }) else {
      append(other)
      return
    }
    self[index].profiles += other.profiles
    self[index].edited.formUnion(other.edited)
    self[index].objects += other.objects.filter { !self[index].objects.contains($0) }
    let known = self[index]
    self[index].isPartial = known.isPartial || other.isPartial
    self[index].isSelection =
      self[index].isPartial && known.isWholeSelection && other.isWholeSelection
  }
}

extension CoverageInputs {
  /// Everything that was chosen is there.
  fileprivate var isWholeSelection: Bool { !isPartial || isSelection }
}
