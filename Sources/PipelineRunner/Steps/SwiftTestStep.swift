import CIModel
import CoverageByTest
import PipelineConfig
import ProcessExecution
import RunEvents
import SwiftPackage
import TestExecution

/// `swift-test`: builds the tests unless an earlier step did, then drives the test product itself.
///
/// Without a product that can be driven (macOS bundles), it falls back to `swift test` and adds a
/// note.
struct SwiftTestStep {
  let planned: Plan.PlannedStep
  let options: SwiftTestOptions
  let pipeline: Pipeline

  init(_ scope: StepScope, _ options: SwiftTestOptions) {
    planned = scope.planned
    self.options = options
    pipeline = scope.run.pipeline
  }

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    var built: StepExecution?
    if planned.buildsTests {
      var build = planned
      build.commands = Array(planned.commands.prefix(1))
      let execution = try CachedBuild(planned: build).execute(&session)
      guard execution.result.status == .passed, !planned.runsNoTests else { return execution }
      built = execution
    }
    if planned.runsNoTests { return StepExecution(session.result(.passed)) }
    var execution: StepExecution
    switch try BuiltPackage.inspect(session, arguments: SwiftTestStep.buildArguments(options)) {
    case .failure(let failed):
      execution = failed.execution
    case .success(let package):
      execution = try runTests(of: package, &session)
    }
    if let built {
      execution.diagnostics = built.diagnostics + execution.diagnostics
      execution.notes = built.notes + execution.notes
      execution.result.cache = built.result.cache
      execution.result.isIncremental = built.result.isIncremental
    }
    return execution
  }

  /// The arguments of `swift build` that determine where the tests are built.
  static func buildArguments(_ options: SwiftTestOptions) -> [String] {
    (options.configuration == .release ? ["-c", "release"] : [])
      + (options.sanitizer?.buildArguments ?? []) + options.allArguments
  }

  private func runTests(
    of package: BuiltPackage, _ session: inout StepSession
  ) throws(LaunchError) -> StepExecution {
    guard package.description.targets.contains(where: { $0.kind == .test }) else {
      return session.noTests("the package has no test target", SuiteResult(targets: []))
    }
    let product = TestProduct.find(
      package: package.description.name, testTargets: package.description.testTargetNames,
      binPath: package.products.binPath)
    guard let product, options.runner == .direct else {
      if planned.requiresFreshProduct, product == nil {
        return session.missing("the tests are not built; run `devtool check test` once")
      }
      return try fallBack(
        &session,
        because: options.runner == .direct
          ? "this build has no test product that devtool can run itself" : "the step asks for it")
    }
    var freshness = SourceFreshness(
      products: product.linkedFiles,
      sources: BuiltSources.Search(package, packageRoot: session.directory),
      state: session.run.services.state)
    if let start = session.run.services.buildStarts.start(for: planned.step) {
      freshness.noteBuild(startedAt: start)
    } else if planned.requiresFreshProduct, let gap = freshness.gap(coverage: options.coverage) {
      return session.missing("\(gap); run `devtool check test` to build them")
    }
    do throws(TestExecutionError) {
      return try DrivenTests(planned: planned, options: options, pipeline: pipeline).run(
        product, package, &session, freshness)
    } catch {
      switch error {
      case .launch(let error):
        throw error
      case .cannotListTests(_, .exited, _):
        // A program such as Spectre's does not have the option.
        return try fallBack(&session, because: "they have a main program of their own")
      case .cannotListTests(_, let termination, let message):
        return cannotListTests(session, termination, message)
      case .badPattern(let pattern, let message):
        return StepExecution(
          session.result(
            .failed, reason: "'\(pattern)' \(message)"))
      }
    }
  }

  /// Runs the tests through `swift test`, whose processes devtool cannot intercept.
  private func fallBack(
    _ session: inout StepSession, because reason: String
  ) throws(LaunchError) -> StepExecution {
    if options.network == .deny {
      return session.missing(
        "`network: deny` cannot be enforced here: the tests can only run through `swift test`")
    }
    var execution = try SwiftTestFallback(options: options, reason: reason).execute(&session)
    if options.network == .report || options.cleanRoom == true {
      execution.notes.append(
        "Step \(planned.step.id): `network` and `clean-room` have no effect when the tests "
          + "run through `swift test`.")
    }
    return execution
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
}

extension StepSession {
  /// The execution of a step without tests: the default pipeline skips it; an explicit pipeline
  /// asked for tests, so the step fails.
  func noTests(_ reason: String, _ suite: SuiteResult) -> StepExecution {
    var result =
      run.options.isDefaultPipeline
      ? result(.skipped, reason: reason)
      : result(.failed, reason: "\(reason), so no test ran")
    result.suite = suite
    // An empty shard counts as well, so that the shards can be merged.
    if case .swiftTest(let options) = step.action, let shard = options.shard {
      result.shard = StepShard(index: shard.index, count: shard.count, split: "")
    }
    return StepExecution(result)
  }

  /// The failed execution of a step that lacks something it needs.
  func missing(_ reason: String) -> StepExecution {
    var execution = StepExecution(result(.failed, reason: reason))
    execution.missesInput = true
    return execution
  }
}
