package import CIModel

/// Writes the run as briefly as possible, for coding agents and chats: one line when it passed,
/// else at most 300 bytes per failure, with its location, its values and the command that runs it
/// again.
package struct BriefReporter: Reporter {
  package static let name = "brief"
  package static let summary = "One line on success, 300 bytes per failure, for agents and chats."

  /// The maximum size of a failure in bytes, including the final newline.
  static let limit = 300
  /// The maximum number of failures; longer lists belong in another report.
  private static let most = 50

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    render(record, log: nil, whole: "`\(LongText.command(of: style.runName))` has them")
  }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    render(log.record, log: log, whole: "the log has them")
  }

  /// - Parameter whole: Names the report that contains the omitted failures.
  private func render(_ record: RunRecord, log: LogReport?, whole: String) -> String {
    let reasons = VerdictReasons.of(record, log).joined(separator: ", ")
    var head = [record.verdict == .passed ? serviceLine(reasons) : "", Tally(record).words]
      .filter { !$0.isEmpty }
    if let percent = record.coverage?.totals.lines.percent { head.append("coverage \(percent)") }
    let warnings = WarningTally(record).total
    if warnings > 0 { head.append(counted(warnings, "warning")) }
    let findings = record.findings.count { $0.suppressed == nil && $0.severity >= .warning }
    if findings > 0 { head.append(counted(findings, "finding")) }
    if record.durationSeconds > 0 { head.append(record.durationSeconds.duration) }
    if record.verdict == .passed {
      return "passed" + (head.isEmpty ? "" : ": \(head.joined(separator: ", "))") + "\n"
    }
    var text = entry(
      "the run \(record.verdict.sentence)\(reasons.isEmpty ? "" : ": \(reasons)")", nil)
    let failures = failures(record)
    for failure in failures.prefix(BriefReporter.most) { text += failure }
    if failures.count > BriefReporter.most {
      text += serviceLine("and \(failures.count - BriefReporter.most) more: \(whole)") + "\n"
    }
    return text
  }

  private func failures(_ record: RunRecord) -> [String] {
    var entries: [String] = []
    let failed = record.tests.filter { $0.failsTheRun && $0.outcome != .notRun }
    var crashes: [String: Crash] = [:]
    for crash in record.crashes {
      if let test = crash.test {
        crashes[test] = crash
      } else {
        entries.append(entry(crash.placedText, nil))
      }
    }
    for test in failed.newFirst(\.isNewFailure) {
      let issue = test.issues.first { !$0.isKnown && $0.severity == .error }
      let crash = crashes[test.name] ?? test.id.flatMap { crashes[$0] }
      let what = crash?.placedText ?? issue.map { placed($0, test) } ?? test.outcome.words
      let more = max(0, test.issues.count { !$0.isKnown && $0.severity == .error } - 1)
      entries.append(
        entry("\(test.shownName): \(what)\(more > 0 ? " (+\(more))" : "")", test.reproduction))
    }
    entries += record.diagnostics.filter { $0.severity == .error }.map {
      entry(([$0.compilerLine] + $0.shownNotes).joined(separator: " "), nil)
    }
    entries += record.findings.filter(\.failsTheRun).map { finding in
      entry(finding.compilerLine + (finding.help.map { " \($0)" } ?? ""), nil)
    }
    entries += VerdictReasons.unexplainedSteps(record).map { step in
      let detail = step.reason.map { ": \($0)" } ?? ""
      return entry(
        "step \(step.id) \(step.status.words)\(detail)"
          + (step.logPath.map { ", log \($0)" } ?? ""),
        step.command)
    }
    let rest = record.tests.filter { $0.failsTheRun && $0.outcome == .notRun }
    // They mostly have one cause.
    entries += rest.prefix(3).map { test in
      let reason = test.issues.first.map { ": \($0.message)" } ?? ""
      return entry("\(test.shownName): \(test.outcome.words)\(reason)", test.reproduction)
    }
    if rest.count > 3 {
      entries.append(entry("and \(counted(rest.count - 3, "more test")) did not run", nil))
    }
    return entries
  }

  /// An issue at its place, else at the test's.
  private func placed(_ issue: TestIssue, _ test: TestCase) -> String {
    let place = issue.file == nil ? test.place : nil
    return (place.map { "\($0): " } ?? "") + issue.placedText
  }

  /// A truncated command is worse than none, so a command that is too long is omitted.
  private func entry(_ text: String, _ command: String?) -> String {
    let rerun = command.map { "\n  $ " + serviceLine($0, limit: .max - 1) } ?? ""
    let tail = rerun.utf8.count <= BriefReporter.limit / 2 ? rerun : ""
    return serviceLine(text, limit: BriefReporter.limit - tail.utf8.count - 1) + tail + "\n"
  }
}
