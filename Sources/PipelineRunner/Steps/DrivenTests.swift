import CIModel
import CoverageByTest
import CoverageData
import FileSystem
import LogParsing
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import SecretMasking
import SwiftPackage
import TestExecution

/// Drives the test product of a `swift-test` step: plans and runs the tests in their surroundings,
/// and derives the step's result.
struct DrivenTests {
  let planned: Plan.PlannedStep
  let options: SwiftTestOptions
  let pipeline: Pipeline

  private func suite(
    of product: TestProduct, _ package: BuiltPackage, _ session: StepSession
  ) -> SuiteResult {
    let prefix = session.run.environment.prefix(of: session.directory)
    var suite = SuiteResult(package.description, product, prefix: prefix)
    let findsAllTests = pipeline.steps.contains { step in
      if case .swiftBuild(let build) = step.action { build.findsAllTests } else { false }
    }
    if !findsAllTests {
      suite.testList = package.description.testList(in: session.directory).map { prefix + $0 }
    }
    return suite
  }

  func run(
    _ found: TestProduct, _ package: BuiltPackage, _ session: inout StepSession,
    _ freshness: SourceFreshness
  ) throws(TestExecutionError) -> StepExecution {
    let folders: Folders
    do throws(FileError) {
      folders = try makeFolders(session.run.services.directory)
    } catch {
      return StepExecution(session.result(.failed, reason: error.description))
    }
    let surroundings: TestSurroundings
    do throws(TestSurroundings.Failure) {
      surroundings = try TestSurroundings(options, pipeline.tests, pipeline: pipeline, session)
    } catch {
      return session.missing(error.reason)
    }
    var context = executionContext(session, tests: folders.tests, profiles: folders.profiles)
    context.environment = surroundings.environment.merging(sanitizerOptions(session)) { $1 }
    context.hook = surroundings.hook
    var product = found
    try TestListings(session.run.services.state).list(&product, context)
    var suite = suite(of: product, package, session)
    if product.testCount == 0 {
      let reason = suite.testList.map {
        "SwiftPM runs only the tests that \($0) lists, and it lists none"
      }
      return session.noTests(reason ?? "the test targets contain no tests", suite)
    }

    let chosen = try choose(product, package, session, profiles: folders.profiles)
    guard !chosen.plan.tests.isEmpty else {
      var execution = nothingChosen(chosen.plan, session, chosen.choice)
      suite.isPart = true
      execution.result.suite = suite
      return execution
    }
    session.announce(
      product.executables.map { $0.relative(to: session.directory) }.joined(separator: " "))
    var ran = try execute(chosen, product, context, surroundings, session)
    suite.durationSeconds = ran.seconds
    // The folder contains the unmasked event streams of Swift Testing.
    if session.mask != nil { removeTree(folders.tests) }
    explain(&ran.tests, chosen, package, session)

    var execution = result(of: ran, chosen, product, package, session)
    execution.notes += (surroundings.notes + ran.tests.notices).map(note)
    let gaps = CoverageGaps(chosen.plan, ran.tests, options)
    keep(
      ran, chosen, product, package, freshness, isPart: gaps.isPart, session.run.services.writes,
      &execution)
    suite.isPart = gaps.isPart ? true : nil
    execution.result.suite = suite
    if let profiles = folders.profiles {
      addCoverage(profiles, package, session, gaps, freshness, &execution)
    }
    return execution
  }

  private struct Folders {
    var tests: String
    /// `nil` when no coverage is measured.
    var profiles: String?
  }

  private func makeFolders(_ directory: RunDirectory) throws(FileError) -> Folders {
    let id = planned.step.id
    return Folders(
      tests: try directory.testDirectory(step: id),
      profiles: options.coverage ? try directory.profileDirectory(step: id) : nil)
  }

  func note(_ sentence: String) -> String { "Step \(planned.step.id): \(sentence)" }

  // MARK: Choosing

  /// The tests to run, and the data of earlier runs that they were chosen with.
  private struct ChosenTests {
    var plan: TestPlan
    var planning: TestPlanning
    /// The choice of `--affected`; `nil` without it.
    var choice: TestChoice?
    var history: TestHistoryAccess
    var apart: ApartUse
    var quarantine: QuarantineUse
    var recording: Result<ByTestRecording, NoRecording>
  }

  private func choose(
    _ product: TestProduct, _ package: BuiltPackage, _ session: StepSession, profiles: String?
  ) throws(TestExecutionError) -> ChosenTests {
    let history = TestHistoryAccess(session, options)
    let apart = ApartUse(history.store, directory: session.step.directory, pipeline.tests)
    var planning = TestPlanning(
      request: TestRequest(options: options, slowSeconds: pipeline.tests.slowWarnSeconds),
      product: product, history: history, apart: apart)
    let scope = ByTestScope(session, options)
    var choice: TestChoice?
    if options.onlyAffected {
      let made = AffectedSelection(scope).choose(
        package.description, listed: product.ids,
        failed: history.failed)
      (choice, planning.affected) = (TestChoice(made, step: planned.step.id, product), made.ids)
    }
    let recording = recording(of: package, scope, profiles: profiles)
    if case .success = recording { planning.request.isIsolated = true }
    let plan = try planning.plan()
    choice?.notRun.removeAll { id in plan.tests.contains { $0.id.text == id } }
    return ChosenTests(
      plan: plan, planning: planning, choice: choice, history: history, apart: apart,
      quarantine: QuarantineUse(pipeline.tests, session), recording: recording)
  }

  // MARK: Running

  private struct RanTests {
    var tests: TestExecutionResult
    /// Observations of the tests' effects on their surroundings.
    var observations: [StepObservation]
    var seconds: Double
  }

  private func execute(
    _ chosen: ChosenTests, _ product: TestProduct, _ plain: TestExecutionContext,
    _ surroundings: TestSurroundings, _ session: StepSession
  ) throws(TestExecutionError) -> RanTests {
    var context = plain
    if case .success(let recording) = chosen.recording {
      context.hook = context.hook.wrapped(by: recording.hook)
    }
    if let count = chosen.plan.runCount {
      session.run.services.observer.onEvent(
        .progress(stepID: planned.step.id, .testsPlanned(count)))
    }
    let begin = SuspendingClock.now
    var tests = try TestExecutor(product: product, plan: chosen.plan, context: context).run()
    let seconds = (SuspendingClock.now - begin).seconds
    if let mask = session.mask { tests.tests = tests.tests.map { mask.masked($0) } }
    let observations = try surroundings.conclude(&tests) {
      ids throws(TestExecutionError) in
      try runAlone(ids, chosen.plan, product, plain)
    }
    return RanTests(tests: tests, observations: observations, seconds: seconds)
  }

  // MARK: Results

  /// Adds to each test facts from earlier runs, its source location and its quarantine entry.
  private func explain(
    _ tests: inout TestExecutionResult, _ chosen: ChosenTests, _ package: BuiltPackage,
    _ session: StepSession
  ) {
    let isPart = CoverageGaps(chosen.plan, tests, options).isPart
    chosen.history.explain(&tests.tests, isPart: isPart)
    let sources = TestSources(
      package.description, packageRoot: session.directory,
      prefix: session.run.environment.prefix(of: session.directory))
    sources.locate(&tests.tests)
    if pipeline.tests.assertions != .ignore { sources.markSilent(&tests.tests) }
    chosen.quarantine.mark(&tests.tests)
  }

  private func result(
    of ran: RanTests, _ chosen: ChosenTests, _ product: TestProduct, _ package: BuiltPackage,
    _ session: StepSession
  ) -> StepExecution {
    let (tests, plan) = (ran.tests, chosen.plan)
    var execution = StepExecution(TestVerdict(tests: tests).result(session))
    execution.result.shard = plan.stepShard(options)
    execution.tests = tests.tests.map { $0.withReproduceCommand(step: planned.step.id) }
    execution.crashes = tests.crashes.map {
      $0.located(
        in: package.description, prefix: session.run.environment.prefix(of: session.directory))
    }
    (execution.runtimeWarnings, execution.diagnostics) = (tests.runtimeWarnings, tests.diagnostics)
    execution.observations =
      ran.observations
      + chosen.quarantine.observations(product, tests.tests, chosen.history)
      + chosen.apart.observations(product)
    execution.choice = chosen.choice
    execution.notes += (chosen.history.notes + chosen.planning.notes(plan)).map(note)
    execution.notes += chosen.apart.notes(plan, tests.tests).map(note)
    execution.notes += chosen.choice?.notes(step: planned.step.id) ?? []
    if plan.settings.isStress {
      execution.notes.append(
        note("\(counted(tests.rounds, "round")) of \(counted(plan.tests.count, "test"))."))
    }
    if let slowness = TestPlanning.slownessNote(tests.tests) {
      execution.notes.append(note(slowness))
    }
    return execution
  }

  /// Stores the test results for later runs.
  private func keep(
    _ ran: RanTests, _ chosen: ChosenTests, _ product: TestProduct, _ package: BuiltPackage,
    _ freshness: SourceFreshness, isPart: Bool, _ writes: DeferredWrites,
    _ execution: inout StepExecution
  ) {
    let (id, tests) = (planned.step.id, ran.tests)
    chosen.history.add(tests.tests, isPart: isPart, to: writes, step: id)
    chosen.apart.add(chosen.plan, tests.tests, product, to: writes, step: id)
    switch chosen.recording {
    case .success(let recording):
      let notes = recording.writeSums().map { [$0] } ?? []
      execution.notes +=
        (notes + recording.keep(tests, package, newer: freshness.edits().first?.path)).map(note)
    case .failure(let refusal):
      execution.notes += refusal.note.map { [note($0)] } ?? []
    }
  }

  /// Why coverage by test is not recorded.
  private struct NoRecording: Error {
    /// A sentence; `nil` when it was not asked for.
    var note: String?
  }

  /// The recording of coverage by test, when it is requested and possible.
  private func recording(
    of package: BuiltPackage, _ scope: ByTestScope, profiles: String?
  ) -> Result<ByTestRecording, NoRecording> {
    guard pipeline.coverage.byTest != nil, !options.onlyAffected, !options.onlyFailed else {
      return .failure(NoRecording())
    }
    guard let profiles else {
      return .failure(
        NoRecording(note: "Coverage by test needs `coverage: true` in the swift-test step."))
    }
    guard !options.isNarrowed, options.shard == nil, options.repetitions == 1,
      options.stressDuration == nil
    else {
      return .failure(
        NoRecording(note: "Coverage by test is recorded only when all tests run."))
    }
    do throws(CoverageError) {
      return .success(try ByTestRecording(package, scope, profiles: profiles))
    } catch {
      return .failure(NoRecording(note: "Coverage by test: \(error.description)."))
    }
  }

  /// Runs tests again, one at a time, to find which of several tests uses the network.
  private func runAlone(
    _ ids: Set<String>, _ plan: TestPlan, _ product: TestProduct, _ context: TestExecutionContext
  ) throws(TestExecutionError) {
    var alone = plan
    alone.tests.removeAll { !ids.contains($0.id.text) }
    let timeout = plan.settings.timeout
    alone.settings = TestSettings()
    alone.settings.timeout = timeout
    alone.settings.looksForInterference = false
    var quiet = context
    quiet.scratchDirectory += "/alone"
    makeFolder(quiet.scratchDirectory)
    quiet.profileDirectory = nil
    quiet.attachments = nil
    quiet.onEvent = { _ in }
    context.onNote(
      "running \(counted(ids.count, "test")) alone to find out which one uses the network")
    _ = try TestExecutor(product: product, plan: alone, context: quiet).run()
  }

  /// The execution of a step without chosen tests. A shard may be empty when there are more
  /// machines than tests; a filter that matches nothing is a mistake.
  private func nothingChosen(
    _ plan: TestPlan, _ session: StepSession, _ choice: TestChoice?
  ) -> StepExecution {
    if let choice, choice.isPart, !options.isNarrowed, plan.selectedCount == 0 {
      var execution = StepExecution(
        session.result(
          .skipped,
          reason: "none of the \(counted(plan.listedCount, "test")) is affected by the change"))
      execution.choice = choice
      execution.notes = choice.notes(step: planned.step.id)
      return execution
    }
    if plan.selectedCount > 0, let shard = plan.shard {
      var result = session.result(
        .passed, exitCode: 0,
        reason: "shard \(shard.text) has none of the \(counted(plan.selectedCount, "test"))")
      result.shard = plan.stepShard(options)
      return StepExecution(result)
    }
    return StepExecution(
      session.result(
        .failed,
        reason: options.nothingChosen(of: plan.listedCount)))
  }
}

extension TestPlan {
  /// The shard as stored in the record, so that it can be merged with the others.
  fileprivate func stepShard(_ options: SwiftTestOptions) -> StepShard? {
    guard let shard else { return nil }
    return StepShard(
      index: shard.index, count: shard.count, split: splitFingerprint ?? "",
      isNarrowed: options.isNarrowed || options.onlyFailed ? true : nil)
  }
}
