import CIModel

/// The JSON document of a log: `devtool.log/1`.
struct LogDocument: Encodable {
  var schema = "devtool.log/1"
  var verdict: LogVerdict
  var reasons: [String]
  var counts: TestCounts
  var tests: [TestCase]
  var slow: [SlowTest]
  var crashes: [Crash]
  var diagnostics: [Diagnostic]
  var runtimeWarnings: [RuntimeWarning]
  var lines: LineCounts
  var findings: [Finding]

  init(_ report: LogReport) {
    verdict = report.verdict
    reasons = report.facts.reasons
    counts = report.facts.counts
    tests = report.facts.tests
    slow = report.slow
    crashes = report.facts.crashes
    diagnostics = report.facts.diagnostics
    runtimeWarnings = report.facts.runtimeWarnings
    lines = report.facts.lines
    findings = report.findings
  }
}
