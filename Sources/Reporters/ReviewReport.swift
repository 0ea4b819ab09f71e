package import CIModel

/// The feedback of a run on its pull request: one comment, and remarks on lines of the change.
package struct ReviewReport: Sendable {
  /// A remark on one line.
  package struct Remark: Hashable, Sendable {
    /// A hash of rule, path and message without its numbers, so that it does not change when lines
    /// shift: 64 hexadecimal digits, unique in the report.
    package var fingerprint: String
    /// The path relative to the repository root.
    package var path: String
    /// 1-based.
    package var line: Int
    package var severity: Severity
    /// Whether it is a finding; otherwise it is a compiler message.
    package var isFinding: Bool
    /// The remark in Markdown. No line of it begins with untrusted text.
    package var body: String
  }

  /// Where remarks are shown, by fingerprint.
  package struct Placement: Hashable, Sendable {
    /// Remarks on lines of the change.
    package var changed: Set<String> = []
    /// Remarks that are shown at their lines, so that the comment does not repeat them.
    package var inline: Set<String> = []
    /// Remarks that a person resolved: only blocking ones are still counted.
    package var dismissed: Set<String> = []

    package init() {}
  }

  /// Findings that are not suppressed, and errors and warnings of the compiler, the worst first.
  package let remarks: [Remark]
  private let record: RunRecord
  /// Findings that are not suppressed, with their fingerprints.
  private let findings: [(finding: Finding, fingerprint: String)]
  /// Errors and warnings of the compiler.
  private let diagnostics: [(diagnostic: Diagnostic, fingerprint: String)]

  package init(_ record: RunRecord) {
    self.record = record
    let issues = ServiceIssue.all(record)
    let findings = zip(record.findings, issues.filter { $0.issue.kind == .finding })
      .filter { $0.0.suppressed == nil }
    let diagnostics = zip(
      record.diagnostics.sortedByPlace, issues.filter { $0.issue.kind == .diagnostic }
    ).filter { $0.0.severity >= .warning }
    self.findings = findings.map { ($0.0, $0.1.uniqueFingerprint) }
    self.diagnostics = diagnostics.map { ($0.0, $0.1.uniqueFingerprint) }
    let all =
      findings.compactMap { Self.remark($0.1, Self.body($0.0), isFinding: true) }
      + diagnostics.compactMap { Self.remark($0.1, Self.body($0.0), isFinding: false) }
    remarks = all.enumerated().sorted {
      ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
    }.map(\.element)
  }

  private static func remark(_ issue: ServiceIssue, _ body: String, isFinding: Bool) -> Remark? {
    guard let line = issue.line else { return nil }
    return Remark(
      fingerprint: issue.uniqueFingerprint, path: issue.path, line: line,
      severity: issue.issue.severity, isFinding: isFinding, body: body)
  }

  // One paragraph; the leading mark keeps the text from being read as a command of the service.
  private static func body(_ finding: Finding) -> String {
    let text = MarkdownReporter.words(of: finding)
    return "\(mark(finding.severity)) \(text) · \(MarkdownText.code(finding.ruleID))\n"
  }

  private static func body(_ diagnostic: Diagnostic) -> String {
    let group = diagnostic.group.map { " · " + MarkdownText.code($0) } ?? ""
    let notes = diagnostic.shownNotes.map { "<br>" + MarkdownText.plain($0) }.joined()
    return
      "\(mark(diagnostic.severity)) \(MarkdownText.plain(diagnostic.message))\(notes)\(group)\n"
  }

  private static func mark(_ severity: Severity) -> String {
    switch severity {
    case .error: "❌"
    case .warning: "⚠️"
    case .note: "ℹ️"
    }
  }

  // MARK: - The comment

  /// The comment in Markdown; `nil` when there is nothing to fix and nothing to read.
  ///
  /// - Parameters:
  ///   - link: The address of the full report on the CI service.
  ///   - limit: The maximum size in bytes.
  package func summary(_ placement: Placement, link: String?, limit: Int) -> String? {
    guard let headline = headline(placement) else { return nil }
    var start = headline + "\n"
    let inline = findings.count { placement.inline.contains($0.fingerprint) }
    let rest = placement.inline.subtracting(findings.map(\.fingerprint)).count
    if inline + rest > 0 {
      let words =
        inline + rest == 1 ? "comment is at its line" : "comments are at their lines"
      start += "\n\(inline + rest) \(words).\n"
    }
    let end = link.map { "\n[The whole report](\($0))\n" } ?? ""
    let reporter = MarkdownReporter(byteLimit: limit - end.utf8.count)
    let listed = diagnostics.filter { entry in
      if placement.inline.contains(entry.fingerprint) { return false }
      return entry.diagnostic.severity == .error || placement.changed.contains(entry.fingerprint)
    }
    return reporter.review(
      record, start: start,
      findings: findings.filter { !placement.inline.contains($0.fingerprint) }.map(\.finding),
      diagnostics: listed.map(\.diagnostic)) + end
  }

  /// The task in one line; `nil` when there is none.
  private func headline(_ placement: Placement) -> String? {
    switch record.verdict {
    case .cancelled: return "⚠️ **Run it again:** the run was cancelled."
    case .unknown: return "⚠️ **Run it again:** the run did not end."
    case .passed, .failed: break
    }
    let blocking = blocking
    if record.verdict == .failed {
      let reasons =
        blocking.isEmpty
        ? VerdictReasons.of(record, nil).map(MarkdownText.plain) : blocking
      let words = reasons.isEmpty ? "the run failed" : reasons.joined(separator: ", ")
      return "❌ **Fix before merging:** \(words)."
    }
    func isOpen(_ fingerprint: String) -> Bool { !placement.dismissed.contains(fingerprint) }
    let warnings =
      findings.count { $0.finding.severity >= .warning && isOpen($0.fingerprint) }
    let compiler = diagnostics.count {
      placement.changed.contains($0.fingerprint) && isOpen($0.fingerprint)
    }
    let notes = findings.count { $0.finding.severity == .note && isOpen($0.fingerprint) }
    let looks = [
      warnings > 0 ? counted(warnings, "finding") : nil,
      compiler > 0 ? counted(compiler, "compiler warning") + " on changed lines" : nil,
    ].compactMap { $0 }
    if !looks.isEmpty {
      return "⚠️ **Have a look:** \(looks.joined(separator: ", ")). Nothing blocks."
    }
    return notes > 0 ? "ℹ️ **To read:** \(counted(notes, "note")). Nothing blocks." : nil
  }

  /// Why the run fails: `2 tests fail`, `1 finding blocks (changelog)`.
  private var blocking: [String] {
    let outcomes = Tally(record).outcomes
    let failing = [.failed, .crashed, .timedOut, .unfinished].reduce(0) { sum, outcome in
      sum + (outcomes[outcome] ?? 0)
    }
    let missing = outcomes[.notRun] ?? 0
    let crashes = record.crashes.count { $0.test == nil }
    let errors = record.diagnostics.count { $0.severity == .error }
    let ids = findings.filter { $0.finding.failsTheRun }.map(\.finding.ruleID)
    let rules = Set(ids).sorted()
    let names = rules.prefix(3).map(MarkdownText.code).joined(separator: ", ")
    var parts: [String] = []
    if failing > 0 { parts.append(counted(failing, "test fails", plural: "tests fail")) }
    if missing > 0 { parts.append("\(counted(missing, "test")) did not run") }
    if crashes > 0 { parts.append(counted(crashes, "crash", plural: "crashes")) }
    if errors > 0 { parts.append(counted(errors, "compiler error")) }
    if !ids.isEmpty {
      parts.append(
        counted(ids.count, "finding blocks", plural: "findings block")
          + " (\(names)\(rules.count > 3 ? ", …" : ""))")
    }
    parts += VerdictReasons.unexplainedSteps(record).map { step in
      "step \(MarkdownText.code(step.id)) \(step.status.words)"
    }
    return parts
  }

  /// The verdict as plain text on one line of at most `limit` bytes, for a commit status.
  package func status(limit: Int) -> String {
    let tests = Tally(record).words
    let reasons = VerdictReasons.of(record, nil).joined(separator: ", ")
    let why = reasons.isEmpty ? tests : reasons
    let words =
      switch record.verdict {
      case .passed: why.isEmpty ? "passed" : "passed: " + why
      case .failed: reasons.isEmpty ? "failed" : reasons
      case .cancelled: "cancelled"
      case .unknown: "did not end"
      }
    return cut(serviceLine(words), toBytes: limit)
  }
}
