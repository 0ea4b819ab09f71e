import CIModel

extension MarkdownReporter {
  /// The body of a comment on a pull request: only what must be fixed, and nothing that differs
  /// between two runs with the same result.
  func review(
    _ record: RunRecord, start: String, findings: [Finding], diagnostics: [Diagnostic]
  ) -> String {
    let errors = diagnostics.filter { $0.severity == .error }
    let warnings = diagnostics.filter { $0.severity == .warning }
    return MarkdownSection.join(
      start,
      [
        crashes(record), failedTests(record),
        .table("Errors", ["Place", "Message"], diagnosticRows(errors, .error)),
        self.findings(findings), testsNotRun(record), failedSteps(record), uncovered(record),
        .table(
          "Warnings on changed lines", ["Place", "Message"], diagnosticRows(warnings, .warning)),
      ], limit: byteLimit, whole: whole)
  }

  /// The steps that failed without any other explanation, with the end of their output.
  private func failedSteps(_ record: RunRecord) -> MarkdownSection {
    MarkdownSection(
      head: "\n### Failed steps\n",
      entries: VerdictReasons.unexplainedSteps(record).map { step in
        let reason = step.reason.map { ": " + MarkdownText.plain($0) } ?? ""
        let lines = step.lastLines ?? []
        return "\n**\(MarkdownText.code(step.id))** \(step.status.words)\(reason)\n"
          + (lines.isEmpty
            ? "" : "\n" + MarkdownText.block(lines.joined(separator: "\n"), whole: whole))
      })
  }

  /// The changed lines that no test covers, if a coverage finding is about them.
  private func uncovered(_ record: RunRecord) -> MarkdownSection {
    let isAsked = record.findings.contains {
      $0.suppressed == nil && $0.ruleID.hasPrefix("coverage")
    }
    guard isAsked, let patch = record.coverage?.patch else { return .table("", [], []) }
    return .table(
      "Changed lines that no test runs", ["File", "Lines"],
      patch.files.filter { !$0.uncoveredLines.isEmpty }.map { file in
        let ranges = CoverageScreen.ranges(file.uncoveredLines)
        return [
          MarkdownText.code(displayedPath(file.path)),
          ranges.prefix(10).joined(separator: ", ") + (ranges.count > 10 ? ", …" : ""),
        ]
      })
  }
}
