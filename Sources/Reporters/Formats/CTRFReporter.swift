package import CIModel

/// Writes a report in the Common Test Report Format.
///
/// As in JUnit, steps that failed for reasons other than their tests, and findings that fail the
/// run, become tests, so that no failed run looks green; so do the first hundred errors of compilers. A quarantined failure is skipped.
package struct CTRFReporter: Reporter {
  package static let name = "ctrf"
  package static let summary = "The tests in the Common Test Report Format."
  package static let medium = ReportMedium.json

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    var tests = record.tests.map { test($0, record) } + others(record)
    if record.verdict != .passed, !tests.contains(where: { $0.status == .failed }) {
      tests.append(
        .init(
          name: "run", status: .failed, message: "the run \(record.verdict.sentence)", type: "run"))
    }
    func count(_ status: CTRFDocument.Status) -> Int { tests.count { $0.status == status } }
    // A log has no time besides that of its tests; a year after 9999 cannot be written in ISO 8601.
    let duration =
      record.id.isEmpty
      ? tests.reduce(0) { $0 + $1.duration } : milliseconds(record.durationSeconds)
    let seconds = min(max(record.startedAt.secondsSinceEpoch, 0), 253_402_300_799)
    let summary = CTRFDocument.Summary(
      tests: tests.count, passed: count(.passed), failed: count(.failed),
      skipped: count(.skipped), other: count(.other), flaky: tests.count { $0.flaky == true },
      suites: Set(tests.compactMap(\.suite)).count, start: seconds * 1_000,
      stop: seconds * 1_000 + duration, duration: duration)
    return JSONText.encode(
      CTRFDocument(
        timestamp: record.id.isEmpty ? nil : Timestamp(secondsSinceEpoch: seconds).iso8601,
        results: .init(
          tool: .init(version: record.devtoolVersion.isEmpty ? nil : record.devtoolVersion),
          summary: summary, tests: attached(tests, record, style.attachments),
          environment: .init(
            commit: record.changes?.head,
            osPlatform: record.environment.os.isEmpty ? nil : record.environment.os))))
  }

  private func test(_ test: TestCase, _ record: RunRecord) -> CTRFDocument.Test {
    let failures = test.issues.filter { !$0.isKnown && $0.severity == .error }
    let crash = record.crash(of: test)
    let message = crash?.headline ?? failures.first?.message ?? test.issues.first?.message
    let trace = ([crash?.placedText] + failures.map(\.placedText)).compactMap(\.self)
    let place = ServiceIssue.insidePath(test.file ?? failures.first?.file ?? "")
    var result = CTRFDocument.Test(
      name: serviceLine(test.shownName), status: status(test.outcome),
      duration: milliseconds(test.durationSeconds ?? 0),
      suite: [test.module, test.suite].compactMap { $0.map { serviceLine($0) } },
      message: message.map { serviceText($0) },
      trace: trace.isEmpty ? nil : serviceText(trace.joined(separator: "\n"), limit: 16_000),
      line: place == nil ? nil : test.line ?? failures.first?.line,
      rawStatus: test.outcome.rawValue, tags: test.tags.map { $0.map { serviceLine($0) } },
      type: "unit", filePath: place)
    if result.suite?.isEmpty ?? true { result.suite = nil }
    if let quarantine = test.quarantine, test.outcome.isFailure {
      result.status = .skipped
      result.message = serviceText("quarantined, \(test.outcome.words): \(quarantine.reason)")
    }
    if test.isFlaky == true { result.flaky = true }
    if let attempts = test.attempts, attempts.count > 1 {
      result.retries = attempts.count - 1
      result.retryAttempts = attempts.prefix(20).enumerated().map { index, attempt in
        CTRFDocument.Attempt(
          attempt: index + 1, status: status(attempt.outcome),
          duration: milliseconds(attempt.durationSeconds ?? 0),
          message: attempt.issues.first { !$0.isKnown }.map { serviceText($0.message) })
      }
    }
    if test.outcome.isFailure, !test.output.isEmpty {
      let output = serviceText(test.output, limit: 64_000)
      result.stdout = output.split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
    }
    return result
  }

  /// - Parameter tests: All tests, those of the record first.
  private func attached(
    _ tests: [CTRFDocument.Test], _ record: RunRecord, _ place: TerminalStyle.Attachments
  ) -> [CTRFDocument.AttachedTest] {
    tests.enumerated().map { index, test in
      let isOfRecord = record.tests.indices.contains(index)
      return CTRFDocument.AttachedTest(
        test: test,
        attachments: isOfRecord ? attachments(of: record.tests[index], record, place) : nil)
    }
  }

  /// Lists the stored attachments of all attempts.
  private func attachments(
    of test: TestCase, _ record: RunRecord, _ place: TerminalStyle.Attachments
  ) -> [CTRFDocument.Attachment]? {
    let kept = test.allAttachments.compactMap { attachment in
      record.path(of: attachment, place).map { path in
        CTRFDocument.Attachment(
          name: serviceLine(attachment.name), contentType: attachment.type.rawValue, path: path)
      }
    }
    return kept.isEmpty ? nil : kept
  }

  private func others(_ record: RunRecord) -> [CTRFDocument.Test] {
    let steps = VerdictReasons.unexplainedSteps(record).map { step in
      CTRFDocument.Test(
        name: serviceLine(step.id), status: .failed, duration: milliseconds(step.durationSeconds),
        suite: ["devtool.steps"], message: serviceText(step.reason ?? step.status.words),
        rawStatus: step.status.rawValue, type: "step")
    }
    let findings = record.findings.filter(\.failsTheRun).map { finding in
      CTRFDocument.Test(
        name: serviceLine(finding.ruleID), status: .failed, suite: ["devtool.findings"],
        message: serviceText(finding.compilerLine + (finding.help.map { "\n\($0)" } ?? "")),
        rawStatus: finding.severity.rawValue, type: "finding",
        filePath: finding.location.flatMap { ServiceIssue.insidePath($0.file) })
    }
    let crashes = record.crashes.filter { $0.test == nil }.map { crash in
      CTRFDocument.Test(
        name: "crash", status: .failed, suite: ["devtool.crashes"],
        message: serviceText(crash.placedText), type: "crash")
    }
    let errors = record.diagnostics.filter { $0.severity == .error }.prefix(Self.mostErrors)
    return steps + findings + crashes + errors.map(test)
  }

  private static let mostErrors = 100

  private func test(_ error: Diagnostic) -> CTRFDocument.Test {
    let place = ServiceIssue.insidePath(error.file ?? "")
    return CTRFDocument.Test(
      name: serviceLine(error.group ?? "compiler"), status: .failed, suite: ["devtool.errors"],
      message: serviceText(([error.compilerLine] + error.shownNotes).joined(separator: "\n")),
      line: place == nil ? nil : error.line, rawStatus: error.severity.rawValue, type: "error",
      filePath: place)
  }

  private func status(_ outcome: TestOutcome) -> CTRFDocument.Status {
    switch outcome {
    case .passed: .passed
    case .failed, .crashed, .timedOut, .unfinished, .notRun: .failed
    case .skipped, .cancelled: .skipped
    case .notTold: .other
    }
  }

  private func milliseconds(_ seconds: Double) -> Int64 {
    guard seconds.isFinite else { return 0 }
    return Int64((min(max(seconds, 0), 1e9) * 1_000).rounded())
  }
}
