import ArgumentParser
import CIModel
import PipelineConfig
import TestExecution

/// How the tests of this run are chosen and driven; goes before what `.ci.yml` says.
struct TestRunOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Run only tests whose id matches this regular expression, or that carry 'tag:name'. "
        + "Repeatable.", valueName: "pattern"))
  var filter: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Skip tests that match this regular expression, or that carry 'tag:name'. Repeatable.",
      valueName: "pattern"))
  var skipTest: [String] = []

  @Flag(
    help:
      "Run only tests whose last known result is a failure, and only the steps that failed in the last run with what they need."
  )
  var failed = false

  @Flag(
    help: "Run only tests that the change can make fail, as far as that is known, and say why each."
  )
  var affected = false

  @Flag(help: "Record which tests run which lines, with a process for each test.")
  var byTest = false

  @Flag(help: "Build the tests and run none.")
  var noRun = false

  @Option(
    help: ArgumentHelp(
      "Run the i-th of n parts of the tests, split alike on every machine.", valueName: "i/n"))
  var shard: String?

  @Option(help: ArgumentHelp("Maximum number of tests to run at once.", valueName: "n"))
  var workers: Int?

  @Option(help: ArgumentHelp("Run a failed test again, up to n times.", valueName: "n"))
  var retries: Int?

  @Option(help: ArgumentHelp("End a test that runs longer, such as '60s'.", valueName: "time"))
  var testTimeout: String?

  @Option(help: ArgumentHelp("The order of the tests: listed or random.", valueName: "order"))
  var order: String?

  @Option(help: ArgumentHelp("Repeat the random order that printed this seed.", valueName: "n"))
  var seed: Int?

  @Option(help: ArgumentHelp("Run everything n times.", valueName: "n"))
  var stress: Int?

  @Option(
    help: ArgumentHelp("Repeat all tests until this much time has passed.", valueName: "time"))
  var stressDuration: String?

  @Option(help: ArgumentHelp("Start no more tests after n have failed.", valueName: "n"))
  var maxFailures: Int?

  func validate() throws {
    for (name, value) in [
      ("--workers", workers), ("--stress", stress), ("--max-failures", maxFailures),
    ] {
      if let value, value < 1 {
        throw ValidationError("\(name) takes a number from 1 on, not \(value)")
      }
    }
    for (name, value) in [("--retries", retries), ("--seed", seed)] {
      if let value, value < 0 {
        throw ValidationError("\(name) takes a number from 0 on, not \(value)")
      }
    }
    if let order, TestOrder(rawValue: order) == nil {
      throw ValidationError("--order takes listed or random, not '\(order)'")
    }
    if failed, affected {
      throw ValidationError(
        "--affected runs what failed last time anyway; leave --failed out")
    }
    if affected, stress != nil || stressDuration != nil {
      throw ValidationError("--affected and --stress exclude each other")
    }
    if noRun, failed || affected || byTest || shard != nil || stress != nil || stressDuration != nil
    {
      throw ValidationError(
        "--no-run runs no tests; leave out --failed, --affected, --by-test, --shard and --stress")
    }
    if affected, byTest {
      throw ValidationError("--by-test needs all tests; leave --affected out")
    }
    if seed != nil, order == TestOrder.listed.rawValue {
      throw ValidationError("--seed goes with --order random")
    }
    if stress != nil || stressDuration != nil, (retries ?? 0) > 0 {
      throw ValidationError("--stress and --retries exclude each other")
    }
    if stress != nil, stressDuration != nil {
      throw ValidationError("--stress and --stress-duration exclude each other")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "--shard takes a part and a number of parts, such as 1/3, not '\(shard)'")
    }
    _ = try duration("--test-timeout", testTimeout)
    _ = try duration("--stress-duration", stressDuration)
    var selection = TestSelection()
    selection.filter = (filter + skipTest).map(TestSelection.Pattern.init)
    do throws(TestSelection.BadPattern) {
      try selection.check()
    } catch {
      throw ValidationError("'\(error.pattern)' \(error.message)")
    }
  }

  private func duration(_ name: String, _ text: String?) throws -> Duration? {
    guard let text else { return nil }
    guard let duration = DurationText.duration(text) else {
      throw ValidationError(
        "\(name) takes a time with a unit, such as 500ms, 60s or 10m, not '\(text)'")
    }
    return duration
  }

  /// Puts what the command line says in place of what the file says.
  ///
  /// - Parameter brought: The run of another machine whose failed tests `--failed` means.
  func apply(to pipeline: inout Pipeline, failFast: Bool, brought: RunRecord?) throws {
    if byTest, pipeline.coverage.byTest == nil { pipeline.coverage.byTest = .init() }
    for index in pipeline.steps.indices {
      guard case .swiftTest(var options) = pipeline.steps[index].action else { continue }
      if !filter.isEmpty { options.filter = filter }
      options.skip += skipTest
      options.isNarrowed = !filter.isEmpty || !skipTest.isEmpty
      options.onlyFailed = failed
      options.failedElsewhere = brought?.failedTests
      options.onlyAffected = affected
      if let shard = shard.flatMap({ Shard($0) }) { options.shard = (shard.index, shard.count) }
      options.workers = workers ?? options.workers
      options.retries = retries ?? options.retries
      options.testTimeout = try duration("--test-timeout", testTimeout) ?? options.testTimeout
      options.order = order.flatMap(TestOrder.init) ?? options.order
      if let seed {
        options.seed = seed
        options.order = .random
      }
      if stress != nil || stressDuration != nil {
        options.repetitions = stress ?? 1
        options.stressDuration = try duration("--stress-duration", stressDuration)
        options.retries = 0
      }
      if let limit = failFast ? 1 : maxFailures {
        options.maxFailures = limit
        options.retries = 0
      }
      pipeline.steps[index].action = .swiftTest(options)
    }
  }
}
