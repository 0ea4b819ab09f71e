import CIModel
import Expressions
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import Synchronization
import TestSupport
import Testing

@testable import LocalState
@testable import PipelineRunner

@Suite struct StepGateTests {
  private static let change = ChangeSet(
    base: "b", head: "h", mergeBase: "m",
    files: [FileChange(.modified, "Sources/A.swift"), FileChange(.added, "README.md")], commits: [])

  /// - Returns: The refusal and what was said beside it.
  private func refusal(
    _ conditions: [String], changes: ChangeSet? = change, pullRequest: PullRequest? = nil,
    surroundings: Surroundings = Surroundings(service: "github", event: .push, branch: "work")
  ) throws -> (StepExecution?, notes: [String]) {
    let scratch = try ScratchDirectory()
    var pipeline = Pipeline()
    pipeline.environment = [
      EnvironmentVariable("LEVEL", "2"), EnvironmentVariable("API_TOKEN", "x"),
    ]
    var step = PipelineStep(id: "docs", action: .run(ScriptOptions("make docs")))
    var scope = Scope(steps: ["build"], matrix: ["config": ["debug", "release"]])
    scope.unawaitedSteps = []
    step.guards = try conditions.map { try Condition($0, scope: scope) }
    step.cell = MatrixCell([.init("config", "debug")])
    step.environment = [EnvironmentVariable("LEVEL", "3")]
    pipeline.steps = [step]
    let notes = Mutex<[String]>([])
    var environment = RunEnvironment(
      launcher: .silent, cancellation: Cancellation(), variables: [:], root: scratch.path,
      repositoryRoot: scratch.path)
    environment.surroundings = surroundings
    var options = RunOptions()
    options.pullRequest = pullRequest
    let run = try CheckRun.sample(
      pipeline, in: scratch.path, key: testKey, options: options, environment: environment
    ) { event, _ in
      if case .note(let text) = event { notes.withLock { $0.append(text) } }
    }
    let gate = StepGate(run: run, changes: { changes })
    let build = StepResult(
      id: "build", action: "run", status: .warned, attempts: 2, durationSeconds: 3, exitCode: 4)
    let refusal = gate.refusal(of: step, after: [build], run.services.observer)
    return (refusal, notes.withLock { $0 })
  }

  @Test(arguments: [
    [], [#"branch == "work""#, "ci"], [#"matrix.config == "debug""#], [#"env.LEVEL == "3""#],
    [#"steps.build.status == "warned" && steps.build.attempts == 2 && steps.build.exit == 4"#],
    [#"changed("Sources/**")"#, "count(files()) == 2"], [#"event == "push" || draft"#],
  ])
  func runs(conditions: [String]) throws {
    let (refusal, notes) = try refusal(conditions)
    #expect(refusal == nil && notes.isEmpty)
  }

  @Test(arguments: [
    ([#"branch == "main""#], #"branch == "main" is false: branch is "work""#),
    (["ci", "!ci"], "!ci is false: ci is true"),
    ([#"changed("Tests/**")"#], #"changed("Tests/**") is false: none of 2 changed files"#),
    (
      [#"!changed("Sources/**") && ci"#],
      #"!changed("Sources/**") && ci is false: 1 of 2 changed files"#
    ),
    ([#"env.API_TOKEN == "y""#], #"env.API_TOKEN == "y" is false: env.API_TOKEN is hidden"#),
    (["draft"], "its condition needs draft (there is no pull request)"),
  ])
  func isSkipped(conditions: [String], reason: String) throws {
    let (refusal, _) = try refusal(conditions)
    #expect(refusal?.result.status == .skipped)
    #expect(refusal?.result.reason == reason)
    #expect(refusal?.missesInput == false)
  }

  /// Without a merge base everything may have changed.
  @Test func runsWithoutAMergeBase() throws {
    let (refusal, notes) = try refusal([#"changed("Tests/**")"#], changes: nil)
    #expect(refusal == nil)
    #expect(
      notes == ["Step docs runs regardless of changes: there is no merge base to compare with."])
    // What can be decided without it still is.
    #expect(
      try self.refusal([#"changed("T/**")"#, "!ci"], changes: nil).0?.result.status == .skipped)
  }

  /// A change that makes a number zero does not skip a step by it.
  @Test func runsWhereAConditionDividesByZero() throws {
    let (refusal, notes) = try refusal(["count(commits) / count(commits) > 0"])
    #expect(refusal == nil)
    #expect(
      notes == [
        "Step docs runs: its condition cannot be evaluated: "
          + "count(commits) / count(commits) (divided by zero)."
      ])
  }

  @Test func failsWhenTheServiceDoesNotTell() throws {
    var pullRequest = PullRequest()
    pullRequest.title = "A title"
    let (refusal, _) = try refusal([#"labels contains "deploy""#], pullRequest: pullRequest)
    #expect(refusal?.result.status == .failed)
    #expect(refusal?.missesInput == true)
    #expect(
      refusal?.result.reason
        == "its condition cannot be evaluated: labels (the CI service does not provide it)")
    let (detached, _) = try self.refusal([#"branch == "main""#], surroundings: Surroundings())
    #expect(detached?.result.status == .failed)
  }

  /// The worst of the cells speaks for the step.
  @Test func aStepWithAMatrixHasAResult() throws {
    var pipeline = Pipeline()
    for name in ["a", "b", "c"] {
      var step = PipelineStep(id: "build[x=\(name)]", action: .exec(ExecOptions([name])))
      step.group = "build"
      step.cell = MatrixCell([.init("x", name)])
      pipeline.steps.append(step)
    }
    pipeline.steps.append(PipelineStep(id: "lone", action: .exec(ExecOptions(["x"]))))
    func result(_ id: String, _ status: StepResult.Status, _ seconds: Double) -> StepResult {
      StepResult(id: id, action: "exec", status: status, attempts: 1, durationSeconds: seconds)
    }
    let all = pipeline.withGroups([
      result("lone", .passed, 1), result("build[x=a]", .passed, 1),
      result("build[x=b]", .failed, 2), result("build[x=c]", .skipped, 4),
    ])
    #expect(all.count == 5)
    #expect(all.last == result("build", .failed, 7))
  }
}
