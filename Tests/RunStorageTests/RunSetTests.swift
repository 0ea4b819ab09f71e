import CIModel
import CIRules
import LocalState
import TestSupport
import Testing

@testable import RunStorage

/// Whether runs of shards are complete, and what they are together.
struct RunSetTests {
  private func run(
    _ index: Int, of count: Int = 3, name: String? = nil, split: String = "a",
    verdict: RunRecord.Verdict = .passed, status: StepResult.Status = .passed
  ) -> RunSet.Run {
    var record = RunRecord.sample(id: "run-\(index)", startedAt: 100)
    record.verdict = verdict
    record.durationSeconds = Double(index)
    var build = StepResult(id: "build", action: "swift-build", status: .passed)
    build.durationSeconds = 10 - Double(index)
    var test = StepResult(
      id: "test", action: "swift-test", status: status,
      reason: status == .failed ? "1 test failed" : nil)
    test.shard = StepShard(index: index, count: count, split: split)
    record.steps = [build, test]
    return RunSet.Run(name: name ?? "m\(index)", record: record)
  }

  /// What is wrong, or missing first.
  private func problem(_ runs: [RunSet.Run]) -> RunSet.Problem? {
    do throws(RunSet.Problem) {
      return try RunSet(runs).gaps.first
    } catch {
      #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
      #expect(error.help?.hasSuffix(".") == true)
      return error
    }
  }

  @Test func wantsEveryShardOnce() {
    #expect(problem([run(2), run(3), run(1)]) == nil)
    #expect(problem([]) == .noRuns)
    #expect(problem([run(1), run(3)]) == .missing(step: "test", shards: ["2/3"]))
    for (index, count) in [(1, 0), (0, 3), (4, 3), (1, -3), (1, .max)] {
      #expect(
        problem([run(index, of: count)]) == .badShard(run: "m\(index)", shard: "\(index)/\(count)"))
    }
    #expect(problem([run(2)]) == .missing(step: "test", shards: ["1/3", "3/3"]))
    #expect(
      problem([run(1), run(2), run(3), run(2, name: "again")])
        == .twice(step: "test", shard: "2/3", runs: ["m2", "again"]))
    #expect(
      problem([run(1), run(2, of: 4), run(3)])
        == .otherCount(step: "test", run: "m2", count: 4, expected: 3))
    #expect(
      problem([run(1), run(2, split: "b"), run(3)])
        == .otherSplit(step: "test", runs: ["m1", "m2", "m3"]))
    var whole = run(1)
    (whole.record.steps[1].shard, whole.record.steps[1].suite) = (nil, SuiteResult(targets: []))
    #expect(problem([whole, run(2), run(3)]) == .noShard(run: "m1"))
    // A run that was killed while its tests ran does not tell of its shard.
    whole.record.verdict = .unknown
    #expect(problem([whole, run(2), run(3)]) == .unfinished(run: "m1", shards: []))
  }

  /// Results of other tools join shards, or each other.
  @Test func takesImportedRuns() throws {
    func imported(_ name: String, file: String? = nil) -> RunSet.Run {
      var record = RunRecord.sample(.failed, id: "run-\(name)")
      record.config.path = nil
      record.steps = [
        StepResult(id: name, action: StepResult.importAction, status: .failed, reason: "no")
      ]
      record.tests = [
        TestCase(name: name, id: name, framework: .other, function: name, outcome: .failed)
      ]
      return RunSet.Run(name: file ?? name, record: record)
    }
    #expect(problem([imported("ios"), run(1), run(3), run(2)]) == nil)
    #expect(problem([imported("ios"), imported("android")]) == nil)
    #expect(
      problem([imported("ios"), run(1), run(3)]) == .missing(step: "test", shards: ["2/3"]))
    #expect(
      problem([imported("ios"), imported("ios", file: "b.tar")])
        == .sameName("ios", runs: ["ios", "b.tar"]))
    var whole = run(1)
    (whole.record.steps[1].shard, whole.record.steps[1].suite) = (nil, SuiteResult(targets: []))
    #expect(problem([imported("ios"), whole, imported("android")]) == nil)
    #expect(problem([imported("ios"), whole, run(1, of: 1)]) == .noShard(run: "m1"))
    #expect(problem([whole]) == .noShard(run: "m1"))
    let merged = try RunSet([imported("ios"), run(1, of: 1)]).merged(id: "m", version: "1")
    #expect(merged.steps.map(\.id) == ["build", "test", "ios"])
    #expect(merged.steps.last?.status == .failed)
    #expect(merged.tests.first { $0.id == "ios" }?.step == "ios")
    #expect(
      Set(merged.tests.compactMap(\.step)) == (merged.tests.count > 1 ? ["ios", "test"] : ["ios"]))
    #expect(merged.config.path == run(1).record.config.path)
  }

  /// Jobs beside the shards hand over what they did, too.
  @Test func joinsOtherStepsAndChecks() throws {
    func part(_ name: String, _ steps: [StepResult]) -> RunSet.Run {
      var record = RunRecord.sample(steps.contains { $0.status == .failed } ? .failed : .passed)
      record.steps = steps
      return RunSet.Run(name: name, record: record)
    }
    var build = part(
      "build",
      [
        StepResult(id: "build", action: "swift-build", status: .passed),
        StepResult(id: "test", action: "swift-test", status: .passed),
      ])
    build.record.diagnostics = [Diagnostic(.warning, "old", file: "A.swift", line: 1)]
    var lint = StepResult(id: "lint", action: "lint", status: .failed)
    lint.reason = "2 files"
    var rules = part("rules", [])
    rules.record.verdict = .failed
    rules.record.findings = [Finding(.error, "no-print", "print")]
    let markdown = TeamText([.markdown("![x](https://a.org)")])
    rules.record.findings[0].messageText = markdown
    rules.record.findings[0].helpText = markdown
    let shards = [1, 2].map { index in
      var shard = run(index, of: 2)
      shard.record.steps.removeFirst()
      return shard
    }
    let runs = [build] + shards + [part("lint", [lint]), rules]
    let merged = try RunSet(runs).merged(id: "new", version: "1")
    #expect(merged.steps.map(\.id) == ["build", "test", "lint"])
    #expect(merged.steps.map(\.status) == [.passed, .passed, .failed])
    #expect(merged.steps[2].reason == "2 files")
    #expect(merged.findings == [Finding(.error, "no-print", "print")])
    #expect(merged.diagnostics.map(\.message) == ["old"])

    // A build that failed hands over its run, and no shard has one.
    var broken = build
    broken.record.verdict = .failed
    broken.record.steps[0].status = .failed
    broken.record.steps[1].status = .skipped
    let failed = try RunSet([broken, rules], absent: [.noRecord("shard-*/")])
    #expect(failed.gaps == [.noRecord("shard-*/")])
    #expect(failed.merged(id: "new", version: "1").steps.map(\.status) == [.failed, .skipped])
    #expect(throws: RunSet.Problem.noRecord("a")) { try RunSet([], absent: [.noRecord("a")]) }
  }

  /// A run cannot pass because what failed it is judged by something else here.
  @Test func tellsOfRunsThatFailForNoReason() throws {
    var one = run(1, of: 1, verdict: .failed)
    one.record.findings = [Finding(.warning, "pr-size", "large")]
    #expect(try RunSet([one]).unexplained?.message.contains("m1 failed") == true)
    one.record.findings = [Finding(.error, "coverage.exclusions", "no end")]
    let set = try RunSet([one])
    #expect(set.unexplained == nil)
    #expect(set.merged(id: "new", version: "1").findings.map(\.ruleID) == ["coverage.exclusions"])
  }

  /// What a part of the tests came to is not held against limits for all of them.
  @Test func whatIsMissingMakesAPart() throws {
    var one = run(1)
    one.record.steps[1].suite = SuiteResult(targets: [])
    let set = try RunSet([one, run(2, verdict: .cancelled)])
    #expect(
      set.gaps
        == [.unfinished(run: "m2", shards: ["2/3"]), .missing(step: "test", shards: ["3/3"])])
    #expect(set.runs.map(\.name) == ["m1"])
    #expect(set.merged(id: "new", version: "1").steps[1].suite?.isPart == true)
  }

  @Test(arguments: [RunRecord.Verdict.unknown, .cancelled])
  func wantsEveryShardToTheEnd(verdict: RunRecord.Verdict) {
    #expect(
      problem([run(1), run(2, verdict: verdict), run(3)])
        == .unfinished(run: "m2", shards: ["2/3"]))
  }

  @Test func wantsOneCommit() {
    func built(_ index: Int, _ head: String) -> RunSet.Run {
      var run = run(index)
      run.record.changes = ChangeSet(base: "b", head: head, mergeBase: "b", files: [], commits: [])
      return run
    }
    #expect(problem([built(1, "x"), built(2, "x"), run(3)]) == nil)
    #expect(
      problem([built(1, "x"), built(2, "y"), run(3)]) == .otherCommit(runs: ["m1", "m2", "m3"]))

    func checkedOut(_ index: Int, _ commit: String) -> RunSet.Run {
      var run = run(index)
      run.record.checkout = RunRecord.Checkout(
        commit: commit, subject: "s", author: "Ada", isModified: false)
      return run
    }
    #expect(problem([checkedOut(1, "x"), checkedOut(2, "x"), run(3)]) == nil)
    #expect(
      problem([checkedOut(1, "x"), checkedOut(2, "y"), run(3)])
        == .otherCommit(runs: ["m1", "m2", "m3"]))
  }

  @Test func wantsOnePipeline() {
    var other = run(2)
    other.record.config.path = "other.yml"
    #expect(
      problem([run(1), other, run(3)]) == .otherPipeline(runs: ["m1", "m2", "m3"]))
  }

  @Test func namesWhatIsNoRecord() throws {
    let scratch = try ScratchDirectory()
    let state = try StateFolder.open(
      root: scratch.path, repositoryRoot: scratch.path, environment: [:], isCI: false,
      makesKey: false)
    func problem(_ name: String) -> RunSet.Problem? {
      do throws(RunSet.Problem) {
        return try RunFolders([name], in: RunStore(state), from: scratch.path).absent.first
      } catch {
        return error
      }
    }
    #expect(problem("none") == .noRecord("none"))
    try scratch.write("{", to: "bad/record.json")
    #expect(problem("bad")?.description.contains("is not a run record") == true)
    #expect(problem("bad")?.help != nil)
  }

  @Test func attemptsAreBounded() throws {
    var test = TestCase(name: "a", framework: .other, function: "a", outcome: .passed)
    test.attempts = [
      TestAttempt(number: 1, outcome: .failed, durationSeconds: 2, issues: [], output: "")
    ]
    let merged = TestCase.merged(Array(repeating: test, count: 150))
    #expect(merged.map { $0.attempts?.count } == [100])
    #expect(merged.first?.attempts?.last?.number == 100)
  }

  @Test func putsTogetherWhatTheyDid() throws {
    func test(_ function: String, _ outcome: TestOutcome) -> TestCase {
      TestCase(
        name: "A.\(function)", id: "M.A/\(function)", framework: .xctest, module: "M", suite: "A",
        function: function, outcome: outcome, durationSeconds: 1,
        runs: [TestRun(outcome, durationSeconds: 1)])
    }
    var runs = [run(1), run(2, verdict: .failed, status: .failed), run(3)]
    runs[0].record.tests = [test("z", .passed)]
    runs[1].record.tests = [test("b", .failed)]
    var flaky = test("a", .passed)
    flaky.isFlaky = true
    flaky.runs.insert(TestRun(.failed, durationSeconds: 2), at: 0)
    flaky.attempts = [
      TestAttempt(number: 1, outcome: .failed, durationSeconds: 2, issues: [], output: "")
    ]
    runs[2].record.tests = [flaky]
    for index in runs.indices {
      runs[index].record.diagnostics = [
        Diagnostic(.warning, "old", file: "A.swift", line: 1, count: index + 1, step: "build")
      ]
      runs[index].record.runtimeWarnings = [
        RuntimeWarning(
          category: "auto-layout", count: 2, tests: ["t\(index)"],
          shapes: [.init(shape: "s", count: 2, identifiers: [])])
      ]
      runs[index].record.findings = [
        Finding(.warning, "pr-size", "large"), Finding(.error, "coverage.minimum", "low"),
        Finding(.warning, "tests.slow", "slow \(index)"),
        Finding(.warning, "tests.minimum", "not judged"),
      ]
      runs[index].record.notes = [
        "No .ci.yml here.", "Step test: Shard \(index + 1)/3 ran 1 of 3 tests; …",
        "Step test: The coverage is partial: 1 of 3 tests were selected.",
      ]
      // The shard that failed tells nothing of its suite.
      if index == 1 { continue }
      var suite = SuiteResult(
        durationSeconds: Double(index),
        targets: [.init(name: "MTests", path: "Tests/MTests", tests: 3)])
      suite.isPart = true
      runs[index].record.steps[1].suite = suite
    }
    let merged = try RunSet(runs.reversed()).merged(id: "new", version: "1")
    #expect(merged.tests.map(\.id) == ["M.A/a", "M.A/b", "M.A/z"])
    #expect(merged.tests[0].attempts?.count == 1)
    #expect(merged.counts.xctest == XCTestCounts(passed: 2, failed: 2))
    #expect(merged.diagnostics.map(\.count) == [3])
    #expect(merged.runtimeWarnings.map(\.count) == [6])
    #expect(merged.runtimeWarnings.first?.tests == ["t0", "t1", "t2"])
    // What policies found is found again on the whole.
    #expect(merged.findings.map(\.ruleID) == ["pr-size"])
    #expect(merged.notes == ["No .ci.yml here."])
    #expect(merged.steps.map(\.id) == ["build", "test"])
    #expect(merged.steps.map(\.status) == [.passed, .failed])
    #expect(merged.steps[1].reason == "shard 2/3: 1 test failed")
    #expect(merged.steps[1].suite?.durationSeconds == 2)
    #expect(merged.steps[1].suite?.targets.map(\.tests) == [3])
    #expect(merged.steps[1].suite?.isPart == nil)
    #expect(merged.steps[0].durationSeconds == 9)
    #expect(merged.durationSeconds == 3)
    #expect(Verdict(merged, failOn: .error) == .failed)
  }

  @Test func aTestThatRanTwiceKeepsEveryRun() throws {
    var runs = [run(1, of: 2), run(2, of: 2)]
    for (index, outcome) in [TestOutcome.passed, .failed].enumerated() {
      runs[index].record.tests = [
        TestCase(
          name: "t()", id: "M.t()", framework: .swiftTesting, function: "t()", outcome: outcome,
          runs: [TestRun(outcome, durationSeconds: nil)])
      ]
    }
    let merged = try RunSet(runs).merged(id: "new", version: "1")
    #expect(merged.tests.map(\.outcome) == [.failed])
    #expect(merged.tests.first?.runs.map(\.outcome) == [.passed, .failed])
  }
}
