import CIModel
import CoverageData
import FileSystem
package import LocalState
package import PipelineConfig
package import ProcessExecution
package import RunEvents
import RunStorage
package import SwiftPackage
import TestExecution

/// The plan of a `swift-test` step before anything is started: which tests, in how many processes,
/// on how many workers, and how long that should take.
package struct TestPreview {
  private let launcher: ProcessLauncher
  private let toolchain: Toolchain?
  private let environment: [String: String]
  /// Where `.ci.yml` or `Package.swift` is; absolute.
  private let root: String
  private let state: StateFolder

  package init(
    launcher: ProcessLauncher, toolchain: Toolchain?, environment: [String: String],
    state: StateFolder
  ) {
    self.launcher = launcher
    self.toolchain = toolchain
    self.environment = environment
    self.root = state.root
    self.state = state
  }

  /// The plan as lines without indentation. Starts only the test product, never SwiftPM.
  package func lines(_ planned: Plan.PlannedStep, _ pipeline: Pipeline) -> [String] {
    guard case .swiftTest(let options) = planned.step.action else { return [] }
    let request = TestRequest(options: options, slowSeconds: nil)
    if options.onlyAffected {
      return ["selects the tests that the change affects: \(words(request.settings))"]
    }
    guard let found = product(planned.step, options, pipeline),
      let product = listed(found, planned.step)
    else {
      return ["plans the tests when they are built: \(words(request.settings))"]
    }
    let scope = TestRequest.historyScope(directory: planned.step.directory, options)
    let store = state.ownsHistory(claims: false) ? HistoryStore(path: state.historyPath) : nil
    let entries = store?.entries(scope: scope).entries ?? [:]
    let expected = entries.compactMapValues(\.usualSeconds)
    let apart = ApartUse(store, directory: planned.step.directory, pipeline.tests)
    var selection = request.selection
    let known = entries.filter { $0.value.lastOutcome?.isFailure == true }.keys
    let failed = options.failedElsewhere ?? Set(known).intersection(product.ids)
    if options.onlyFailed, !failed.isEmpty { selection.ids = failed }
    guard
      let plan = try? TestPlan(
        product, settings: request.settings, selection: selection, shard: request.shard,
        expected: expected, splitBy: expected, apart: apart.tests)
    else { return [] }
    return describe(plan)
  }

  private func describe(_ plan: TestPlan) -> [String] {
    var lines: [String] = []
    if plan.tests.count < plan.listedCount {
      let shard = plan.shard.map { ", shard \($0.text)" } ?? ""
      lines.append("selects \(plan.tests.count) of \(counted(plan.listedCount, "test"))\(shard)")
    }
    let xctests = plan.tests(of: .xctest).count
    if xctests > 0 {
      lines.append(
        "runs \(counted(xctests, "XCTest")) in "
          + "\(counted(plan.xctestBatches, "process", plural: "processes"))"
          + expectation(plan, .xctest, xctests))
    }
    let swiftTests = plan.tests(of: .swiftTesting).count
    if swiftTests > 0 {
      lines.append(
        "runs \(counted(swiftTests, "test")) of Swift Testing in 1 process"
          + expectation(plan, .swiftTesting, swiftTests))
    }
    let apart = plan.tests.count { $0.apart != nil }
    if apart > 0 {
      lines.append("runs \(apart) of them one at a time, with nothing beside them")
    }
    if plan.tests.isEmpty { lines.append("runs no tests") }
    lines.append(words(plan.settings))
    return lines
  }

  private func expectation(_ plan: TestPlan, _ framework: TestFramework, _ count: Int) -> String {
    let (seconds, known) = plan.expectation(of: framework)
    guard known > 0 else { return ", durations unknown" }
    let share = Duration.seconds(seconds / Double(max(1, plan.settings.workers)))
    return ", about \(share.words)"
      + (known < count ? " (\(known) of \(count) durations known)" : "")
  }

  private func words(_ settings: TestSettings) -> String {
    var words = [counted(settings.workers, "worker")]
    if settings.retries > 0 {
      words.append("\(counted(settings.retries, "retry", plural: "retries"))")
    }
    if let timeout = settings.timeout { words.append("at most \(timeout.words) per test") }
    if case .random(let seed) = settings.order { words.append("random order, seed \(seed)") }
    if settings.repetitions > 1 { words.append("\(settings.repetitions) times") }
    if let time = settings.stressDuration { words.append("repeatedly for \(time.words)") }
    return words.joined(separator: ", ")
  }

  private func directory(_ step: PipelineStep) -> String {
    step.directory.map { "\(root)/\($0)" } ?? root
  }

  /// The test product where an earlier run found it; `nil` when that is not known.
  private func product(
    _ step: PipelineStep, _ options: SwiftTestOptions, _ pipeline: Pipeline
  ) -> TestProduct? {
    guard let toolchain, options.runner == .direct else { return nil }
    let cache = PackageCache(
      state,
      key: PackageCache.Key(
        directory: directory(step), toolchain: "\(toolchain.swift) \(toolchain.version)",
        arguments: SwiftTestStep.buildArguments(options),
        environment: stepEnvironment(step, pipeline)))
    guard let answer = cache.read(),
      let package = try? PackageDescription(json: answer.description)
    else { return nil }
    return TestProduct.find(
      package: package.name, testTargets: package.testTargetNames, binPath: answer.binPath)
  }

  private func stepEnvironment(_ step: PipelineStep, _ pipeline: Pipeline) -> [String: String] {
    var variables = environment
    variables["DEVTOOL"] = "1"
    variables["DEVTOOL_CHECKOUT"] = root
    for variable in pipeline.environment + step.environment {
      variables[variable.name] = variable.value
    }
    return variables
  }

  private func listed(_ product: TestProduct, _ step: PipelineStep) -> TestProduct? {
    guard let folder = try? makeTemporaryFolder(in: "/tmp", prefix: "devtool-plan-") else {
      return nil
    }
    defer { removeTree(folder) }
    var product = product
    let context = TestExecutionContext(
      launcher: launcher, environment: environment, directory: directory(step),
      repositoryRoot: root, scratchDirectory: folder, profileDirectory: nil,
      eventStreamVersion: TestExecutionContext.eventStreamVersion(
        toolchain: toolchain?.version ?? ""),
      customWarnings: [], deadline: nil, onOutput: { _ in }, onEvent: { _ in })
    let listings = TestListings(state, isReadOnly: true)
    guard (try? listings.list(&product, context)) != nil, product.testCount > 0 else { return nil }
    return product
  }
}
