import CIModel
import CoverageData
import LogParsing
import PipelineConfig
import ProcessExecution
import TestExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Drives the test product of a `swift-test` step: plans, runs the tests in their surroundings, and
/// makes the step's result of what became of them.
struct DrivenTests {
  let planned: Plan.PlannedStep
  let options: SwiftTestOptions
  let pipeline: Pipeline

  func run(
    _ found: TestProduct, _ package: BuiltPackage, _ session: inout StepSession,
    _ freshness: SourceFreshness
  ) throws(TestExecutionError) -> StepExecution {
    let id = planned.step.id
    let context = session.context
    let folders: (tests: String, profiles: String?)
    do throws(StorageError) {
      folders = (
        try context.directory.testDirectory(step: id),
        options.coverage ? try context.directory.profileDirectory(step: id) : nil
      )
    } catch {
      return StepExecution(session.result(.failed, reason: error.description))
    }
    let surroundings: TestSurroundings
    do throws(TestSurroundings.Failure) {
      surroundings = try TestSurroundings(options, pipeline.tests, pipeline: pipeline, session)
    } catch {
      return session.missing(error.reason)
    }
    var execution = executionContext(session, tests: folders.tests, profiles: folders.profiles)
    execution.environment = surroundings.environment.merging(sanitizerOptions(session)) { $1 }
    execution.hook = surroundings.hook
    var product = found
    try TestListings(context.state).list(&product, execution)
    var suite = SuiteResult(
      package.description, product, prefix: context.prefix(of: session.directory))
    if product.testCount == 0 {
      return session.noTests("the test targets hold no test", suite)
    }

    let history = TestHistoryAccess(session, options)
    let apart = ApartUse(
      history.store, directory: session.step.directory, pipeline.tests)
    var planning = TestPlanning(
      request: TestRequest(options: options, slowSeconds: pipeline.tests.slowWarnSeconds),
      history: history, apart: apart)
    let scope = ByTestScope(session: session, options: options, pipeline: pipeline)
    var choice: TestChoice?
    if options.onlyAffected {
      let made = AffectedSelection(scope).choose(
        package.description, listed: (product.xctests + product.swiftTestingTests).map(\.text),
        failed: history.failed)
      (choice, planning.affected) = (TestChoice(made, step: id, product), made.ids)
    }
    let recording = recording(of: package, scope, profiles: folders.profiles)
    if case .success = recording { planning.request.isIsolated = true }
    let plan = try planning.plan(product)
    choice?.notRun.removeAll { id in plan.tests.contains { $0.id.text == id } }
    guard !plan.tests.isEmpty else {
      var execution = nothingChosen(plan, session, choice)
      execution.result.suite = suite
      execution.result.suite?.isPart = true
      return execution
    }
    let plain = execution
    if case .success(let recording) = recording {
      execution.hook = execution.hook.wrapped(by: recording.hook)
    }
    session.announce(
      product.executables.map { relative($0, to: session.directory) }.joined(separator: " "))
    if let count = plan.runCount {
      context.observer.onEvent(.progress(stepID: id, .testsPlanned(count)))
    }
    let testsBegin = SuspendingClock.now
    var tests = try TestExecutor(product: product, plan: plan, context: execution).run()
    suite.durationSeconds = (SuspendingClock.now - testsBegin).seconds
    if let mask = session.mask { tests.tests = tests.tests.map { mask.masked($0) } }
    let seen = try surroundings.conclude(&tests, policy: pipeline.tests) {
      ids throws(TestExecutionError) in
      try runAlone(ids, plan, product, plain)
    }
    // What Swift Testing says of tests lies there as it was said.
    if session.mask != nil { removeTree(folders.tests) }
    history.explain(&tests.tests)
    if pipeline.tests.assertions != .ignore {
      SilentTestSearch(
        package: package.description, packageRoot: session.directory,
        prefix: context.prefix(of: session.directory)
      ).mark(&tests.tests)
    }
    let quarantine = QuarantineUse(pipeline.tests, session)
    quarantine.mark(&tests.tests)

    var result = StepExecution(TestVerdict(tests: tests).result(session))
    result.result.shard = plan.stepShard(options)
    result.tests = tests.tests.map { $0.withReproduceCommand(step: id) }
    result.crashes = tests.crashes.map {
      $0.located(in: package.description, prefix: context.prefix(of: session.directory))
    }
    result.runtimeWarnings = tests.runtimeWarnings
    result.findings =
      tests.observations.map(\.finding) + seen
      + quarantine.findings(plan: plan, product: product, history: history)
      + apart.findings(product)
    result.notes += (history.notes + planning.notes(plan)).map { "Step \(id): \($0)" }
    result.notes += apart.notes(plan, tests.tests).map { "Step \(id): \($0)" }
    result.notes += surroundings.notes.map { "Step \(id): \($0)" }
    result.notes += tests.notices.map { "Step \(id): \($0)" }
    if plan.settings.isStress {
      result.notes.append(
        "Step \(id): \(counted(tests.rounds, "round")) of \(counted(plan.tests.count, "test")).")
    }
    if let note = TestPlanning.slownessNote(tests.tests) {
      result.notes.append("Step \(id): \(note)")
    }
    result.choice = choice
    result.notes += choice.map { $0.notes(step: id) } ?? []
    history.add(tests.tests, to: context.bookkeeping, step: id)
    apart.add(plan, tests.tests, product, to: context.bookkeeping, step: id)
    switch recording {
    case .success(let recording):
      result.notes += (recording.writeSums().map { [$0] } ?? []).map { "Step \(id): \($0)" }
      result.notes += recording.keep(tests, package, newer: freshness.edits().first?.path).map {
        "Step \(id): \($0)"
      }
    case .failure(let refusal):
      if let note = refusal.note { result.notes.append("Step \(id): \(note)") }
    }
    let gaps = CoverageGaps(plan, tests, options)
    suite.isPart = gaps.isPart ? true : nil
    result.result.suite = suite
    if let profiles = folders.profiles {
      switch coverageInputs(profiles, package, session, gaps) {
      case .success(var inputs):
        let prefix = context.prefix(of: session.directory)
        inputs.edited = Set(
          freshness.edits().map { context.pathInRepository($0.path, prefix: prefix) })
        result.coverage = inputs
        result.notes += uninstrumented(package)
      case .failure(let error): result.notes.append("Coverage: \(error.description).")
      }
      if let note = gaps.note { result.notes.append("Step \(id): \(note)") }
    }
    return result
  }

  /// Why the lines of the tests are not recorded.
  private struct NoRecording: Error {
    /// A sentence; `nil` when nobody asked.
    var note: String?
  }

  /// What records the lines of each test, where that was asked for and is possible.
  private func recording(
    of package: BuiltPackage, _ scope: ByTestScope, profiles: String?
  ) -> Result<ByTestRecording, NoRecording> {
    guard pipeline.coverage.byTest != nil, !options.onlyAffected, !options.onlyFailed else {
      return .failure(NoRecording())
    }
    guard let profiles else {
      return .failure(
        NoRecording(note: "Coverage by test needs `coverage: true` of the swift-test step."))
    }
    guard !options.isNarrowed, options.shard == nil, options.repetitions == 1,
      options.stressDuration == nil
    else {
      return .failure(
        NoRecording(note: "Which tests run which lines is recorded by a run of all tests only."))
    }
    do throws(CoverageError) {
      return .success(try ByTestRecording(package, scope, profiles: profiles))
    } catch {
      return .failure(NoRecording(note: "Coverage by test: \(error.description)."))
    }
  }

  /// Runs tests again, one at a time, to see which of them does what several may have done.
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
    quiet.onEvent = { _ in }
    context.onNote("running \(counted(ids.count, "test")) alone to see which uses the network")
    _ = try TestExecutor(product: product, plan: alone, context: quiet).run()
  }

  private func executionContext(
    _ session: StepSession, tests: String, profiles: String?
  ) -> TestExecutionContext {
    let id = planned.step.id
    let observer = session.context.observer
    let log = session.log
    let mask = session.mask
    let trace = session.context.trace
    let pass = { @Sendable (bytes: UnsafeRawBufferPointer) in
      log.append(bytes)
      observer.onOutput(id, bytes)
    }
    let output = mask.map { MaskedLines($0, pass).take } ?? pass
    var execution = TestExecutionContext(
      launcher: session.context.launcher, environment: session.environment,
      directory: session.directory, repositoryRoot: session.context.repositoryRoot,
      scratchDirectory: tests, profileDirectory: profiles,
      eventStreamVersion: TestExecutionContext.eventStreamVersion(
        toolchain: session.context.toolchain?.version ?? ""),
      customWarnings: session.customWarnings, deadline: session.deadline,
      onOutput: output,
      onEvent: { event in
        // An event that holds a secret is not worth taking apart: the log has its line.
        let words = String(describing: event).replacing("\\u{1B}", with: "\u{1B}")
        if let mask, mask.finds(in: Array(words.utf8)) { return }
        observer.log(id, event)
        trace?.take(event, step: id)
      })
    execution.cleanupLauncher = session.context.cleanupLauncher
    execution.onNote = { observer.onEvent(.note("  \($0)")) }
    execution.grace = Grace(
      interrupt: .seconds(1), terminate: .seconds(1), linger: .seconds(2))
    return execution
  }

  /// XCTest itself leaks on Linux, so that a search for leaks would fail every run; who wants it says
  /// so in `env`.
  private func sanitizerOptions(_ session: StepSession) -> [String: String] {
    guard options.sanitizer == .address, session.environment["ASAN_OPTIONS"] == nil,
      session.environment["LSAN_OPTIONS"] == nil
    else { return [:] }
    return ["ASAN_OPTIONS": "detect_leaks=0"]
  }

  private func relative(_ path: String, to folder: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// What a requirement on coverage does not see.
  private func uninstrumented(_ package: BuiltPackage) -> [String] {
    let targets = package.products.uninstrumentedTargets
    guard pipeline.coverage.asksForLines, !targets.isEmpty else { return [] }
    return [
      "Coverage leaves out \(targets.joined(separator: ", ")): the native build system measures "
        + "Swift alone; `build-system: swiftbuild` measures C, too."
    ]
  }

  private func coverageInputs(
    _ profiles: String, _ package: BuiltPackage, _ session: StepSession, _ gaps: CoverageGaps
  ) -> Result<CoverageInputs, CoverageError> {
    Result { () throws(CoverageError) in
      CoverageInputs(
        profiles: folderContents(profiles).filter { $0.hasSuffix(".profraw") }.sorted()
          .map { "\(profiles)/\($0)" }
          // A process that died leaves an empty one. When it was ours, the data is partial, and that
          // is known; a process that a test ended is the test's own business.
          .filter { !isEmptyFile($0) },
        objects: try package.products.objects(),
        repositoryRoot: session.context.repositoryRoot, packageRoot: session.directory,
        targets: package.description.targets, isPartial: !gaps.isEmpty,
        isSelection: gaps.isSelection, policy: pipeline.coverage)
    }
  }

  /// A shard may be empty when there are more machines than tests; a filter that matches nothing is
  /// a mistake.
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
        reason: "no test matches the filter (\(counted(plan.listedCount, "test")))"))
  }
}

extension TestPlan {
  /// How many tests run, each repetition counted; `nil` for a run of a certain length.
  fileprivate var runCount: Int? {
    guard settings.stressDuration == nil else { return nil }
    let (count, isTooMuch) = tests.count.multipliedReportingOverflow(by: settings.repetitions)
    return isTooMuch ? nil : count
  }

  /// What the record keeps of the shard, so that it can be merged with the others.
  fileprivate func stepShard(_ options: SwiftTestOptions) -> StepShard? {
    guard let shard else { return nil }
    return StepShard(
      index: shard.index, count: shard.count, split: splitFingerprint ?? "",
      isNarrowed: options.isNarrowed || options.onlyFailed ? true : nil)
  }
}
