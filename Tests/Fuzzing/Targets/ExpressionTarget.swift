import CIModel
import Expressions

/// Reads a condition, checks it, and finds out what it comes to when nothing, something and everything
/// is known.
let expressionTarget = FuzzTarget(name: "expressions") { input throws(Contradiction) in
  let text = String(decoding: input, as: UTF8.self)
  let condition: Condition
  do throws(ConditionError) {
    condition = try Condition(text, scope: scope)
  } catch {
    let count = text.unicodeScalars.count
    for problem in error.problems {
      try expect(
        problem.range.lowerBound >= 0 && problem.range.upperBound <= count + 1,
        "a problem lies behind the condition")
    }
    try expect(!error.problems.isEmpty, "the condition is wrong, and nothing is wrong with it")
    return
  }
  try expect(
    (try? Condition(text, scope: scope)) == condition, "the second condition is another one")
  let known = condition.evaluate(everything)
  try expect(condition.evaluate(everything) == known, "the second outcome is another one")
  _ = known.trace.rendered()
  _ = (condition.names, condition.steps, condition.asksForChange)
  for facts in [nothing, withChange] {
    let outcome = condition.evaluate(facts).outcome
    // More facts settle what was unknown, and change nothing else.
    try expect(
      outcome == .unknown || outcome == known.outcome, "a further fact changes a certain outcome")
  }
}

private let scope = Scope(
  steps: ["build", "test.unit", "docs"], matrix: ["config": ["debug", "release"]])

private let surroundings = Surroundings(
  service: "github", event: .pullRequest, branch: "feature/b",
  environment: ["DEPLOY": "yes", "API_TOKEN": "hunter2"])

private let nothing = ConditionFacts(surroundings: surroundings, matrix: ["config": "debug"])

private let withChange = ConditionFacts(
  changes: changes, surroundings: surroundings, matrix: ["config": "debug"])

private let everything = ConditionFacts(
  changes: changes,
  pullRequest: PullRequest(
    title: "feat: add B #trivial", body: "Fixes #12\n", author: "ada", labels: ["area/parser"],
    draft: false, branch: "feature/b", base: "main", milestone: "", assignees: [],
    reviewers: ["core-team"], fork: true),
  surroundings: surroundings,
  steps: [
    StepResult(id: "build", action: "swift-build", status: .passed, attempts: 1),
    StepResult(
      id: "test.unit", action: "swift-test", status: .failed, attempts: 2, durationSeconds: 400,
      exitCode: 1),
    StepResult(id: "docs", action: "run", status: .skipped),
  ],
  matrix: ["config": "debug"])

private let changes: ChangeSet = {
  let someone = Commit.Signature(
    name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 0))
  return ChangeSet(
    base: "b", head: "h", mergeBase: "m",
    files: [
      FileChange(.deleted, "LICENSE.txt", deletions: 20),
      FileChange(
        .renamed, "Sources/New/A.swift", oldPath: "Sources/Old/A.swift", similarity: 90,
        additions: 2, deletions: 1),
      FileChange(.modified, "Tests/ATests.swift", additions: 3, deletions: 40),
    ],
    commits: [Commit(id: "c", subject: "feat: add B", author: someone, committer: someone)])
}()
