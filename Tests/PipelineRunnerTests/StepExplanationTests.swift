import CIModel
import GitHistory
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import TestSupport
import Testing

@testable import PipelineRunner

@Suite struct StepExplanationTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The lines of an explanation, with single spaces.
  private func explain(
    _ id: String, of steps: [PipelineStep], last: RunRecord? = nil
  ) throws -> [String] {
    var pipeline = Pipeline()
    pipeline.steps = steps
    let run = try CheckRun.sample(pipeline, in: scratch.path, id: "run")
    let planned = try #require(run.plan.steps.first { $0.step.id == id })
    let text = StepExplanation(planned, of: run, last: last).text
    return text.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func saysEverythingThatDecides() throws {
    var step = PipelineStep(id: "b", action: .exec(ExecOptions(["make", "all"])))
    step.cell = MatrixCell([.init("config", "debug"), .init("os", "linux")])
    step.directory = "Tools"
    step.needs = ["a"]
    step.locks = ["port"]
    step.timeout = .seconds(90)
    step.idleTimeout = .seconds(5)
    step.retry.limit = 2
    step.allowFailure = .exitStatuses([2, 3])
    step.secrets = ["TOKEN", "KEY"]
    var last = PipelineStep(id: "c", action: .run(ScriptOptions("echo")))
    last.needs = ["b"]
    let steps = [PipelineStep(id: "a", action: .exec(ExecOptions(["a"]))), step, last]
    #expect(
      try explain("b", of: steps) == [
        "b exec", "matrix config=debug, os=linux", "command make all", "dir Tools", "needs a",
        "needed by c", "locks port", "timeout 1 min 30 s", "idle-timeout 5 s",
        "retry up to 2 more times", "allow-failure exit status 2, 3", "secrets TOKEN, KEY",
        "last run not in the newest stored run",
      ])
    #expect(
      try explain("a", of: steps) == [
        "a exec", "command a", "needs nothing", "needed by b",
        "last run not in the newest stored run",
      ])
  }

  @Test func saysHowItEndedLastTime() throws {
    var step = PipelineStep(id: "a", action: .exec(ExecOptions(["a"])))
    step.runsLast = true
    step.condition = .always
    step.allowFailure = .always
    var record = RunRecord.sample(id: "earlier")
    record.steps = [
      StepResult(id: "a", action: "exec", status: .failed, reason: "exit status 3")
    ]
    #expect(
      try explain("a", of: [step], last: record) == [
        "a exec", "command a", "needs nothing; runs after all others", "when always",
        "allow-failure every failure", "last run failed: exit status 3 (earlier)",
      ])
  }
}
