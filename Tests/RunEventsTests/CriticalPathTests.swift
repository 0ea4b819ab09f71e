import CIModel
import LogParsing
import PipelineConfig
import TestSupport
import Testing

@testable import RunEvents

@Suite struct CriticalPathTests {
  private func path(_ steps: [(id: String, needs: [String], seconds: Double)]) -> [String] {
    CriticalPath.steps(
      steps.map { id, needs, _ in
        var step = PipelineStep(id: id, action: .exec(ExecOptions([id])))
        step.needs = needs
        return step
      },
      steps.map { id, _, seconds in
        StepResult(id: id, action: "exec", status: .passed, durationSeconds: seconds)
      })
  }

  @Test func isTheLongestChain() {
    #expect(
      path([("a", [], 1), ("b", [], 3), ("c", ["a", "b"], 1), ("d", ["a"], 2.5)]) == ["b", "c"])
    #expect(path([("a", [], 1), ("b", ["a"], 0), ("c", ["b"], 1)]) == ["a", "c"])
    #expect(path([("a", ["gone"], 1), ("b", [], 2)]) == ["b"])
    #expect(path([("a", [], 0)]) == [])
    #expect(path([]) == [])
  }
}

@Suite struct TraceRecorderTests {
  @Test func notesJobsAndTests() {
    let recorder = TraceRecorder()
    recorder.take(.buildProgress(step: 1, total: 2, task: "Compiling A"), step: "build")
    recorder.take(.buildProgress(step: 2, total: 2, task: "Linking"), step: "build")
    recorder.endCommand(of: "build")
    recorder.endCommand(of: "build")
    recorder.take(.testStarted(name: "t", .xctest), step: "test")
    recorder.take(.testEnded(name: "t", .xctest, .failed, seconds: 0.25), step: "test")
    recorder.take(.testEnded(name: "u", .xctest, .passed, seconds: nil), step: "test")
    var record = RunRecord.sample()
    var build = StepResult(id: "build", action: "run", status: .passed, durationSeconds: 2)
    build.startSeconds = 0
    record.steps = [build, StepResult(id: "never", action: "run", status: .skipped)]
    let spans = recorder.spans(record)
    #expect(
      spans.map { "\($0.kind) \($0.name) \($0.step) \($0.status ?? "-")" }.sorted() == [
        "compile Compiling A build -", "compile Linking build -", "step build build passed",
        "test t test failed", "test u test passed",
      ])
    #expect(spans.map(\.startSeconds) == spans.map(\.startSeconds).sorted())
    #expect(spans.first { $0.name == "t" }?.durationSeconds == 0.25)
    #expect(spans.allSatisfy { $0.startSeconds >= 0 && $0.durationSeconds >= 0 })
  }
}
