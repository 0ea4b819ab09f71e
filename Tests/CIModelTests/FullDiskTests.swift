import CIModel
import Testing

/// What a step tells that failed because a disk is full.
@Suite struct FullDiskTests {
  private static let noTestFailed = "the process exited with status 1 although no test failed"

  @Test(arguments: [
    (StepResult.Status.failed, TestOutcome.passed, "disk full"), (.failed, .notRun, "disk full"),
    (.failed, .failed, "\(noTestFailed); disk full"),
    (.timedOut, .passed, "\(noTestFailed); disk full"), (.passed, .passed, noTestFailed),
  ])
  func reason(status: StepResult.Status, outcome: TestOutcome, expected: String) {
    var result = StepResult(
      id: "test", action: "test", status: status, attempts: 1, reason: Self.noTestFailed)
    var diagnostics: [Diagnostic] = []
    let test = TestCase(
      name: "A/a()", framework: .swiftTesting, function: "a()", outcome: outcome)
    result.blame(fullDisk: "disk full", [test], &diagnostics)
    #expect(result.reason == expected)
  }

  @Test func nobodyIsAskedForABugReport() {
    var result = StepResult(id: "build", action: "swift-build", status: .failed, attempts: 1)
    var diagnostics = [
      Diagnostic(
        .error,
        "fatal error encountered during compilation; please submit a bug report "
          + "(https://swift.org/contributing/#reporting-bugs)"),
      Diagnostic(.error, "no such module 'A'"),
    ]
    result.blame(fullDisk: "disk full", [], &diagnostics)
    #expect(
      diagnostics.map(\.message) == [
        "fatal error encountered during compilation: no space is left on the disk",
        "no such module 'A'",
      ])
  }
}
