import CIModel
import Expressions

extension ConditionFacts {
  /// A pull request in a CI service that touches files in every way.
  static let sample: ConditionFacts = {
    let someone = Commit.Signature(
      name: "Ada", email: "ada@example.com", date: Timestamp(secondsSinceEpoch: 0))
    let changes = ChangeSet(
      base: "b", head: "h", mergeBase: "m",
      files: [
        FileChange(.modified, ".github/workflows/ci.yml", additions: 1, deletions: 1),
        FileChange(.deleted, "LICENSE.txt", deletions: 20),
        FileChange(
          .renamed, "Sources/New/A.swift", oldPath: "Sources/Old/A.swift", similarity: 90,
          additions: 2, deletions: 1),
        FileChange(.added, "Sources/New/B.swift", additions: 30),
        FileChange(.modified, "Tests/ATests.swift", additions: 3, deletions: 40),
        FileChange(.typechanged, "link", additions: 1, deletions: 1),
      ],
      commits: ["feat: add B", "fixup! feat: add B"].map {
        Commit(id: "c", subject: $0, author: someone, committer: someone)
      })
    var surroundings = Surroundings(
      service: "github", event: .pullRequest, os: "linux", architecture: "x86_64",
      branch: "ignored", environment: ["DEPLOY": "yes", "API_TOKEN": "hunter2"])
    // A Sunday, three days after the commits.
    surroundings.now = Timestamp(secondsSinceEpoch: 3 * Timestamp.day)
    return ConditionFacts(
      changes: changes,
      pullRequest: PullRequest(
        number: 12, title: "feat: add B #trivial", body: "Fixes #12\n", author: "ada",
        labels: ["area/parser", "skip-changelog"], draft: false, branch: "feature/b",
        base: "main", milestone: "", assignees: [], reviewers: ["core-team"], fork: true,
        association: "first_time_contributor", approved: false, mergeable: true, merged: false,
        maintainerCanModify: true, created: Timestamp(secondsSinceEpoch: Timestamp.day)),
      surroundings: surroundings,
      steps: [
        StepResult(id: "build", action: "swift-build", status: .passed, attempts: 1),
        StepResult(
          id: "test.unit", action: "swift-test", status: .failed, attempts: 2, durationSeconds: 400,
          exitCode: 1),
      ],
      matrix: ["config": "debug"])
  }()

  /// A person's machine without a provable merge base.
  static let nothing = ConditionFacts()
}

extension Scope {
  static let sample = Scope(
    steps: ["build", "test.unit", "docs"], matrix: ["config": ["debug", "release"]])
}

extension ConditionEvaluation.Outcome {
  init(_ value: Bool?) {
    switch value {
    case true?: self = .holds
    case false?: self = .doesNotHold
    case nil: self = .unknown
    }
  }
}
