import CIModel
import CIRules
import TestSupport
import Testing

/// What the report says of the numbers that `tests` and `warnings` ask for.
@Suite struct RequirementTests {
  private func facts(isPart: Bool = false) -> Facts {
    var facts = Facts()
    facts.tests = [
      test("A.one", 0.25), test("A.two", 1.5, .failed), test("A.skipped", nil, .skipped),
    ]
    var step = StepResult(id: "test", action: "swift-test", status: .failed)
    step.suite = SuiteResult(targets: [])
    step.suite?.durationSeconds = 75
    step.suite?.isPart = isPart ? true : nil
    facts.steps = [step]
    facts.diagnostics = [Diagnostic(.warning, "unused", file: "A.swift", line: 1)]
    return facts
  }

  private func requirements(_ facts: Facts, _ policies: Policies) -> [String] {
    Evaluation(policies: policies).evaluate(facts).requirements.map {
      "\($0.name) \($0.passed.map { $0 ? "met" : "missed" } ?? "unknown"): \($0.text)"
    }
  }

  @Test(
    arguments: [
      (.count(2), nil, false, "met: 2 tests ran, at least 2 are required"),
      (.count(3), nil, false, "missed: 2 tests ran, at least 3 are required"),
      (.count(3), nil, true, "unknown: 2 tests ran, at least 3 are required"),
      (
        .base, .ran(2, source: "run 1"), false,
        "met: 2 tests ran, at least 2 are required, as in run 1"
      ),
      (
        .base, .declared(base: 1, head: 0), false,
        "missed: The changed files declare 0 tests; at least 1 is required, as at the merge base"
      ),
      (
        .base, nil, false,
        "unknown: As many tests as on the base are required, but that number is unknown"
      ),
    ] as [(TestPolicy.Minimum, TestBaseline?, Bool, String)])
  func minimum(
    minimum: TestPolicy.Minimum, baseline: TestBaseline?, isPart: Bool, expected: String
  ) {
    var facts = facts(isPart: isPart)
    facts.testBaseline = baseline
    var policy = TestPolicy()
    policy.minimum = minimum
    #expect(requirements(facts, Policies(tests: policy)) == ["tests.minimum \(expected)"])
  }

  @Test func limits() {
    var policy = TestPolicy(slowFailSeconds: 2)
    policy.mostSkipped = 0
    policy.totalSeconds = 60
    let warnings = WarningPolicy(limits: [
      "compiler": .init(max: 1), "lint": .init(level: .warning), "ignored": .init(max: 0),
    ])
    #expect(
      requirements(facts(), Policies(tests: policy, warnings: warnings)) == [
        "tests.skipped missed: 1 test was skipped, at most 0 allowed",
        "tests.slow met: The slowest test took 1.5 s; the limit is 2 s",
        "tests.total missed: The tests of step test took 1 min 15 s, at most 1 min allowed",
        "warnings.compiler met: 1 compiler warning, at most 1 allowed",
        "warnings.ignored met: 0 ignored warnings, at most 0 allowed",
      ])
  }

  /// Files that were up to date print nothing.
  @Test(arguments: [(0, "missed"), (1, "unknown")])
  func warningsOfAnIncrementalBuild(most: Int, expected: String) {
    var facts = facts()
    facts.steps[0].isIncremental = true
    let warnings = WarningPolicy(limits: ["compiler": .init(max: most)])
    let words = most == 0 ? "" : "; only what had changed was compiled"
    #expect(
      requirements(facts, Policies(warnings: warnings)) == [
        "warnings.compiler \(expected): 1 compiler warning, at most \(most) allowed\(words)"
      ])
    let notes = Evaluation(policies: Policies(warnings: warnings)).evaluate(facts).notes
    #expect(notes.contains { $0.hasSuffix("so other files may have more.") } == (most == 1))
  }

  /// A run without tests says nothing of them.
  @Test func noTests() {
    var policy = TestPolicy()
    policy.minimum = .count(3)
    #expect(requirements(Facts(), Policies(tests: policy)) == [])
  }
}
