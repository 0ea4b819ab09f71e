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

  private static let os = "os == \"macos\" is false: os is \"linux\""

  /// A verdict of steps that were all skipped is true, but says nothing about the code.
  @Test(arguments: [
    ([os], "no step ran (\(os))"), ([os, os], "no step ran (\(os))"),
    ([os, "excluded by the command line"], "no step ran"), ([], nil), ([os, nil], nil),
  ])
  func whereNothingRanIsSaid(reasons: [String?], words: String?) throws {
    var record = SampleRecord.run(.passed, seconds: 1)
    record.steps = reasons.enumerated().map { index, reason in
      StepResult(
        id: "s\(index)", action: "run", status: reason == nil ? .passed : .skipped, reason: reason)
    }
    #expect(VerdictReasons.of(record, nil) == (words.map { [$0] } ?? []))
    let style = TerminalStyle(width: 200)
    let starts = [
      (TerminalReporter().render(record, style: style), "✓ Passed"),
      (MarkdownReporter().render(record, style: style), "## ✅ Passed"),
      (BriefReporter().render(record, style: style), "passed"),
      (GitHubReporter().render(record, style: style), "devtool: the run passed"),
      (ReviewReport(record).status(limit: 200), "passed"),
    ]
    for (text, start) in starts {
      let line = try #require(text.split(separator: "\n").first { $0.contains(start) })
      #expect(line.hasPrefix(start + (words.map { ": \($0)" } ?? "")), "\(line)")
      #expect(line.contains("no step ran") == (words != nil), "\(line)")
    }
    #expect(
      HTMLReporter().render(record, style: style).contains("<li>no step ran") == (words != nil))
  }

  /// The result of an earlier run is one.
  @Test func whatIsUpToDateCounts() {
    var record = SampleRecord.run(.passed, seconds: 1)
    record.steps = [StepResult(id: "s", action: "run", status: .skipped, reason: "unchanged")]
    record.steps[0].isUpToDate = true
    #expect(VerdictReasons.of(record, nil) == [])
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
