import ArgumentParser
import CIModel
import PipelineConfig
import TestExecution

/// How to choose and run the tests of this run; overrides `.ci.yml`.
struct TestRunOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Run only tests whose id matches this regular expression, or that have the tag in 'tag:name'. "
        + "Repeatable.", valueName: "pattern"))
  var filter: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Skip tests whose id matches this regular expression, or that have the tag in 'tag:name'. Repeatable.",
      valueName: "pattern"))
  var skipTest: [String] = []

  @Flag(
    help:
      "Run only tests that failed when they last ran, and only the steps that failed in the last run, with their needs."
  )
  var failed = false

  @Flag(
    help: "Run only tests that the change can make fail, as far as known, and print why each."
  )
  var affected = false

  @Flag(help: "Record which tests run which lines; every test gets a process of its own.")
  var byTest = false

  @Flag(help: "Build the tests, but run none.")
  var noRun = false

  @Option(
    help: ArgumentHelp(
      "Run part i of n of the tests; every machine computes the same split.", valueName: "i/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp("Run at most n tests at once (default: one per processor).", valueName: "n"))
  var workers: Int?

  @Option(help: ArgumentHelp("Rerun a failed test, up to n times (default: 0).", valueName: "n"))
  var retries: Int?

  @Option(help: ArgumentHelp("End a test that runs longer, such as 60s.", valueName: "time"))
  var testTimeout: String?

  @Option(help: ArgumentHelp("Order the tests as listed (default) or random.", valueName: "order"))
  var order: String?

  @Option(help: ArgumentHelp("Repeat the random order that printed this seed.", valueName: "n"))
  var seed: Int?

  @Option(help: ArgumentHelp("Run all tests n times, without retries.", valueName: "n"))
  var stress: Int?

  @Option(
    help: ArgumentHelp("Repeat all tests for this long, without retries.", valueName: "time"))
  var stressDuration: String?

  @Option(help: ArgumentHelp("Start no more tests after n failures.", valueName: "n"))
  var maxFailures: Int?

  func validate() throws {
    for (name, value) in [
      ("--workers", workers), ("--stress", stress), ("--max-failures", maxFailures),
    ] {
      if let value, value < 1 {
        throw ValidationError("\(name) must be at least 1, not \(value)")
      }
    }
    for (name, value) in [("--retries", retries), ("--seed", seed)] {
      if let value, value < 0 {
        throw ValidationError("\(name) must be at least 0, not \(value)")
      }
    }
    if let order, TestOrder(rawValue: order) == nil {
      throw ValidationError("--order must be listed or random, not '\(order)'")
    }
    if failed, affected {
      throw ValidationError(
        "--affected includes the tests that failed last; omit --failed")
    }
    if affected, stress != nil || stressDuration != nil {
      throw ValidationError("--affected and --stress cannot be used together")
    }
    if noRun, failed || affected || byTest || shard != nil || stress != nil || stressDuration != nil
    {
      throw ValidationError(
        "--no-run cannot be used with --failed, --affected, --by-test, --shard or --stress")
    }
    if affected, byTest {
      throw ValidationError("--by-test needs all tests; omit --affected")
    }
    if seed != nil, order == TestOrder.listed.rawValue {
      throw ValidationError("--seed requires --order random")
    }
    if stress != nil || stressDuration != nil, (retries ?? 0) > 0 {
      throw ValidationError("--stress and --retries cannot be used together")
    }
    if stress != nil, stressDuration != nil {
      throw ValidationError("--stress and --stress-duration cannot be used together")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "--shard must be a part and the number of parts, such as 1/3, not '\(shard)'")
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
        "\(name) must be a time with a unit, such as 500ms, 60s or 10m, not '\(text)'")
    }
    return duration
  }

  /// Overrides the file with the command line.
  ///
  /// - Parameter brought: The run of another machine whose failed tests `--failed` repeats.
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
