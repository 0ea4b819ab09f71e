package import CIModel

/// Writes JUnit XML for Jenkins, GitLab and viewers on GitHub; `docs/junit.xsd` describes it.
///
/// There is one suite per module and class. Steps that failed for reasons other than their tests,
/// and findings that fail the run, are cases in separate suites, so that no failed run looks green.
package struct JUnitReporter: Reporter {
  package static let name = "junit"
  package static let summary = "JUnit XML, for the test views of CI services."
  package static let medium = ReportMedium.xml

  /// Whether to write only elements of `junit-10.xsd`.
  private let isStrict: Bool

  package init() { self.init(isStrict: false) }

  init(isStrict: Bool) { self.isStrict = isStrict }

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    var suites = testSuites(record, style.attachments)
    let steps = record.steps.compactMap { stepCase($0, record) }
    if !steps.isEmpty { suites.append(JUnitSuite(name: "devtool.steps", cases: steps)) }
    let findings = record.findings.filter(\.failsTheRun).map(findingCase)
    if !findings.isEmpty { suites.append(JUnitSuite(name: "devtool.findings", cases: findings)) }
    if record.verdict != .passed, !suites.contains(where: { $0.failures + $0.errors > 0 }) {
      let failure = JUnitCase(
        className: "devtool", name: "run", body: .error("the run \(record.verdict.sentence)", ""))
      suites.append(JUnitSuite(name: "devtool", cases: [failure]))
    }
    return JUnitSuite.document(
      suites, timestamp: record.id.isEmpty ? nil : record.startedAt.iso8601, isStrict: isStrict)
  }

  private func testSuites(
    _ record: RunRecord, _ attachments: TerminalStyle.Attachments
  ) -> [JUnitSuite] {
    var crashes: [String: Crash] = [:]
    for crash in record.crashes {
      if let test = crash.test { crashes[test] = crash }
    }
    var order: [String] = []
    var cases: [String: [JUnitCase]] = [:]
    for test in record.tests {
      let name = [test.module, test.suite].compactMap(\.self).joined(separator: ".")
      let suite = name.isEmpty ? "tests" : name
      if cases[suite] == nil { order.append(suite) }
      var result = testCase(
        test, suite: suite, crash: crashes[test.name] ?? test.id.flatMap { crashes[$0] })
      result.addAttachments(of: test, in: record, attachments)
      cases[suite, default: []].append(result)
    }
    // A crash between two tests belongs to no test case.
    let loose = record.crashes.filter { $0.test == nil }.map { crash in
      JUnitCase(
        className: "devtool", name: "crash", file: crash.file, line: crash.line,
        body: .error(crash.headline, crash.placedText))
    }
    return order.map { JUnitSuite(name: $0, cases: cases[$0] ?? []) }
      + (loose.isEmpty ? [] : [JUnitSuite(name: "devtool.crashes", cases: loose)])
  }

  private func testCase(_ test: TestCase, suite: String, crash: Crash?) -> JUnitCase {
    let failures = test.issues.filter { !$0.isKnown && $0.severity == .error }
    let issues = failures.isEmpty ? test.issues : failures
    let text = issues.map(\.placedText).joined(separator: "\n")
    let first = issues.first.map { shortLine($0.headline) }
    var result = JUnitCase(
      className: suite, name: test.function, seconds: test.durationSeconds,
      file: test.file ?? failures.first?.file, line: test.line ?? failures.first?.line)
    if let quarantine = test.quarantine, test.outcome.isFailure {
      // A results view must not show failures that the run accepts.
      result.body = .skipped("quarantined, \(test.outcome.words): \(quarantine.reason)")
      result.output = ([text, test.output].filter { !$0.isEmpty }).joined(separator: "\n")
      return result
    }
    switch test.outcome {
    case .passed:
      result.flakyFailures = attempts(test) { $0.dropLast().filter(\.outcome.isFailure) }
      if let words = test.interference?.words {
        result.flakyFailures = result.flakyFailures.map {
          (message: "\(words): \($0.message)", text: $0.text)
        }
      }
    case .failed: result.body = .failure(first ?? "failed", text)
    case .skipped: result.body = .skipped(first ?? "skipped")
    case .cancelled: result.body = .skipped(first ?? "cancelled")
    case .notTold:
      // JUnit has no such outcome, and a case without a body would count as passed.
      result.body = .skipped("outcome unknown: `swift test --parallel` names failures only")
    case .crashed, .timedOut, .unfinished, .notRun:
      result.body = .error(
        crash?.headline ?? first ?? test.outcome.words,
        [crash?.placedText, text].compactMap(\.self).filter { !$0.isEmpty }
          .joined(separator: "\n"))
    }
    if test.outcome.isFailure {
      result.rerunFailures = attempts(test) { $0.dropFirst().filter(\.outcome.isFailure) }
    }
    let known = test.issues.filter(\.isKnown).map { "known issue: \($0.placedText)\n" }.joined()
    result.output = test.output + known
    return result
  }

  /// The maximum number of attempts: a log may contain thousands of runs of one test, but readers
  /// show only a few.
  private static let mostAttempts = 20

  /// The message and details of the chosen attempts. For tests of a log with several failures, only
  /// the outcomes are known, because the log does not assign issues to runs.
  private func attempts(
    _ test: TestCase, _ chosen: ([TestAttempt]) -> [TestAttempt]
  ) -> [(message: String, text: String)] {
    let failedRuns = test.runs.count(where: \.outcome.isFailure)
    let all =
      test.attempts
      ?? test.runs.enumerated().map { index, run in
        TestAttempt(
          number: index + 1, outcome: run.outcome, durationSeconds: run.durationSeconds,
          issues: failedRuns == 1 && run.outcome.isFailure ? test.issues : [], output: "")
      }
    return chosen(all).prefix(JUnitReporter.mostAttempts).map { attempt in
      let issues = attempt.issues.filter { !$0.isKnown && $0.severity == .error }
      return (
        message: issues.first.map { shortLine($0.headline) } ?? attempt.outcome.words,
        text: issues.map(\.placedText).joined(separator: "\n")
      )
    }
  }

  private func stepCase(_ step: StepResult, _ record: RunRecord) -> JUnitCase? {
    switch step.status {
    case .passed, .warned, .skipped: return nil
    case .failed where step.runsTests:
      if record.tests.contains(where: \.failsTheRun) { return nil }
    case .failed, .blocked, .cancelled, .timedOut: break
    }
    let errors = record.diagnostics.filter { diagnostic in
      diagnostic.severity == .error && (diagnostic.step == nil || diagnostic.step == step.id)
    }
    var text = errors.flatMap { [$0.compilerLine] + $0.shownNotes }
    if let log = step.logPath { text.append("log: \(log)") }
    return JUnitCase(
      className: "devtool.steps", name: step.id, seconds: step.durationSeconds,
      body: .error(step.reason ?? step.status.words, text.joined(separator: "\n")))
  }

  private func findingCase(_ finding: Finding) -> JUnitCase {
    JUnitCase(
      className: "devtool.findings", name: finding.ruleID, file: finding.location?.file,
      line: finding.location?.line,
      body: .failure(
        finding.message,
        finding.compilerLine + (finding.help.map { "\nhelp: \($0)" } ?? "")))
  }
}
