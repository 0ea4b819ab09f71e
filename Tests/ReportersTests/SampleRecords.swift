import CIModel

/// Runs as reports have to show them.
enum SampleRecord {
  static var all: [String: RunRecord] {
    [
      "build-failed": buildFailed, "cancelled": cancelled, "everything": everything,
      "green": green, "no-tests": noTests, "rules-only": rulesOnly,
    ]
  }

  static func run(_ verdict: RunRecord.Verdict, seconds: Double) -> RunRecord {
    var record = RunRecord(
      id: "20261120T233118Z-4711", devtoolVersion: "0.1.0",
      startedAt: Timestamp(secondsSinceEpoch: 1_795_217_478),
      environment: .init(
        os: "linux", architecture: "x86_64", cpus: 2, swiftVersion: "6.3.1", ci: nil),
      config: .init(path: ".ci.yml"))
    record.verdict = verdict
    record.durationSeconds = seconds
    record.exitCode = verdict == .passed ? 0 : 1
    return record
  }

  private static let commands = [
    "swift-build": "swift build --build-tests", "lint": "swift format lint -r Sources Tests",
  ]

  static func step(
    _ id: String, _ action: String, _ status: StepResult.Status, seconds: Double,
    exitCode: Int? = 0, reason: String? = nil
  ) -> StepResult {
    StepResult(
      id: id, action: action, status: status, attempts: status == .blocked ? 0 : 1,
      durationSeconds: seconds, logPath: ".devtool/runs/20261120T233118Z-4711/\(id).log",
      exitCode: exitCode, reason: reason, command: commands[action] ?? "ci/\(id).sh")
  }

  static func test(
    _ suite: String, _ function: String, _ outcome: TestOutcome = .passed,
    module: String = "StoreTests", seconds: Double? = 0.012,
    framework: TestFramework = .xctest, issues: [TestIssue] = [], output: String = ""
  ) -> TestCase {
    TestCase(
      name: "\(suite).\(function)", id: "\(module).\(suite)/\(function)", framework: framework,
      module: module, suite: suite, function: function, outcome: outcome,
      durationSeconds: seconds, runs: [TestRun(outcome, durationSeconds: seconds)], issues: issues,
      output: output)
  }

  static var green: RunRecord {
    var record = run(.passed, seconds: 50.24)
    record.steps = [
      step("build", "swift-build", .passed, seconds: 41.2),
      step("test", "swift-test", .passed, seconds: 8.13),
      step("lint", "lint", .passed, seconds: 0.91),
    ]
    record.tests = (1...9).map { test("CartTests", "testAdd\($0)") }
    record.tests.append(test("CartTests", "testOnLinux", .skipped))
    record.coverage = SampleCoverage.small(minimum: nil)
    return record
  }

  static var cancelled: RunRecord {
    var record = run(.cancelled, seconds: 12.3)
    record.exitCode = 130
    record.steps = [
      step("build", "swift-build", .passed, seconds: 9.8),
      step(
        "test", "swift-test", .cancelled, seconds: 2.4, exitCode: nil, reason: "interrupted"),
      step(
        "lint", "lint", .cancelled, seconds: 0, exitCode: nil, reason: "cancelled before it began"),
    ]
    record.steps[2].attempts = 0
    record.steps[2].logPath = nil
    record.tests = [
      test("CartTests", "testAdd"), test("CartTests", "testSlow", .unfinished, seconds: nil),
    ]
    return record
  }

  static var buildFailed: RunRecord {
    var record = run(.failed, seconds: 6.02)
    record.steps = [
      step("build", "swift-build", .failed, seconds: 5.9, exitCode: 1, reason: "exit status 1"),
      step("test", "swift-test", .blocked, seconds: 0, exitCode: nil, reason: "needs build"),
      step("lint", "lint", .passed, seconds: 0.6),
    ]
    record.steps[1].logPath = nil
    record.diagnostics = [
      Diagnostic(
        .error, "cannot find 'discount' in scope", file: "Sources/Store/Cart.swift", line: 31,
        column: 18, step: "build"),
      Diagnostic(
        .error,
        "cannot convert return expression of type 'Dictionary<Product.ID, [LineItem]>' to return "
          + "type 'Dictionary<Product.ID, OrderedSet<LineItem>>'",
        file: "Sources/Store/Checkout/PaymentProviders/Invoice/InvoiceRenderer.swift", line: 207,
        column: 12, step: "build"),
      Diagnostic(
        .warning, "variable 'total' was never mutated; consider changing to 'let' constant",
        file: "Sources/Store/Cart.swift", line: 12, column: 9, step: "build"),
    ]
    return record
  }

  static var noTests: RunRecord {
    var record = run(.failed, seconds: 3.4)
    record.steps = [
      step("build", "swift-build", .passed, seconds: 3.1),
      step("test", "swift-test", .failed, seconds: 0.3, reason: "no tests found"),
    ]
    return record
  }

  static var rulesOnly: RunRecord {
    var record = run(.failed, seconds: 0.21)
    record.config = .init(path: nil)
    record.findings = [
      Finding(
        .error, "commits", "subject has 91 characters, limit is 72: “reporters: render everything”",
        help: "Shorten the first line with `git rebase -i`."),
      Finding(
        .warning, "changelog", "Sources changed and CHANGELOG.md did not",
        help: "Add a line to CHANGELOG.md, or write #trivial in the title."),
      Finding(
        .warning, "no-print", "use the logger", at: .init("Sources/Store/Cart.swift", line: 40)),
      Finding(
        .error, "pr-size", "changes 1204 lines, limit is 1000",
        suppressed: "generated by the schema compiler"),
    ]
    return record
  }
}
