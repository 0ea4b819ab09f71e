import CIModel
import CIRules
import Testing

/// What policies make of what was seen of steps.
@Suite struct StepObservationTests {
  private func findings(_ seen: [StepObservation], _ policy: TestPolicy = TestPolicy()) -> [Finding]
  {
    var facts = Facts()
    facts.observations = seen
    return Evaluation(policies: Policies(tests: policy)).evaluate(facts).findings
  }

  @Test(
    arguments: [
      (.added, .checkout, ["A.B/c"], "warning: A.B/c left 'f' in the checkout"),
      (.changed, .home, ["A.B/c"], "warning: 'f' changed in HOME while A.B/c ran"),
      (.added, .privateHome, ["A.B/c"], "warning: A.B/c left 'f' in its private HOME"),
      (.deleted, .privateHome, ["A.B/c"], "warning: A.B/c deleted 'f' from its private HOME"),
      (.deleted, .checkout, nil, "warning: 'f' disappeared from the checkout while the tests ran"),
      (.added, .checkout, ["A", "B"], "warning: 'f' appeared in the checkout while A, B ran"),
      (.changed, .checkout, [], "note: 'f' changed in the checkout while no test ran"),
    ] as [(Leftovers.Change, Leftovers.Place, [String]?, String)])
  func leftovers(
    change: Leftovers.Change, place: Leftovers.Place, tests: [String]?, expected: String
  ) {
    let found = findings([.leftovers(Leftovers([.init("f", change, in: place, tests: tests)]))])
    #expect(found.map { "\($0.severity): \($0.message)" } == [expected])
    #expect(found.map(\.ruleID) == ["tests.leftovers"])
    #expect(found.map { $0.location?.file } == [place == .checkout ? "f" : nil])
    #expect(found.map { $0.help == nil } == [tests == []])
  }

  @Test(
    arguments: [
      (.warn, .checkout, ["warning", "warning"]), (.fail, .checkout, ["error", "error"]),
      (.fail, .privateHome, ["error", "error"]), (.ignore, .checkout, []),
      // Any program may have written into the real home.
      (.fail, .home, ["warning", "warning"]),
    ] as [(TestPolicy.Level, Leftovers.Place, [String])])
  func levelOfLeftovers(level: TestPolicy.Level, place: Leftovers.Place, severities: [String]) {
    var policy = TestPolicy()
    policy.leftovers = level
    let found = findings(
      [.leftovers(Leftovers([.init("f", .added, in: place, tests: ["A"])], others: 10))], policy)
    #expect(found.map { "\($0.severity)" } == severities)
    #expect(found.isEmpty || found.map(\.message).contains("10 more files appeared or changed"))
  }

  @Test(
    arguments: [
      (["A"], nil, false, ["warning: A reached out to 1.1.1.1:1"]),
      // Its test has failed.
      (["A"], nil, true, []),
      (["A", "B"], nil, true, ["error: one of A, B reached out to 1.1.1.1:1"]),
      ([], nil, true, ["error: the test process, before any test, reached out to 1.1.1.1:1"]),
      ([], "A", false, ["warning: the test process, after A, reached out to 1.1.1.1:1"]),
    ] as [([String], String?, Bool, [String])])
  func network(tests: [String], after: String?, isDenied: Bool, expected: [String]) {
    let use = NetworkUse("1.1.1.1:1", tests: tests, after: after, isDenied: isDenied)
    let found = findings([.network(use)])
    #expect(found.map { "\($0.severity): \($0.message)" } == expected)
    #expect(found.allSatisfy { $0.ruleID == "tests.network" })
  }

  @Test(
    arguments: [
      (.unreadable(reason: "no", help: "Do."), "<>: error: no [tests.quarantine] Do."),
      (
        .malformed(line: 3, reason: "no test"),
        "q.txt:3: warning: no test [tests.quarantine] Write one test a line: "
          + "`Module.Class/test  # 2026-10-02: why`."
      ),
      (
        .unknownTest("A/b", line: 2, near: "A/c"),
        "q.txt:2: warning: there is no test 'A/b' [tests.quarantine] Did you mean 'A/c'?"
      ),
      (
        .unknownTest("A/b", line: 2, near: nil),
        "q.txt:2: warning: there is no test 'A/b' [tests.quarantine] Remove the line."
      ),
      (
        .expired("A/b", line: 2, until: "2026-10-02"),
        "q.txt:2: warning: the quarantine of A/b ended on 2026-10-02 [tests.quarantine] "
          + "Fix the test, and run `devtool quarantine expire`."
      ),
      (
        .passesAgain("A/b", line: 2, passes: 12),
        "q.txt:2: note: A/b has passed 12 times in a row and is ready to leave "
          + "[tests.quarantine] Remove the line."
      ),
    ] as [(QuarantineProblem, String)])
  func quarantine(problem: QuarantineProblem, expected: String) {
    var policy = TestPolicy()
    policy.quarantine = "q.txt"
    #expect(findings([.quarantine(problem)], policy).map(line) == [expected])
  }

  @Test func patternsAndArtifacts() {
    #expect(
      findings([
        .unusedSerialPattern("Nothing"),
        .missingArtifact(MissingArtifact(step: "dist", glob: "out/*")),
        .missingArtifact(MissingArtifact(step: "dist", glob: "o.xml", reportFormat: "junit")),
      ]).map(line) == [
        "<>: warning: step dist produced no file that matches 'out/*' [artifacts] "
          + "Correct the pattern, or remove it from 'artifacts'.",
        "<>: warning: step dist produced no junit report 'o.xml' [artifacts] "
          + "Correct the path, or remove it from 'artifacts'.",
        "<>: warning: no test matches 'Nothing' of `tests.serial` [tests.serial] "
          + "Correct the pattern, which is searched for in `Module.Class/test`, or remove it.",
      ])
  }

  private func line(_ finding: Finding) -> String {
    let place = finding.location.map { "\($0.file):\($0.line.map(String.init) ?? "")" } ?? "<>"
    return
      "\(place): \(finding.severity): \(finding.message) [\(finding.ruleID)] \(finding.help ?? "")"
  }
}
