import CIModel
import CIRules
import TestSupport
import Testing

struct PoliciesTests {
  @Test func slowTests() {
    var facts = Facts()
    facts.tests = [
      test("A.fast", 0.999), test("A.slow", 1), test("A.slower", 10.25), test("A.unknown", nil),
      test("A.hung", 60, .timedOut),
    ]
    facts.tests[1].file = "Tests/A.swift"
    facts.tests[1].line = 12
    let check = Policies(tests: TestPolicy(slowWarnSeconds: 1, slowFailSeconds: 10))
    #expect(
      describe(check.findings(in: facts)) == """
        error: A.slower took 10.25 s, limit is 10 s [tests.slow]
          help: Make the test faster, or raise `slow` under `tests` in .ci.yml.
        Tests/A.swift:12: warning: A.slow took 1 s, limit is 1 s [tests.slow]
          help: Make the test faster, or raise `slow` under `tests` in .ci.yml.

        """)
    let off = Policies(tests: TestPolicy(slowWarnSeconds: nil))
    #expect(off.findings(in: facts) == [])
  }

  @Test(arguments: [
    (1, "A.b0", 10.0), (2, "2 tests", 10), (2, nil, nil),
  ])
  func whatSlowFailCannotJudgeIsToldOnce(count: Int, tests: String?, fail: Double?) {
    var facts = Facts()
    facts.tests = (0..<count).map { number in
      var test = test("A.b\(number)", nil)
      test.framework = .swiftTesting
      return test
    }
    let policies = Policies(tests: TestPolicy(slowWarnSeconds: 1, slowFailSeconds: fail))
    let words = tests.map {
      "`slow.fail` did not judge \($0): Swift Testing does not tell how long they took"
    }
    #expect(policies.findings(in: facts).map(\.message) == [words].compactMap(\.self))
  }

  @Test(arguments: [
    ("Expectation failed: 1 == 2\n± 1", nil, "Expectation failed: 1 == 2"),
    ("Issue recorded\nno answer\nmore", "n → 1", "Issue recorded: no answer (n → 1)"),
    ("Issue recorded", nil, "Issue recorded"),
    (
      "Expectation failed: there\nfirst time only", nil,
      "Expectation failed: there: first time only"
    ),
    ("Expectation failed: a == 1\n  a → 2", nil, "Expectation failed: a == 1"),
    ("XCTAssertTrue failed\nmore", nil, "XCTAssertTrue failed"), ("", nil, ""),
  ])
  func flakyTestsHaveAReason(message: String, arguments: String?, reason: String) {
    var issue = TestIssue(message)
    issue.arguments = arguments
    var facts = Facts()
    facts.tests = [test("A.b", 1)]
    facts.tests[0].isFlaky = true
    facts.tests[0].attempts = [
      TestAttempt(number: 1, outcome: .failed, durationSeconds: 1, issues: [issue], output: "")
    ]
    let found = Policies(tests: TestPolicy(slowWarnSeconds: nil)).findings(in: facts)
    #expect(found.map(\.message) == ["A.b failed once and then passed: \(reason)"])
  }

  @Test(arguments: [
    (TestFramework.xctest, 10, 10), (.xctest, 11, 1), (.swiftTesting, 11, 1),
  ])
  func manySlowTestsAreOneFinding(framework: TestFramework, count: Int, findings: Int) throws {
    var facts = Facts()
    facts.tests = (1...count).map { number in
      var slow = test("A.slow\(number)", Double(number) + 1)
      slow.framework = framework
      return slow
    }
    let found = Policies(tests: TestPolicy(slowWarnSeconds: 1)).findings(in: facts)
    #expect(found.count == findings)
    guard findings == 1 else { return }
    #expect(found[0].message == "11 tests took 1 s or longer, the longest A.slow11 with 12 s")
  }

  private static let outcomes: [TestOutcome] = [
    .passed, .failed, .crashed, .skipped, .cancelled, .notRun,
  ]

  /// Three of six ran.
  @Test(arguments: [
    (TestPolicy.Minimum.count(3), nil, false, []),
    (.count(4), nil, false, ["error: 3 tests ran and 2 were skipped, minimum is 4"]),
    (
      .count(4), nil, true,
      [
        "warning: not checked, because only a part of the tests was requested: 3 ran, minimum is 4"
      ]
    ),
    (.base, TestBaseline.ran(3, source: "run 1"), false, []),
    (
      .base, .ran(4, source: "run 1"), false,
      ["error: 3 tests ran and 2 were skipped, 4 ran in run 1"]
    ),
    (.base, .declared(base: 2, head: 2), true, []),
    (
      .base, .declared(base: 2, head: 1), false,
      ["error: the sources that the change affects declare 1 test, 2 at the merge base"]
    ),
    (.base, .missing("no run", help: "Run it."), false, ["error: no run"]),
    (.base, nil, false, ["warning: not checked: the tests of the base are not known here"]),
  ])
  func minimumOfTests(
    minimum: TestPolicy.Minimum, baseline: TestBaseline?, isPart: Bool, expected: [String]
  ) {
    var facts = Facts()
    facts.tests = Self.outcomes.map { test("A.\($0)", 0.1, $0) }
    facts.testBaseline = baseline
    var step = StepResult(id: "test", action: "swift-test", status: .passed)
    step.suite = SuiteResult(targets: [])
    step.suite?.isPart = isPart ? true : nil
    facts.steps = [step]
    var policy = TestPolicy()
    policy.minimum = minimum
    let check = Policies(tests: policy)
    #expect(check.findings(in: facts).map { "\($0.severity): \($0.message)" } == expected)
    // Where none was to run, there is nothing to count.
    facts.tests = []
    facts.steps = []
    #expect(check.findings(in: facts) == [])
  }

  private static func declared(_ names: [String], in folder: String = "Tests/T") -> Set<
    DeclaredRuns.Test
  > {
    Set(
      names.map {
        DeclaredRuns.Test(folder: folder, suite: "A", function: $0, isSwiftTesting: false)
      })
  }

  /// Without a run of the base, tests that a stranger's change declares count only if they ran.
  @Test(arguments: [
    (declared(["passed", "failed"]), declared(["passed", "failed"]), nil),
    (declared(["passed", "skipped"]), declared(["passed", "failed"]), nil),
    (
      declared(["passed", "failed"]), declared(["passed", "skipped"]),
      "1 of the tests that the change declares ran, of 2 that its files declare at the merge base"
    ),
    (
      declared(["passed", "failed"]), declared(["passed", "gone"]),
      "1 of the tests that the change declares ran, of 2 that its files declare at the merge base"
    ),
    // No test of the folder is in the run.
    (declared(["x"], in: "Other/Tests"), declared(["x"], in: "Other/Tests"), nil),
  ])
  func declaredTestsThatRan(
    base: Set<DeclaredRuns.Test>, head: Set<DeclaredRuns.Test>, message: String?
  ) {
    var facts = Facts()
    facts.tests = Self.outcomes.map { outcome in
      var test = test("A.\(outcome)", 0.1, outcome)
      (test.suite, test.function) = ("A", "\(outcome)")
      return test
    }
    facts.testBaseline = .declared(base: 2, head: 2, DeclaredRuns(base: base, head: head))
    var policy = TestPolicy()
    policy.minimum = .base
    #expect(Policies(tests: policy).findings(in: facts) == [])
    facts.policyFiles = [:]
    let found = Policies(tests: policy).findings(in: facts)
    #expect(found.map(\.message) == [message].compactMap { $0 })
    #expect(found.allSatisfy { $0.severity == .error })
  }

  /// The tests of a run, without `-` those that ran, and the command; the change declares the tests
  /// `a` and `b` of the suite `A`.
  @Test(arguments: [
    // Other suites inherit tests only if they have all, and the base class does not run.
    (["A.a", "-A.b", "B.b"], nil, false), (["B.a", "B.b"], nil, true),
    (["B.a", "C.b"], nil, false), (["D.A.a", "a", "b"], nil, true),
    // No test of the folder ran.
    (["B.c"], "swift test --skip-build", false), (["B.c"], "swift test --filter=B", true),
    (["a()", "-b()", "\"c\""], nil, false), (["a()", "c (1)"], nil, true),
    // Another test has this display name.
    (["a()", "\"d\""], nil, false),
  ])
  func declaredTestsInARun(names: [String], command: String?, isMet: Bool) {
    let isSwiftTesting = names.contains("a()")
    let declared = Set(
      ["a", "b"].map {
        DeclaredRuns.Test(
          folder: "Tests/T", suite: "A", function: $0, isSwiftTesting: isSwiftTesting)
      })
    var facts = Facts()
    facts.policyFiles = [:]
    facts.tests = names.map { name in
      let parts = name.split { ".-".contains($0) }.map(String.init)
      var test = test(name, 0.1, name.hasPrefix("-") ? .skipped : .passed)
      test.suite = parts.count > 1 ? parts.dropLast().joined(separator: ".") : nil
      test.function = parts.last ?? ""
      test.framework = isSwiftTesting ? .swiftTesting : .xctest
      return test
    }
    var step = StepResult(id: "test", action: "run", status: .passed)
    step.command = command
    facts.steps = [step]
    let names = [
      DeclaredRuns.Test(folder: "Tests/T", suite: "A", function: "b", isSwiftTesting: true): Set([
        DeclaredRuns.plain("\"c (1)\"".utf8)
      ])
    ]
    facts.testBaseline = .declared(
      base: 2, head: 2, DeclaredRuns(base: declared, head: declared, displayNames: names))
    var policy = TestPolicy()
    policy.minimum = .base
    for printed in [ForeignCounts(), ForeignCounts(passed: 9)] {
      facts.counts.other = printed
      #expect(Policies(tests: policy).findings(in: facts).isEmpty == isMet)
    }
  }

  /// A log of Swift Testing shows no suites: one run of a name confirms one declaration, unless it was
  /// skipped as well.
  @Test(
    arguments: [
      (["A"], [[.passed]], false, true), (["A"], [[.passed], [.skipped]], false, false),
      (["A"], [[.skipped, .passed]], false, false), (["A"], [[.passed], [.skipped]], true, true),
      (["A"], [[.skipped]], false, false), (["A", "B"], [[.passed], [.skipped]], false, false),
      (["A", "B"], [[.passed], [.failed]], false, true), (["A", "B"], [[.passed]], false, false),
      (["A", "B"], [[.passed, .passed]], false, true), (["A", "B"], [[], []], false, true),
      (["A", "B"], [[.passed], [.passed]], true, true),
    ] as [([String], [[TestOutcome]], Bool, Bool)])
  func oneRunConfirmsOneDeclaration(
    suites: [String], tests: [[TestOutcome]], areApart: Bool, isMet: Bool
  ) {
    let declared = Set(
      suites.map {
        DeclaredRuns.Test(folder: "Tests/T", suite: $0, function: "a", isSwiftTesting: true)
      })
    var facts = Facts()
    facts.policyFiles = [:]
    facts.tests = tests.enumerated().map { number, outcomes in
      var test = test("a()", 0.1, outcomes.last ?? .passed)
      test.step = areApart ? "\(number)" : nil
      test.framework = .swiftTesting
      test.runs = outcomes.map { TestRun($0, durationSeconds: 0.1) }
      return test
    }
    let runs = DeclaredRuns(base: declared, head: declared)
    facts.testBaseline = .declared(base: declared.count, head: declared.count, runs)
    var policy = TestPolicy()
    policy.minimum = .base
    #expect(Policies(tests: policy).findings(in: facts).isEmpty == isMet)
  }

  /// Each of the classes declares `a` and a test of its own if it has one; the suites of the run have
  /// all of them. What takes too long to find out did not run.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (600, 3_000, false, true), (10, 150, true, true), (150, 150, true, false),
    ])
  func manyClassesAndHeirs(classes: Int, suites: Int, areDistinct: Bool, isMet: Bool) {
    func functions(_ number: Int) -> [String] { areDistinct ? ["a", "b\(number)"] : ["a"] }
    let declared = (0..<classes).flatMap { number in
      functions(number).map {
        DeclaredRuns.Test(
          folder: "Tests/T", suite: "C\(number)", function: $0, isSwiftTesting: false)
      }
    }
    let names = Set((0..<classes).flatMap(functions))
    var facts = Facts()
    facts.policyFiles = [:]
    facts.tests = (0..<suites).flatMap { number in
      names.map { name in
        var test = test(name, 0.1)
        test.suite = "S\(number)"
        return test
      }
    }
    let runs = DeclaredRuns(base: Set(declared), head: Set(declared))
    facts.testBaseline = .declared(base: declared.count, head: declared.count, runs)
    var policy = TestPolicy()
    policy.minimum = .base
    #expect(Policies(tests: policy).findings(in: facts).isEmpty == isMet)
  }

  /// Passed tests of other runners count unless XCTest or Swift Testing ran in the step.
  @Test(
    arguments: [
      ([("a", TestFramework.other, TestOutcome.passed)], 5, 6),
      ([("a", .other, .passed), ("b", .xctest, .passed)], 5, 1),
      ([("a", .other, .failed), ("b", .xctest, .passed)], 5, 2),
      ([("a", .other, .passed), ("b", .xctest, .skipped)], 5, 6),
      ([("a", .other, .passed), ("b", .swiftTesting, .failed)], 0, 1),
      ([("other a", .other, .passed), ("b", .swiftTesting, .passed)], 0, 2),
    ] as [([(String, TestFramework, TestOutcome)], Int, Int)])
  func ranTests(tests: [(String, TestFramework, TestOutcome)], unnamed: Int, count: Int) {
    var facts = Facts()
    facts.tests = tests.map { name, framework, outcome in
      var test = test(name, 0.1, outcome)
      (test.framework, test.step) = (framework, name.hasPrefix("other") ? "other" : "test")
      return test
    }
    facts.counts = TestCounts(of: facts.tests)
    facts.counts.add(ForeignCounts(passed: unnamed))
    for (minimum, isMet) in [(count, true), (count + 1, false)] {
      var policy = TestPolicy()
      policy.minimum = .count(minimum)
      let found = Policies(tests: policy).findings(in: facts).map(\.ruleID)
      #expect(found.contains("tests.minimum") == !isMet)
    }
  }

  /// Where devtool runs the tests of a target itself, what another step prints counts for nothing.
  /// The folder of a target can have another name.
  @Test(arguments: [(TestOutcome.passed, "T", true), (.skipped, "T", false), (.skipped, "U", true)])
  func testsThatAnotherStepPrints(outcome: TestOutcome, folder: String, isMet: Bool) {
    let declared = Self.declared(["a", "b"])
    var step = StepResult(id: "test", action: "swift-test", status: .passed)
    step.suite = SuiteResult(targets: [.init(name: "Kit", path: "Tests/\(folder)", tests: 2)])
    var facts = Facts()
    facts.policyFiles = [:]
    facts.steps = [StepResult(id: "lint", action: "run", status: .passed), step]
    for (name, outcome, step) in [
      ("a", TestOutcome.passed, "test"), ("b", outcome, "test"), ("a", .passed, "lint"),
      ("b", .passed, "lint"),
    ] {
      var test = test(name, 0.1, outcome)
      (test.suite, test.step) = ("A", step)
      if step == "test" { test.module = "Kit" }
      facts.tests.append(test)
    }
    facts.testBaseline = .declared(base: 2, head: 2, DeclaredRuns(base: declared, head: declared))
    var policy = TestPolicy()
    policy.minimum = .base
    #expect(Policies(tests: policy).findings(in: facts).isEmpty == isMet)
    policy.minimum = .count(2)
    let found = Policies(tests: policy).findings(in: facts).map(\.ruleID)
    #expect(found.contains("tests.minimum") == (outcome == .skipped))
  }

  /// A target of the run has lost all tests, or none of them was chosen.
  @Test(arguments: [0, 2]) func targetsWithoutRun(count: Int) {
    let declared = Self.declared(["a", "b"])
    var step = StepResult(id: "test", action: "swift-test", status: .passed)
    step.suite = SuiteResult(targets: [.init(name: "T", path: "Tests/T", tests: count)])
    var facts = Facts()
    facts.policyFiles = [:]
    facts.steps = [step]
    facts.tests = [test("B.c", 0.1, .passed)]
    facts.testBaseline = .declared(base: 2, head: 2, DeclaredRuns(base: declared, head: declared))
    var policy = TestPolicy()
    (policy.minimum, policy.empty) = (.base, .ignore)
    #expect(Policies(tests: policy).findings(in: facts).isEmpty == (count > 0))
  }

  /// The last test went, and with it perhaps its target.
  @Test(arguments: [[], [SuiteResult.Target(name: "ATests", path: "Tests/ATests", tests: 0)]])
  func noTestIsFewerThanTheMinimum(targets: [SuiteResult.Target]) {
    var step = StepResult(id: "test", action: "swift-test", status: .skipped)
    step.suite = SuiteResult(targets: targets)
    var facts = Facts()
    facts.steps = [step]
    var policy = TestPolicy()
    policy.empty = .ignore
    policy.minimum = .count(1)
    let findings = Policies(tests: policy).findings(in: facts)
    #expect(
      findings.map { "\($0.severity): \($0.message)" } == ["error: 0 tests ran, minimum is 1"])
  }

  /// Spectre and others name no test.
  @Test func totalsCount() {
    var facts = Facts()
    facts.counts.other = ForeignCounts(passed: 3, failed: 1, skipped: 2)
    var policy = TestPolicy()
    policy.minimum = .count(5)
    policy.mostSkipped = 1
    #expect(
      Policies(tests: policy).findings(in: facts).map(\.message) == [
        "4 tests ran and 2 were skipped, minimum is 5", "2 tests were skipped, limit is 1",
      ])
    policy.minimum = .count(4)
    policy.mostSkipped = 2
    #expect(Policies(tests: policy).findings(in: facts).isEmpty)
  }

  /// A target may have tests that a list keeps SwiftPM from running.
  @Test func aListIsTheReasonWhyNoTestRan() {
    var step = StepResult(id: "test", action: "swift-test", status: .skipped)
    step.suite = SuiteResult(
      targets: [("A", 0), ("B", 2)].map { .init(name: $0, path: "Tests/\($0)", tests: $1) })
    step.suite?.testList = "Tests/LinuxMain.swift"
    var facts = Facts()
    facts.steps = [step, step]
    let findings = Policies(tests: TestPolicy()).findings(in: facts)
    #expect(
      findings.map(\.message) == [
        "Tests/LinuxMain.swift lists no test of A, and SwiftPM runs only those it lists"
      ])
    #expect(findings.first?.location == SourceLocation("Tests/LinuxMain.swift"))
  }

  @Test(arguments: [(nil, []), (2, []), (1, ["2 tests were skipped, limit is 1: A.e, A.s"])])
  func skippedTests(most: Int?, expected: [String]) {
    var facts = Facts()
    facts.tests = [
      test("A.p", 0.1), test("A.e", nil, .cancelled), test("A.s", nil, .skipped),
    ]
    var policy = TestPolicy()
    policy.mostSkipped = most
    #expect(Policies(tests: policy).findings(in: facts).map(\.message) == expected)
  }

  /// What a linter finds is not the compiler's, and has a limit of its own.
  @Test func lintHasItsOwnLimit() {
    var facts = Facts()
    facts.steps = [
      StepResult(id: "build", action: "swift-build", status: .passed),
      StepResult(id: "style", action: "lint", status: .passed),
    ]
    facts.diagnostics = [
      Diagnostic(.warning, "unused", file: "A.swift", line: 1, step: "build"),
      Diagnostic(.warning, "unindent", file: "A.swift", line: 2, step: "style"),
      Diagnostic(.warning, "rename", file: "A.swift", line: 3, step: "style"),
    ]
    let none = WarningPolicy.Limit(max: 0)
    for (category, count) in [("compiler", 1), ("lint", 2), ("linker", 0)] {
      let findings = Policies(warnings: WarningPolicy(limits: [category: none])).findings(
        in: facts)
      #expect(findings.count == (count > 0 ? 1 : 0))
      #expect(
        findings.allSatisfy { finding in
          finding.ruleID == "warnings.\(category)"
            && finding.message.hasPrefix(counted(count, "\(category) warning"))
        })
    }
  }

  @Test(arguments: [
    (TestPolicy.Level.warn, 59.5, ["warning: test target ATests has no test"]),
    (
      .fail, 612.0,
      [
        "error: test target ATests has no test",
        "error: the tests of step test took 10 min 12 s, limit is 10 min",
      ]
    ),
    (.ignore, 600.0, []),
  ])
  func suites(empty: TestPolicy.Level, seconds: Double, expected: [String]) {
    var step = StepResult(
      id: "test", action: "swift-test", status: .passed, durationSeconds: 9_999)
    step.suite = SuiteResult(
      durationSeconds: seconds,
      targets: [
        .init(name: "ATests", path: "Tests/ATests", tests: 0),
        .init(name: "BTests", path: "Tests/BTests", tests: 1),
      ])
    var facts = Facts()
    // A matrix has the same targets in each of its cells.
    facts.steps = [step, StepResult(id: "old", action: "swift-test", status: .skipped)]
    facts.steps.append(step)
    facts.steps[2].suite?.durationSeconds = 1
    var policy = TestPolicy()
    policy.empty = empty
    policy.totalSeconds = 600
    let findings = Policies(tests: policy).findings(in: facts)
    #expect(findings.map { "\($0.severity): \($0.message)" } == expected)
    // `swift test` does not tell its tests from its build.
    facts.steps = [step]
    facts.steps[0].suite = nil
    #expect(Policies(tests: policy).findings(in: facts) == [])
    facts.tests = [test("A.a", 0.1)]
    #expect(Policies(tests: policy).findings(in: facts).map(\.ruleID) == ["tests.total"])
    // The default pipeline leaves the step out where the package has nothing to test.
    facts.steps[0].suite = SuiteResult(targets: [])
    facts.steps[0].status = .skipped
    let missing = empty == .ignore ? [] : ["the package has no test target"]
    #expect(Policies(tests: policy).findings(in: facts).map(\.message) == missing)
  }

  @Test(arguments: [
    (TestPolicy.Level.ignore, []), (.warn, [Severity.warning]), (.fail, [.error]),
  ])
  func testsThatCheckNothing(level: TestPolicy.Level, expected: [Severity]) {
    var facts = Facts()
    facts.tests = [test("A.a", 0.1), test("A.b", 0.1)]
    facts.tests[1].assertsNothing = true
    var policy = TestPolicy()
    policy.assertions = level
    let findings = Policies(tests: policy).findings(in: facts)
    #expect(findings.map(\.severity) == expected)
    #expect(findings.allSatisfy { $0.message == "A.b passes without checking anything" })
  }

  @Test(
    arguments: [
      (TestPolicy.Level.warn, Severity.warning), (.fail, .error), (.ignore, nil),
    ] as [(TestPolicy.Level, Severity?)])
  func interference(level: TestPolicy.Level, severity: Severity?) {
    var beside = test("A.two", 1)
    beside.id = "M.A/two"
    beside.interference = Interference(
      beside: (1...6).map { "M.B/\($0)" }, isReproduced: true)
    beside.attempts = [
      TestAttempt(
        number: 1, outcome: .failed, durationSeconds: 1,
        issues: [TestIssue("taken\nby another", file: "Tests/A.swift", line: 3)], output: "")
    ]
    var after = test("A.three", 1)
    after.interference = Interference(after: ["M.A/two"], isReproduced: true)
    var failed = beside
    failed.outcome = .failed
    var quarantined = beside
    quarantined.quarantine = Quarantine(reason: "later", since: nil)
    var facts = Facts()
    facts.tests = [beside, after, failed, quarantined]
    var policy = TestPolicy(slowWarnSeconds: nil)
    policy.interference = level
    let findings = Policies(tests: policy).findings(in: facts)
    guard let severity else {
      #expect(findings == [])
      return
    }
    #expect(findings.map(\.severity) == [severity, severity])
    #expect(findings.map(\.ruleID) == ["tests.interference", "tests.interference"])
    let sorted = findings.map(\.message).sorted()
    #expect(
      sorted == [
        "A.three failed after M.A/two in the same process, passes alone",
        "M.A/two failed beside M.B/1, M.B/2, M.B/3 and 3 more, passes alone: taken",
      ])
  }

  /// A test that passed whenever it ran again may not have been disturbed at all.
  @Test func interferenceThatIsNotReproduced() throws {
    var beside = test("A.two", 1)
    beside.interference = Interference(beside: ["M.B/1"], isReproduced: false)
    var facts = Facts()
    facts.tests = [beside]
    let found = try #require(
      Policies(tests: TestPolicy(slowWarnSeconds: nil)).findings(in: facts).first)
    #expect(found.message == "A.two failed beside M.B/1, passes alone, not reproduced")
    #expect(found.help?.contains("may also fail by chance") == true)
  }

  /// How it failed among others, where no issue says so.
  @Test(arguments: [
    (TestOutcome.crashed, ": crashed"), (.timedOut, ": timed-out"), (.failed, ""),
  ])
  func interferenceWithoutAnIssue(outcome: TestOutcome, reason: String) {
    var beside = test("A.two", 1)
    beside.interference = Interference(beside: ["M.B/1"], isReproduced: true)
    beside.attempts = [
      TestAttempt(number: 1, outcome: outcome, durationSeconds: 1, issues: [], output: "")
    ]
    var facts = Facts()
    facts.tests = [beside]
    #expect(
      Policies(tests: TestPolicy(slowWarnSeconds: nil)).findings(in: facts).map(\.message)
        == ["A.two failed beside M.B/1, passes alone" + reason])
  }

  @Test func warningsWithoutALimitAreNoFindings() {
    var facts = Facts()
    facts.diagnostics = [Diagnostic(.warning, "unused", file: "a.swift", line: 1)]
    facts.runtimeWarnings = [
      RuntimeWarning(category: "auto-layout", count: 3, tests: [], shapes: [])
    ]
    #expect(Policies().findings(in: facts) == [])
  }

  @Test(arguments: [
    (WarningPolicy.Limit(max: 2), nil), (WarningPolicy.Limit(max: 1), Severity.error),
    (WarningPolicy.Limit(max: 0, level: .warning), .warning),
    (WarningPolicy.Limit(level: .note), .note),
    (WarningPolicy.Limit(max: 0, allow: ["**/b.swift", "unused"]), nil),
    (WarningPolicy.Limit(max: 1, allow: ["Deprecated"]), nil),
  ])
  func compilerWarnings(limit: WarningPolicy.Limit, expected: Severity?) {
    var facts = Facts()
    facts.diagnostics = [
      Diagnostic(.warning, "unused variable", file: "Sources/a.swift", line: 1, count: 9),
      Diagnostic(.warning, "old", file: "Sources/b.swift", line: 2, group: "Deprecated"),
      Diagnostic(.error, "broken", file: "Sources/c.swift", line: 3),
    ]
    let check = Policies(warnings: WarningPolicy(limits: ["compiler": limit]))
    #expect(check.findings(in: facts).map(\.severity) == (expected.map { [$0] } ?? []))
  }

  @Test func runtimeWarnings() {
    var facts = Facts()
    facts.runtimeWarnings = [
      RuntimeWarning(
        category: "auto-layout", count: 7, tests: ["B/b", "A/a"],
        shapes: [
          .init(shape: "Unable to satisfy <View>\nmore", count: 4, identifiers: ["Title.height"]),
          .init(shape: "Unable to satisfy <Other>", count: 3, identifiers: ["Cell.width"]),
        ]),
      RuntimeWarning(
        category: "cgcontext", count: 5, tests: ["-[M.A a]"],
        shapes: [
          .init(shape: "CGContextSetFillColor", count: 2, identifiers: []),
          .init(shape: "CGContextSaveGState", count: 3, identifiers: []),
        ]),
      RuntimeWarning(category: "leak", count: 1, tests: [], shapes: []),
      RuntimeWarning(
        category: "retain", count: 2, tests: [],
        shapes: ["A", "B"].map { .init(shape: $0, count: 1, identifiers: []) }),
    ]
    facts.tests = [
      TestCase(
        name: "-[M.A a]", id: "M.A/a", framework: .xctest, function: "a", outcome: .passed)
    ]
    let policy = WarningPolicy(
      limits: ["auto-layout": .init(max: 2, allow: ["Cell."]), "cgcontext": .init(max: 0)],
      custom: ["leak", "retain"].map {
        .init(id: $0, pattern: $0, limit: .init(level: .warning))
      })
    expectGolden(
      describe(Policies(warnings: policy).findings(in: facts)), "warning-limits.txt")
  }

  @Test(
    arguments: [
      ("thread-sanitizer", nil, Severity.error), ("cgcontext", nil, nil),
      ("thread-sanitizer", WarningPolicy.Limit(max: 2), nil),
      ("thread-sanitizer", WarningPolicy.Limit(max: 1, level: .warning), .warning),
      ("snapshot", WarningPolicy.Limit(max: 3), .note), ("snapshot", ignored, nil),
      ("network", WarningPolicy.Limit(max: 0, allow: ["Sources/Old/**"]), nil),
      ("network", WarningPolicy.Limit(max: 0, allow: ["culprit"]), nil),
      ("network", WarningPolicy.Limit(max: 0, allow: ["form"]), nil),
      ("network", WarningPolicy.Limit(max: 0, allow: ["other"]), .error),
    ] as [(String, WarningPolicy.Limit?, Severity?)])
  func limitsOfEveryCategory(category: String, limit: WarningPolicy.Limit?, expected: Severity?) {
    var facts = Facts()
    facts.counts.xctest = XCTestCounts(passed: 1)
    facts.runtimeWarnings = [
      RuntimeWarning(
        category: category, count: 2, tests: ["A.b"],
        shapes: [
          .init(
            shape: "a form", count: 2, identifiers: ["the culprit"], file: "Sources/Old/A.swift",
            line: 7, message: "in words", tests: [.init(name: "A.b", count: 2)])
        ])
    ]
    var policy = WarningPolicy()
    policy.limits[category] = limit
    let findings = Policies(warnings: policy).findings(in: facts)
    #expect(findings.map(\.severity) == (expected.map { [$0] } ?? []))
    guard let finding = findings.first, expected != .note else { return }
    #expect(finding.location == SourceLocation("Sources/Old/A.swift", line: 7))
    #expect(finding.message.hasSuffix(": in words"))
  }

  private static let ignored = {
    var limit = WarningPolicy.Limit(max: 0)
    limit.isIgnored = true
    return limit
  }()

  @Test func aLimitThatIsTooHighIsNoted() {
    var facts = Facts()
    facts.counts.xctest = XCTestCounts(passed: 1)
    facts.runtimeWarnings = [
      RuntimeWarning(
        category: "auto-layout", count: 3, tests: [],
        shapes: [.init(shape: "x", count: 3, identifiers: [])])
    ]
    facts.diagnostics = [Diagnostic(.warning, "unused", file: "a.swift", line: 1)]
    let policy = WarningPolicy(
      limits: ["auto-layout": .init(max: 5), "cgcontext": .init(max: 1), "compiler": .init(max: 4)])
    expectGolden(describe(Policies(warnings: policy).findings(in: facts)), "warning-slack.txt")
    // Nothing ran, or not to the end, and nothing was compiled: nothing is known.
    facts.diagnostics = []
    facts.tests = [test("A.hung", 60, .timedOut)]
    #expect(Policies(warnings: policy).findings(in: facts) == [])
    facts.tests = []
    facts.counts = TestCounts()
    #expect(Policies(warnings: policy).findings(in: facts) == [])
  }

  @Test func linkerWarningsAreTheirOwn() {
    var facts = Facts()
    facts.diagnostics = [
      Diagnostic(.warning, "old object", group: "linker"), Diagnostic(.warning, "unused"),
    ]
    let policy = WarningPolicy(limits: ["compiler": .init(max: 1), "linker": .init(max: 0)])
    let findings = Policies(warnings: policy).findings(in: facts)
    #expect(findings.map(\.message) == ["1 linker warning, limit is 0: old object"])
  }

  @Test(arguments: [
    (8000, 10_000, 8000, true), (7999, 10_000, 8000, false), (79_999, 100_000, 8000, false),
    (1, 1, 10_000, true), (999_999, 1_000_000, 10_000, false), (0, 0, 1, false), (0, 5, 0, true),
  ])
  func coverageMinimum(covered: Int, count: Int, minimum: Int, passed: Bool) throws {
    let policy = CoveragePolicy(minimumHundredths: minimum)
    let coverage = makeCoverage(covered, count)
    var facts = Facts()
    facts.coverage = coverage
    #expect(Policies(coverage: policy).findings(in: facts).isEmpty == passed)
    let threshold = try #require(CoverageRequirements(policy, coverage).thresholds.first)
    #expect(threshold.passed == passed)
    #expect(threshold.name == "coverage.minimum")
    #expect(threshold.required == Double(minimum) / 100)
    #expect((threshold.actual == nil) == (count == 0))
  }

  /// A shard may have come to no test; the joined run is held against the requirement.
  @Test(arguments: [(nil, 1), (StepShard(index: 2, count: 2, split: ""), 0)])
  func coverageIsMissedByAWholeRun(shard: StepShard?, findings: Int) {
    var step = StepResult(id: "test", action: "swift-test", status: .passed)
    step.shard = shard
    var facts = Facts()
    facts.steps = [step]
    let policies = Policies(coverage: CoveragePolicy(minimumHundredths: 5_000))
    #expect(policies.findings(in: facts).count == findings)
  }

  @Test func coverageSaysHowMuchIsMissing() {
    var facts = Facts()
    facts.coverage = makeCoverage(79_999, 100_000, isPartial: true)
    let policy = CoveragePolicy(minimumHundredths: 8050)
    expectGolden(describe(Policies(coverage: policy).findings(in: facts)), "coverage.txt")
    #expect(Policies().findings(in: facts) == [])
    #expect(CoverageRequirements(CoveragePolicy(), makeCoverage(0, 1)).thresholds == [])
    #expect(Policies(coverage: policy).findings(in: Facts()) == [])
  }

  private func makeCoverage(_ covered: Int, _ count: Int, isPartial: Bool = false) -> Coverage {
    let none = Coverage.Ratio(covered: 0, count: 0)
    let files = [("a.swift", 3), ("b.swift", 9), ("c.swift", 0), ("d.swift", 9), ("e.swift", 5)]
    return Coverage(
      metric: .distinct, isPartial: isPartial,
      totals: .init(lines: .init(covered: covered, count: count), functions: none, regions: none),
      files: files.map { path, missing in
        Coverage.File(
          path: path, target: nil, lines: .init(covered: 1, count: 1 + missing), functions: none,
          regions: none, uncoveredLines: [], partialLines: [])
      }, excluded: [])
  }
}

extension Policies {
  fileprivate func findings(in facts: Facts) -> [Finding] {
    Evaluation(policies: self).evaluate(facts).findings
  }
}

func test(_ name: String, _ seconds: Double?, _ outcome: TestOutcome = .passed) -> TestCase {
  TestCase(
    name: name, framework: .xctest, function: name, outcome: outcome, durationSeconds: seconds)
}
