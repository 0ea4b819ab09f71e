import CIModel
import CoverageData
import LogParsing
import PipelineConfig
import ProcessExecution
import TestExecution

/// `swift-test`: builds the tests when nothing before did, then drives the test product itself.
///
/// Where there is no product that can be driven (the swiftbuild backend, macOS bundles), it falls
/// back to `swift test` and says so.
struct SwiftTestStep {
  let planned: Plan.PlannedStep
  let options: SwiftTestOptions
  let policy: CoveragePolicy

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    var diagnostics: [Diagnostic] = []
    if planned.buildsTests {
      var build = planned
      build.commands = Array(planned.commands.prefix(1))
      let built = try ToolStep(planned: build).execute(&session)
      guard built.result.status == .passed else { return built }
      diagnostics = built.diagnostics
    }
    var execution: StepExecution
    switch try inspectPackage(session) {
    case .failure(let failed):
      execution = failed.execution
    case .success(let package):
      execution = try runTests(of: package, &session)
    }
    execution.diagnostics = diagnostics + execution.diagnostics
    return execution
  }

  // MARK: Finding the product

  private struct BuiltPackage {
    var description: PackageDescription
    var products: BuildProducts
  }

  private struct Stopped: Error {
    var execution: StepExecution
  }

  private var configurationArguments: [String] {
    options.configuration == .release ? ["-c", "release"] : []
  }

  /// Asks SwiftPM what the package is called and where it was built.
  private func inspectPackage(
    _ session: StepSession
  ) throws(LaunchError) -> Result<BuiltPackage, Stopped> {
    let describe = Plan.Command("swift", ["package", "describe", "--type", "json"])
    let binPath = Plan.Command(
      "swift", ["build", "--show-bin-path"] + configurationArguments + options.arguments)
    let description = try session.ask(describe)
    let folder = try session.ask(binPath)
    for (command, capture) in [(describe, description), (binPath, folder)]
    where !capture.termination.isSuccess {
      var result = session.failure(capture.termination) ?? session.result(.failed)
      if result.status == .failed {
        let message = capture.errorText.split(whereSeparator: \.isNewline).last ?? ""
        result.reason = "`\(command.shellText)` failed: \(message)"
      }
      return .failure(Stopped(execution: StepExecution(result)))
    }
    do throws(CoverageError) {
      let package = try PackageDescription(json: description.standardOutput)
      let lines = folder.text.split(whereSeparator: \.isNewline)
      let path = lines.last.map(String.init) ?? ""
      return .success(
        BuiltPackage(
          description: package, products: BuildProducts(binPath: path, package: package)))
    } catch {
      return .failure(
        Stopped(execution: StepExecution(session.result(.failed, reason: error.description))))
    }
  }

  // MARK: Running

  private func runTests(
    of package: BuiltPackage, _ session: inout StepSession
  ) throws(LaunchError) -> StepExecution {
    guard package.description.targets.contains(where: { $0.kind == .test }) else {
      return noTests(session, "the package has no test target")
    }
    let path = TestProduct.path(
      package: package.description.name, binPath: package.products.binPath)
    guard let path else {
      if planned.requiresFreshProduct {
        return missing(session, "the tests are not built; run `devtool check test` once")
      }
      return try SwiftTestFallback(options: options).execute(&session)
    }
    if planned.requiresFreshProduct,
      let newer = SourceFreshness.newerSource(than: path, packageRoot: session.directory)
    {
      return missing(
        session, "the built tests are older than \(newer); run `devtool check test` to build them")
    }
    do throws(TestExecutionError) {
      return try drive(path, package, &session)
    } catch {
      switch error {
      case .launch(let error):
        throw error
      case .cannotListTests(_, .exited, _):
        // A main program of its own, such as Spectre's, that knows no such option.
        return try SwiftTestFallback(options: options).execute(&session)
      case .cannotListTests(_, let termination, let message):
        return cannotListTests(session, termination, message)
      }
    }
  }

  private func cannotListTests(
    _ session: StepSession, _ termination: Termination, _ message: String
  ) -> StepExecution {
    if let failure = session.failure(termination), failure.status != .failed {
      return StepExecution(failure)
    }
    let lastLine = message.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
    let reason = "the test product cannot list its tests (\(termination.words))\(lastLine)"
    return StepExecution(session.result(.failed, reason: reason))
  }

  private func drive(
    _ path: String, _ package: BuiltPackage, _ session: inout StepSession
  ) throws(TestExecutionError) -> StepExecution {
    let id = planned.step.id
    let context = session.context
    let observer = context.observer
    let log = session.log
    let folders: (tests: String, profiles: String?)
    do throws(StorageError) {
      folders = (
        try context.directory.testDirectory(step: id),
        options.coverage ? try context.directory.profileDirectory(step: id) : nil
      )
    } catch {
      return StepExecution(session.result(.failed, reason: error.description))
    }
    var execution = TestExecutionContext(
      launcher: context.launcher, environment: session.environment, directory: session.directory,
      repositoryRoot: context.repositoryRoot, scratchDirectory: folders.tests,
      profileDirectory: folders.profiles,
      eventStreamVersion: TestExecutionContext.eventStreamVersion(
        toolchain: context.toolchain?.version ?? ""),
      customWarnings: session.customWarnings, deadline: session.deadline,
      onOutput: { bytes in
        log.append(bytes)
        observer.onOutput(id, bytes)
      }, onEvent: { observer.onEvent(.log(stepID: id, $0)) })
    execution.onNote = { observer.onEvent(.note("  \($0)")) }

    var product = TestProduct(path: path)
    try product.listTests(execution)
    if product.testCount == 0 { return noTests(session, "the test targets hold no test") }
    session.announce(relative(path, to: session.directory))
    var settings = TestSettings()
    settings.workers = processorCount()
    let plan = TestPlan(product, settings: settings)
    let tests = try TestExecutor(product: product, plan: plan, context: execution).run()
    var result = StepExecution(judge(tests, session))
    result.tests = tests.tests
    result.crashes = tests.crashes.map {
      $0.located(in: package.description, prefix: context.prefix(of: session.directory))
    }
    result.runtimeWarnings = tests.runtimeWarnings
    result.findings = tests.observations.map(\.finding)
    result.notes += tests.notices.map { "Step \(id): \($0)" }
    if let profiles = folders.profiles {
      switch coverageInputs(profiles, package, session, isPartial: tests.isPartial) {
      case .success(let inputs): result.coverage = inputs
      case .failure(let error): result.notes.append("Coverage: \(error.description).")
      }
    }
    return result
  }

  private func relative(_ path: String, to folder: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  /// The step's status from what the tests did.
  private func judge(_ tests: TestExecutionResult, _ session: StepSession) -> StepResult {
    if tests.wasCancelled { return session.result(.cancelled, reason: "cancelled") }
    if tests.timedOut, let failure = session.failure(.timedOut) { return failure }
    var reasons: [String] = []
    let failed = tests.tests.count { $0.outcome == .failed }
    if failed > 0 { reasons.append(counted(failed, "test") + " failed") }
    let crashed = tests.tests.count { $0.outcome == .crashed || $0.outcome == .unfinished }
    if crashed > 0 { reasons.append(counted(crashed, "test") + " crashed") }
    let notRun = tests.tests.count { $0.outcome == .notRun }
    if notRun > 0 { reasons.append(counted(notRun, "test") + " did not run") }
    reasons += tests.problems
    if reasons.isEmpty { return session.result(.passed, exitCode: 0) }
    return session.result(
      .failed, exitCode: tests.exitCode, reason: reasons.joined(separator: ", "))
  }

  private func coverageInputs(
    _ profiles: String, _ package: BuiltPackage, _ session: StepSession, isPartial: Bool
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
        targets: package.description.targets, isPartial: isPartial,
        policy: policy)
    }
  }

  // MARK: Nothing to run

  /// A default pipeline leaves the step out; one that was written down asked for tests.
  private func noTests(_ session: StepSession, _ reason: String) -> StepExecution {
    StepExecution(
      session.context.isDefaultPipeline
        ? session.result(.skipped, reason: reason)
        : session.result(.failed, reason: "\(reason), so no test ran"))
  }

  private func missing(_ session: StepSession, _ reason: String) -> StepExecution {
    var execution = StepExecution(session.result(.failed, reason: reason))
    execution.missesInput = true
    return execution
  }
}
