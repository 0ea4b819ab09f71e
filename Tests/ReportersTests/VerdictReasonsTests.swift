import CIModel
import Testing

@testable import Reporters

/// Why a run failed: what counts already says why a step failed is not said twice.
struct VerdictReasonsTests {
  private func reasons(_ action: String, _ diagnostics: [Diagnostic]) -> [String] {
    var record = SampleRecord.green
    record.verdict = .failed
    record.steps = [
      StepResult(id: "a", action: action, status: .failed, reason: "exit status 1")
    ]
    record.tests = []
    record.findings = []
    record.diagnostics = diagnostics
    return VerdictReasons.of(record, nil)
  }

  private func diagnostic(_ severity: Severity, step: String?) -> Diagnostic {
    var diagnostic = Diagnostic(severity, "no", file: "a.swift", line: 1)
    diagnostic.step = step
    return diagnostic
  }

  @Test(arguments: [(TestOutcome.failed, 1), (.crashed, 1), (.timedOut, 1), (.unfinished, 0)])
  func whatEndedWithItsProcessIsNotFlaky(first: TestOutcome, flaky: Int) {
    var record = SampleRecord.green
    record.tests = [SampleRecord.test("A", "b", .passed)]
    record.tests[0].runs.insert(TestRun(first, durationSeconds: nil), at: 0)
    #expect(Tally(record).flaky == flaky)
  }

  @Test func anErrorSaysWhyItsStepFailed() {
    #expect(reasons("swift-build", [diagnostic(.error, step: "a")]) == ["1 error"])
    #expect(reasons("swift-build", [diagnostic(.error, step: nil)]) == ["1 error"])
  }

  @Test func othersDoNot() {
    let alone = reasons("swift-build", [])
    #expect(alone.count == 1)
    #expect(alone.first?.contains("a") == true)
    #expect(reasons("swift-build", [diagnostic(.warning, step: "a")]) == alone)
    #expect(reasons("swift-build", [diagnostic(.error, step: "b")]) == ["1 error"] + alone)
  }
}
