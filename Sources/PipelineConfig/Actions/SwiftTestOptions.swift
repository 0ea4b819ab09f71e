package import CIModel

/// `swift-test`: builds the tests unless an earlier step does, and runs them.
package struct SwiftTestOptions: ActionOptions {
  package static let kind = StepActionKind.swiftTest
  static let key = KeySpec(
    "swift-test", .options(section), "Runs the tests of the package.",
    example: "{ coverage: true }")

  package var coverage = true
  package var configuration = BuildConfiguration.debug
  /// `nil` is the toolchain's default.
  package var buildSystem: BuildSystem?
  package var sanitizer: Sanitizer?
  /// Passed unchanged to `swift build` when the tests are built.
  package var arguments: [String] = []
  /// Options for restoring an earlier build, when the step builds the tests itself; `nil` restores
  /// none.
  package var cache: BuildCacheOptions?
  /// Maximum number of tests to run at once; `nil` is one for each processor.
  package var workers: Int?
  /// Maximum number of retries of a failed test; `nil` uses the value of `tests`, else 0.
  package var retries: Int?
  /// Timeout of a single test; `nil` uses the value of `tests`, else there is none.
  package var testTimeout: Duration?
  /// How long a test may neither end nor print anything; zero sets no limit. `nil` uses the value
  /// of `tests`, else `longestTestSilence`.
  package var testIdleTimeout: Duration?
  /// Long enough for tests that are only slow, and short enough for a job that is limited to an
  /// hour.
  package static let longestTestSilence = Duration.seconds(600)
  /// The order of the tests; `nil` uses the value of `tests`, else the order of the product's
  /// listing.
  package var order: TestOrder?
  /// Seed of the random order; `nil` chooses one at random.
  package var seed: Int?
  /// Regular expressions for test ids, and `tag:name`.
  package var filter: [String] = []
  package var skip: [String] = []
  /// Whether the command line selects only some of the tests that `.ci.yml` runs.
  package var isNarrowed = false
  /// Number of failed tests after which no further test starts; `nil` sets no limit.
  package var maxFailures: Int?
  /// Number of times that every test runs.
  package var repetitions = 1
  /// All tests are repeated until this much time has passed.
  package var stressDuration: Duration?
  package var runner = TestRunner.direct
  /// Whether the tests get an empty home folder; `nil` uses the value of `tests`, else the real
  /// home.
  package var cleanRoom: Bool?
  package var network = NetworkAccess.allow
  /// The shard of the tests that this machine runs; 1-based.
  package var shard: (index: Int, count: Int)? {
    get { shardIndex.map { ($0, shardCount) } }
    set {
      shardIndex = newValue?.index
      shardCount = newValue?.count ?? 1
    }
  }
  private var shardIndex: Int?
  private var shardCount = 1
  /// Whether only tests whose last known result is a failure run.
  package var onlyFailed = false
  /// Ids of the tests that failed in a run on another machine, used instead of the local history;
  /// `nil` when no such run was named.
  package var failedElsewhere: Set<String>?
  /// Whether only tests that the change can make fail run.
  package var onlyAffected = false

  /// `arguments`, with the option for `buildSystem` unless they already contain it.
  package var allArguments: [String] { arguments.naming(buildSystem) }

  package init() {}

  /// Why all tests ran instead of those that failed: a sentence.
  package var noneFailed: String {
    let run = failedElsewhere == nil ? "last run" : "run of `--from`"
    return "No failed tests are known from the \(run), so all tests ran."
  }

  /// The reason why no test runs: `no test matches the filter 'Cart'; there are 5 tests`.
  package func nothingChosen(of count: Int) -> String {
    if onlyFailed, let failed = failedElsewhere, filter.isEmpty, skip.isEmpty {
      return
        "this package has none of the \(counted(failed.count, "test")) that failed in the other run"
    }
    func quoted(_ patterns: [String]) -> String {
      patterns.map { "'\($0)'" }.joined(separator: ", ")
    }
    let verb = skip.count == 1 ? "is" : "are"
    let skipped = skip.isEmpty ? "" : " after \(quoted(skip)) \(verb) skipped"
    let none =
      filter.isEmpty
      ? "no test is left\(skipped)"
      : "no test matches the filter \(quoted(filter))\(skipped)"
    return "\(none); there \(count == 1 ? "is" : "are") \(counted(count, "test"))"
  }
}

package enum TestOrder: String, Hashable, Sendable, CaseIterable {
  case listed
  case random
}

/// The network access of tests beyond loopback.
package enum NetworkAccess: String, Hashable, Sendable, CaseIterable {
  case allow
  /// Access is allowed, and each attempt is reported.
  case report
  /// Access is blocked, and an attempt fails the test.
  case deny
}

/// The program that drives the tests.
package enum TestRunner: String, Hashable, Sendable, CaseIterable {
  case direct
  case swiftTest = "swift-test"
}

extension SwiftTestOptions {
  init?(_ value: Checked, _ checker: inout Checker) {
    guard let mapping = value.mapping else { return nil }
    self.init()
    coverage = mapping["coverage"]?.boolean ?? coverage
    configuration = BuildConfiguration(mapping) ?? configuration
    sanitizer = Sanitizer(mapping)
    arguments = mapping["arguments"]?.texts ?? []
    buildSystem = BuildSystem(mapping, &checker)
    cache = BuildCacheOptions(mapping["cache"])
    workers = mapping["workers"]?.integer
    retries = mapping["retries"]?.integer
    testTimeout = mapping["timeout"]?.duration
    testIdleTimeout = mapping["idle-timeout"].map { $0.duration ?? .zero }
    order = mapping["order"]?.text.flatMap(TestOrder.init)
    seed = mapping["seed"]?.integer
    filter = mapping["filter"]?.texts ?? []
    skip = mapping["skip"]?.texts ?? []
    maxFailures = mapping["max-failures"]?.integer
    if mapping["fail-fast"]?.boolean == true { maxFailures = 1 }
    repetitions = mapping["stress"]?.integer ?? 1
    stressDuration = mapping["stress-duration"]?.duration
    cleanRoom = mapping["clean-room"]?.boolean
    network = mapping["network"]?.text.flatMap(NetworkAccess.init) ?? .allow
    runner = mapping["runner"]?.text.flatMap(TestRunner.init) ?? .direct
    Self.reportContradictions(in: mapping, &checker)
  }

  /// Reports pairs of keys of which one disables the other.
  private static func reportContradictions(
    in mapping: CheckedMapping, _ checker: inout Checker
  ) {
    let pairs = [
      ("stress", "stress-duration"), ("stress", "retries"), ("stress-duration", "retries"),
      ("fail-fast", "max-failures"), ("fail-fast", "retries"), ("max-failures", "retries"),
    ]
    for (first, second) in pairs {
      guard let one = mapping[first], let other = mapping[second], one.boolean != false,
        other.integer != 0
      else { continue }
      checker.report(
        "'\(first)' and '\(second)' of 'swift-test' cannot be combined",
        help: "keep one of the two", at: other.range)
    }
    if let seed = mapping["seed"], mapping["order"]?.text == "listed" {
      checker.report(
        "'seed' has no effect without 'order: random'",
        help: "remove 'seed', or write `order: random`",
        at: seed.range)
    }
  }

  private static let section = Section(
    "'swift-test'",
    [
      KeySpec("coverage", .boolean, "Measures the coverage.", example: "true"),
      BuildConfiguration.key, BuildSystem.key,
      KeySpec(
        "arguments", .list(.text, atLeast: 0),
        "Passes these arguments to 'swift build' when the tests are built.",
        example: "[-Xswiftc, -DCI]", synonyms: ["args", "flags", "options"]),
      KeySpec(
        "workers", .wordOr(Vocabulary(["auto"]), .integer(1...1_024)),
        "Maximum number of tests to run at once; 'auto' is one for each processor.",
        example: "auto", synonyms: ["parallel", "jobs", "num-workers"]),
      TestKeys.retries, TestKeys.timeout, TestKeys.idleTimeout, TestKeys.order,
      KeySpec(
        "seed", .integer(0...Int.max),
        "Repeats the random order of the run that printed this seed.",
        example: "42"),
      KeySpec(
        "filter", .oneOrMore(.pattern),
        "Runs only tests whose id matches, or that carry a tag ('tag:slow').",
        example: "[ParserTests, 'tag:fast']", synonyms: ["include", "only"]),
      KeySpec(
        "skip", .oneOrMore(.pattern),
        "Skips tests whose id matches, or that carry a tag ('tag:slow').",
        example: "'tag:slow'", synonyms: ["exclude"]),
      KeySpec(
        "fail-fast", .boolean, "Starts no more tests after the first failure.",
        example: "true", synonyms: ["failfast", "stop-on-failure"]),
      KeySpec(
        "max-failures", .integer(1...Int.max), "Starts no more tests after this many failures.",
        example: "10", synonyms: ["max-fail", "maxfail"]),
      KeySpec(
        "stress", .integer(1...1_000_000), "Runs every test this many times.", example: "20",
        synonyms: ["repetitions", "repeat", "stress-count", "iterations"]),
      KeySpec(
        "stress-duration", .duration, "Repeats every test until this much time has passed.",
        example: "10m"),
      Sanitizer.key, BuildCacheOptions.keySpec,
      KeySpec(
        "runner", .word(Vocabulary(["direct", "swift-test"])),
        "Test runner: devtool itself (direct) or 'swift test'.", example: "swift-test"),
      .later("slowest", "Lists this many of the slowest tests."),
      .elsewhere("shards", "run `devtool check --shard 1/3` on the first of three machines"),
      .later("scratch", "Builds in another folder than '.build'."),
      TestKeys.cleanRoom,
      KeySpec(
        "network",
        .word(
          Vocabulary(
            ["allow", "report", "deny"],
            hints: [
              "true": "allow", "false": "deny", "warn": "report", "off": "deny", "none": "deny",
            ])),
        "Whether tests may use the network beyond loopback.", example: "deny",
        synonyms: ["networking", "internet"]),
      .elsewhere("slow", "write `tests: { slow: … }` at the top level"),
      .elsewhere("quarantine", "write `tests: { quarantine: … }` at the top level"),
      .elsewhere("xunit", "write `reports: [{ junit: out/junit.xml }]` at the top level"),
      .elsewhere("minimum", "write `coverage: { minimum: … }` at the top level"),
    ])
}

extension PipelineStep {
  /// Whether another step that this one needs builds the tests that it runs, with the same
  /// settings.
  package func isBuilt(by other: PipelineStep) -> Bool {
    guard case .swiftTest(let test) = action, case .swiftBuild(let build) = other.action else {
      return false
    }
    return needs.contains(other.id) && other.directory == directory && build.buildsAllTests
      && build.configuration == test.configuration && build.sanitizer == test.sanitizer
      && build.buildSystem == test.buildSystem
  }
}
