@testable import CIModel

/// Two runs of which everything differs that is compared.
enum SampleComparison {
  static var everything: RunComparison {
    let hostile = "Hostile\u{1B}[31m|`</td>"
    var earlier = SampleRecord.everything
    earlier.id = "20261119T080000.000Z-7"
    earlier.verdict = .passed
    var later = SampleRecord.everything
    earlier.tests = [
      test("M.Suite/fails()", .passed), test("M.Suite/fixed()", .crashed),
      test("M.Suite/flaky()", .passed), test("M.Suite/slow()", .passed, seconds: 0.4),
      test("M.Suite/missing()", .passed),
    ]
    later.tests = [
      test("M.Suite/fails()", .timedOut), test("M.Suite/fixed()", .passed),
      test("M.Suite/flaky()", .passed), test("M.Suite/slow()", .passed, seconds: 1.24),
      test(hostile, .failed),
    ]
    later.tests[2].isFlaky = true
    earlier.diagnostics = [Diagnostic(.warning, "gone", file: "Sources/A.swift", line: 1)]
    later.diagnostics = [
      Diagnostic(.warning, hostile, file: "Sources/A.swift", line: 3, group: "Unused", count: 2),
      Diagnostic(.error, "no place"),
    ]
    if let coverage = earlier.coverage, let file = coverage.files.first {
      var worse = file
      worse.lines.covered = 0
      var other = file
      other.path = "Sources/Other.swift"
      earlier.coverage?.files = [file, other]
      other.path = "Sources/\(String(repeating: "Deep/", count: 20))New.swift"
      later.coverage?.files = [worse, other]
      later.coverage?.totals.lines.covered = 0
      earlier.coverage?.isPartial = false
      later.coverage?.isPartial = false
    }
    return RunComparison(later, with: earlier)
  }

  private static func test(_ id: String, _ outcome: TestOutcome, seconds: Double = 1) -> TestCase {
    var test = TestCase(
      name: id, id: id, framework: .xctest, function: id, outcome: outcome,
      runs: [TestRun(outcome, durationSeconds: seconds)])
    test.durationSeconds = seconds
    return test
  }

  static var runs: RunList {
    var other = SampleRecord.green
    other.changes = nil
    other.coverage = nil
    other.tests = []
    return RunList([SampleRecord.everything, SampleRecord.green, other].map(RunSummary.init))
  }
}
