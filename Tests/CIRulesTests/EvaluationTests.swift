import CIModel
import CIRules
import Testing

struct EvaluationTests {
  private static let problem = Facts.HistoryProblem(
    "there is no merge base", help: "Fetch more.", isWithoutRepository: false)

  private static func step(_ status: StepResult.Status, action: String = "swift-test") -> StepResult
  {
    StepResult(id: "test", action: action, status: status)
  }

  private static var covered: Coverage {
    let half = Coverage.Ratio(covered: 1, count: 2)
    return Coverage(
      metric: .distinct, isPartial: false,
      totals: Coverage.Totals(lines: half, functions: half, regions: half), files: [], excluded: [])
  }

  private static var requiresPatch: Policies {
    var policies = Policies.none
    policies.coverage.patch.minimum = 9000
    return policies
  }

  /// A change that is asked for and cannot be had: an error under one name, never two.
  @Test func aMissingChangeIsAnErrorWhereItIsAskedFor() {
    var facts = Facts()
    facts.historyProblem = Self.problem
    facts.coverage = Self.covered

    let asked = Evaluation(policies: Self.requiresPatch, requiresChange: true).evaluate(facts)
    #expect(asked.findings.map(\.ruleID) == ["rules"])
    #expect(asked.findings.first?.help == "Fetch more.")
    #expect(asked.missing?.finding == asked.findings.first && asked.notes.isEmpty)

    let forCoverage = Evaluation(policies: Self.requiresPatch).evaluate(facts)
    #expect(forCoverage.findings.map(\.ruleID) == ["coverage.patch"])
    #expect(forCoverage.missing?.finding == forCoverage.findings.first)
  }

  @Test func aMissingChangeIsANoteElsewhere() {
    var facts = Facts()
    facts.historyProblem = Self.problem
    #expect(Evaluation().evaluate(facts).notes.isEmpty)
    let rules = Evaluation(rules: RuleSet(settings: [], includesDefaults: true))
    let result = rules.evaluate(facts)
    #expect(result.findings.isEmpty && result.missing == nil)
    #expect(result.notes == ["Rules were not checked: there is no merge base. Fetch more."])
    facts.historyProblem?.isWithoutRepository = true
    #expect(rules.evaluate(facts).notes.isEmpty)
  }

  @Test func testsThatAreComparedWithTheBaseNeedOne() {
    var policies = Policies.none
    policies.tests.minimum = .base
    var facts = Facts()
    facts.historyProblem = Self.problem
    #expect(Evaluation(policies: policies).evaluate(facts).missing == nil)
    facts.tests = [TestCase(name: "T.t", framework: .xctest, function: "t", outcome: .passed)]
    #expect(Evaluation(policies: policies).evaluate(facts).missing == .init())
  }

  /// The job of a shard has a clone without history; `devtool merge` judges all shards.
  @Test func aPartOfTheTestsNeedsNoChange() {
    var policies = Self.requiresPatch
    policies.tests.minimum = .base
    policies.coverage.noDrop = .init()
    var facts = Facts()
    facts.historyProblem = Self.problem
    facts.coverage = Self.covered
    facts.coverage?.isPartial = true
    facts.coverage?.isSelection = true
    facts.coverageReferences.baseline = .missing("no merge base", help: "Fetch more.")
    facts.testBaseline = .missing("no merge base", help: "Fetch more.")
    facts.tests = [TestCase(name: "T.t", framework: .xctest, function: "t", outcome: .passed)]
    facts.steps = [Self.step(.passed)]
    facts.steps[0].shard = StepShard(index: 1, count: 3, split: "a")
    let part = Evaluation(policies: policies).evaluate(facts)
    #expect(part.findings.map(\.severity) == [.warning, .warning])
    #expect(part.missing == nil)
    #expect(part.notes == [])
    facts.steps[0].shard = nil
    facts.steps[0].suite = SuiteResult(targets: [])
    facts.steps[0].suite?.isPart = true
    #expect(
      Evaluation(policies: policies).evaluate(facts).notes
        == ["Patch coverage was not checked: there is no merge base. Fetch more."])
    facts.steps[0].suite = nil
    let whole = Evaluation(policies: policies).evaluate(facts)
    #expect(whole.missing != nil)
  }

  /// Tests ran and nothing was measured: a requirement is not met by that.
  @Test(arguments: [
    (StepResult.Status.passed, ["coverage.minimum"]), (.warned, ["coverage.minimum"]),
    (.failed, []), (.skipped, []),
  ])
  func coverageThatWasNotMeasuredIsNotEnough(status: StepResult.Status, expected: [String]) {
    var policies = Policies.none
    policies.coverage.minimumHundredths = 8000
    var facts = Facts()
    facts.steps = [Self.step(status)]
    let result = Evaluation(policies: policies).evaluate(facts)
    #expect(result.findings.map(\.ruleID) == expected)
    let note = "`coverage` of .ci.yml was not checked: step test did not run."
    #expect(result.notes == (status == .skipped ? [note] : []))
    guard status == .failed else { return }
    facts.tests = [TestCase(name: "T.t", framework: .xctest, function: "t", outcome: .failed)]
    #expect(Evaluation(policies: policies).evaluate(facts).findings.count == 1)
  }

  @Test func thresholdsAndFindingsComeTogether() {
    var policies = Policies.none
    policies.coverage.minimumHundredths = 8000
    var facts = Facts()
    facts.coverage = Self.covered
    let result = Evaluation(policies: policies).evaluate(facts)
    #expect(result.thresholds.map(\.passed) == [false])
    #expect(result.findings.map(\.ruleID) == ["coverage.minimum"])
  }

  /// What rules and their programs say is judged together, so that one suppression reaches both.
  @Test func asksProgramsBesideRules() {
    var facts = Facts()
    let evaluation = Evaluation(
      rules: RuleSet(settings: [], includesDefaults: false),
      programs: { _, facts in
        (facts.changes?.files ?? []).map { Finding(.warning, "program", "saw \($0.path)") }
      })
    #expect(evaluation.evaluate(facts).findings.isEmpty)
    facts.changes = ChangeSet(
      base: "b", head: "h", mergeBase: "m", files: [FileChange(.added, "a.txt")], commits: [])
    #expect(evaluation.evaluate(facts).findings.map(\.message) == ["saw a.txt"])
  }
}
