package import CIModel

/// Writes Markdown for a pull request comment or a job summary, the most important parts first.
package struct MarkdownReporter: Reporter {
  package static let name = "markdown"
  package static let summary = "Markdown, for a pull request comment or a job summary."

  /// The maximum size in bytes; GitHub refuses comments of more than 65,536 characters.
  let byteLimit: Int
  /// Names the report that contains omitted text.
  var whole = LongText.whole
  /// The same for documents that show no run.
  static let wholeOfOthers = "`--format json` leaves nothing out"

  package init() {
    self.init(byteLimit: 60_000)
  }

  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    var reporter = self
    reporter.whole = LongText.whole(of: style.runName)
    return reporter.render(record, log: nil)
  }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    var reporter = self
    reporter.whole = "the log has all of it"
    return reporter.render(log.record, log: log)
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    let lines = coverage.totals.lines
    let start =
      "## Coverage: \(lines.percent) of lines\n\n\(MarkdownReporter.coverageLine(coverage))\n"
    return MarkdownSection.join(
      start, coverageSections(coverage), limit: byteLimit, whole: Self.wholeOfOthers)
  }

  private func render(_ record: RunRecord, log: LogReport?) -> String {
    var sections = [
      crashes(record), failedTests(record), errors(record), findings(record.findings),
    ]
    sections += [testsNotRun(record), quarantined(record)]
    sections += warnings(record)
    sections += sinceBase(record)
    sections.append(slow(record))
    if let coverage = record.coverage { sections += coverageSections(coverage) }
    sections += [skipped(record), steps(record), notes(record)]
    return MarkdownSection.join(start(record, log), sections, limit: byteLimit, whole: whole)
  }

  // MARK: - Headline

  private func start(_ record: RunRecord, _ log: LogReport?) -> String {
    let reasons = VerdictReasons.of(record, log).map(MarkdownText.plain).joined(separator: ", ")
    let because = reasons.isEmpty ? "" : ": " + reasons
    let title =
      switch record.verdict {
      case .passed: "✅ Passed" + because
      case .failed: "❌ Failed" + because
      case .cancelled: "⚠️ Cancelled"
      case .unknown: "❔ No result"
      }
    var facts: [String] = []
    let tally = Tally(record)
    if tally.total > 0 { facts.append("**Tests** " + tally.words) }
    if let reason = tally.notToldReason { facts.append(reason) }
    if let base = record.base, let tests = base.tests {
      facts.append("**Since \(MarkdownText.plain(base.branch))** \(tests.words)")
    }
    if let coverage = record.coverage {
      let change = record.base?.coverageWords(coverage.totals.lines)
      facts.append(
        "**Coverage** " + MarkdownReporter.coverageLine(coverage)
          + (change.map { ", \(MarkdownText.plain($0))" } ?? ""))
    }
    let warnings = WarningTally(record).total
    if warnings > 0 {
      let new = record.base?.warningWords.map { ", \(MarkdownText.plain($0))" } ?? ""
      facts.append("**Warnings** \(warnings.grouped)\(new)")
    }
    if let changes = record.changes, changes.totals.files > 0 || !changes.commits.isEmpty {
      facts.append(
        "**Changes** \(counted(changes.totals.files, "file")), +\(changes.totals.additions) "
          + "−\(changes.totals.deletions)")
    }
    if log == nil { facts.append("**Time** " + record.durationSeconds.duration) }
    return "## \(title)\n" + (facts.isEmpty ? "" : "\n\(facts.joined(separator: " · "))\n")
  }

  private static func coverageLine(_ coverage: Coverage) -> String {
    let totals = coverage.totals
    var text =
      "\(totals.lines.percent) of lines (\(totals.lines.covered.grouped) of \(totals.lines.count.grouped)), "
      + "functions \(totals.functions.percent), regions \(totals.regions.percent)"
    for threshold in coverage.thresholds {
      text += threshold.passed ? ", ✅ " : ", ❌ "
      let name = threshold.name == "coverage.minimum" ? "" : threshold.name.dropFirst(9) + " "
      text += MarkdownText.plain(name + (threshold.scope.map { $0 + " " } ?? ""))
      text += "\(threshold.requiredText) required"
      if !coverage.isJudged(threshold) { text += ", cannot be checked" }
    }
    if let patch = coverage.patch {
      text += ", changed lines \(patch.lines.percent)"
      text +=
        patch.lines.count > 0
        ? " (\(patch.lines.covered.grouped) of \(patch.lines.count.grouped))" : ""
      if let problem = patch.problem { text += ", ⚠️ " + MarkdownText.plain(problem) }
    }
    if coverage.isPartial { text += ", ⚠️ partial data" }
    return text
  }

  // MARK: - Sections

  func crashes(_ record: RunRecord) -> MarkdownSection {
    let crashes = record.crashes.map { ($0, $0.ended(in: record)) }
      .newFirst { $0.1?.isNewFailure ?? false }
    return MarkdownSection(
      head: "\n### Crashes\n",
      entries: crashes.map { crash, test in
        let name =
          test?.shownName ?? crash.test ?? crash.process
          ?? "outside of a test"
        var text =
          "\n**\(MarkdownText.code(name))** \(MarkdownText.plain(crash.signal ?? "crashed"))"
        if let place = crash.place { text += " at \(MarkdownText.code(place))" }
        if let place = test?.place, place != crash.place {
          text += ", in the test at \(MarkdownText.code(place))"
        }
        text += "\n\n"
        if let earlier = test?.earlier { text += "\(MarkdownText.plain(earlier.words))\n\n" }
        if let reason = crash.reason { text += MarkdownText.block(reason, whole: whole) }
        text += attachments(test)
        if let command = test?.reproduction {
          text += MarkdownText.block(command, language: "sh")
        }
        return text
      })
  }

  func failedTests(_ record: RunRecord) -> MarkdownSection {
    let crashed = Set(record.crashes.compactMap(\.test))
    let failed = record.tests.filter { test in
      test.failsTheRun && test.outcome != .notRun
        && (!test.issues.isEmpty
          || !(crashed.contains(test.name) || test.id.map(crashed.contains) ?? false))
    }
    let causes = FailureCause.groups(of: failed.map { Failure(test: $0, mark: "") })
    var section = MarkdownSection(head: "\n### Failed tests\n", entries: causes.map(entry))
    // New failures must be shown even if there are many crashes.
    if causes.first?.failures.first?.isNew == true { section.essential = [0] }
    return section
  }

  private static let shownNames = 5

  /// Tests with the same cause: the first one with all details, the others by name.
  private func entry(_ cause: FailureCause) -> String {
    guard let test = cause.failures.first?.test else { return "" }
    var text = entry(test)
    let others = cause.failures.dropFirst()
    if others.isEmpty { return text }
    text += "and \(others.count.grouped) more \(cause.likeness):\n\n"
    text += others.prefix(Self.shownNames).map {
      "- \(MarkdownText.code($0.title))\($0.isNew ? " new" : "")\n"
    }.joined()
    let rest = others.count - Self.shownNames
    if rest > 0 { text += "- and \(counted(rest, "more test"))\n" }
    return text
  }

  private func entry(_ test: TestCase) -> String {
    let display = test.displayName.map { " “\(MarkdownText.plain($0))”" } ?? ""
    var text = "\n**\(MarkdownText.code(test.shownName))**\(display) \(test.outcome.words)\n\n"
    if let earlier = test.earlier { text += "\(MarkdownText.plain(earlier.words))\n\n" }
    for issue in test.issues where !issue.isKnown {
      if let place = issue.place ?? test.place { text += "\(MarkdownText.code(place))\n" }
      let arguments = issue.arguments.map { "with \($0)\n" } ?? ""
      text += MarkdownText.block(
        arguments
          + (ValueDifference(ofLong: issue.message)?.excerpt(whole: whole) ?? issue.message),
        whole: whole)
    }
    text += attachments(test)
    if let command = test.reproduction { text += MarkdownText.block(command, language: "sh") }
    return text
  }

  private static let shownAttachments = 10
  private static let mostAttachments = 1_000

  /// The names of the attachments on a line; sizes are omitted because they differ from run to run.
  private func attachments(_ test: TestCase?) -> String {
    var all: [String] = []
    for attachment in test?.allAttachments ?? [] {
      let words = attachment.leftOut == nil ? attachment.kind.words?.lowercased() : "not kept"
      let name = MarkdownText.code(attachment.name) + (words.map { " (\($0))" } ?? "")
      // Attempts have attachments of the same name.
      if !all.contains(name) { all.append(name) }
      if all.count > Self.mostAttachments { break }
    }
    if all.isEmpty { return "" }
    var names = Array(all.prefix(Self.shownAttachments))
    let rest = all.count - names.count
    if rest > 0 { names.append("\(rest) more") }
    return "Attachments: \(names.joined(separator: ", "))\n\n"
  }

  private func quarantined(_ record: RunRecord) -> MarkdownSection {
    .table(
      "Quarantined tests that failed", ["Test", "", "Reason", "Since"],
      record.tests.filter { $0.outcome.isFailure && !$0.failsTheRun }.map { test in
        [
          MarkdownText.code(test.shownName), test.outcome.words,
          MarkdownText.plain(test.quarantine?.reason ?? ""), test.quarantine?.since ?? "",
        ]
      })
  }

  func testsNotRun(_ record: RunRecord) -> MarkdownSection {
    MarkdownSection(
      head: "\n### Tests that did not run\n\n",
      entries: record.tests.filter { $0.outcome == .notRun }.newFirst(\.isNewFailure)
        .map(nameAndReason))
  }

  private static let shownSkips = 10

  private func skipped(_ record: RunRecord) -> MarkdownSection {
    let tests = record.tests.filter { $0.outcome == .skipped }
      .sorted { $0.shownName < $1.shownName }
    var section = MarkdownSection(
      head: "\n### Skipped tests\n\n",
      entries: tests.prefix(Self.shownSkips).map(nameAndReason))
    let rest = tests.count - section.entries.count
    if rest > 0 { section.entries.append("- and \(counted(rest, "more test"))\n") }
    return section
  }

  private func nameAndReason(_ test: TestCase) -> String {
    let reason = test.issues.first.map { ": " + MarkdownText.plain($0.message) } ?? ""
    return "- \(MarkdownText.code(test.shownName))\(reason)\n"
  }

  private func errors(_ record: RunRecord) -> MarkdownSection {
    .table("Errors", ["Place", "Message"], diagnosticRows(record.diagnostics, .error))
  }

  func diagnosticRows(_ diagnostics: [Diagnostic], _ severity: Severity) -> [[String]] {
    diagnostics.filter { $0.severity == severity }.map { diagnostic in
      [
        diagnostic.place.map(MarkdownText.code) ?? "",
        MarkdownText.plain(diagnostic.message)
          + (diagnostic.group.map { " " + MarkdownText.code($0) } ?? "")
          + diagnostic.shownNotes.map { "<br>" + MarkdownText.plain($0) }.joined(),
      ]
    }
  }

  /// Message and help on one line.
  static func words(of finding: Finding) -> String {
    let text = finding.messageText.map(MarkdownText.team) ?? MarkdownText.plain(finding.message)
    guard let help = finding.help else { return text }
    return text + "<br>" + (finding.helpText.map(MarkdownText.team) ?? MarkdownText.sentence(help))
  }

  func findings(_ findings: [Finding]) -> MarkdownSection {
    let findings = findings.sorted()
    var section = MarkdownSection.table(
      "Findings", ["", "Finding", "Place", "Rule"],
      findings.map { finding in
        var text = MarkdownReporter.words(of: finding)
        if let reason = finding.suppressed {
          text += "<br>suppressed: " + MarkdownText.plain(reason)
        }
        let mark =
          finding.suppressed != nil
          ? "➖" : finding.severity == .error ? "❌" : finding.severity == .warning ? "⚠️" : "ℹ️"
        return [
          mark, text, finding.place.map(MarkdownText.code) ?? "", MarkdownText.code(finding.ruleID),
        ]
      })
    // Each rule must have a finding, even if there are many findings of another rule.
    var rules: Set<String> = []
    section.essential = Set(
      findings.indices.filter {
        findings[$0].suppressed == nil && rules.insert(findings[$0].ruleID).inserted
      })
    return section
  }

  private func warnings(_ record: RunRecord) -> [MarkdownSection] {
    let names = TestNames(record)
    return [
      .table(
        "Warnings", ["Place", "Message"], diagnosticRows(record.diagnostics.sortedByPlace, .warning)
      ),
      .table(
        "Warnings of tests", ["Place", "Message"], diagnosticRows(record.testWarnings, .warning)),
      .table(
        "Runtime warnings", ["Category", "Count", "Form", "Tests"],
        record.shownRuntimeWarnings.flatMap { warning in
          warning.shapes.map { shape in
            [
              MarkdownText.code(warning.category), shape.count.grouped,
              MarkdownText.plain(shape.shape)
                + (shape.identifiers.isEmpty
                  ? "" : "<br>" + shape.identifiers.map(MarkdownText.code).joined(separator: ", ")),
              warning.tests.prefix(3).map { MarkdownText.code(names.shown($0)) }.joined(
                separator: ", ")
                + (warning.tests.count > 3 ? " and \(warning.tests.count - 3) more" : ""),
            ]
          }
        }),
    ]
  }

  private func slow(_ record: RunRecord) -> MarkdownSection {
    let slow = record.slow.sorted {
      ($1.durationSeconds, $0.name) < ($0.durationSeconds, $1.name)
    }
    return .table(
      "Slow tests", ["Time", "Test"],
      slow.map { [$0.durationSeconds.duration, MarkdownText.code($0.name)] }, most: 10, "test")
  }

  private func coverageSections(_ coverage: Coverage) -> [MarkdownSection] {
    func row(_ path: String, _ lines: Coverage.Ratio, _ missed: [[Int]]) -> [String] {
      let ranges = CoverageScreen.ranges(missed)
      let shown = ranges.prefix(10).joined(separator: ", ")
      return [
        MarkdownText.code(displayedPath(path)), lines.percent,
        "\(lines.covered.grouped) of \(lines.count.grouped)",
        shown + (ranges.count > 10 ? ", …" : ""),
      ]
    }
    let incomplete = coverage.files.filter { $0.lines.missed > 0 }.sorted {
      ($1.lines.missed, $0.path) < ($0.lines.missed, $1.path)
    }
    let columns = ["File", "Lines", "", "Missed"]
    var sections: [MarkdownSection] = []
    if let patch = coverage.patch {
      sections.append(
        .table(
          "Coverage of changed lines: \(patch.lines.percent)", columns,
          patch.files.map { row($0.path, $0.lines, $0.uncoveredLines) }))
    }
    sections.append(
      .table(
        "Coverage", columns,
        incomplete.map { row($0.path, $0.lines, $0.uncoveredLines) }, most: 20, "file"))
    return sections
  }

  private func steps(_ record: RunRecord) -> MarkdownSection {
    .table(
      "Steps", ["Step", "Result", "Time"],
      record.steps.map { step in
        let reason = step.reason.map { ": " + MarkdownText.plain($0) } ?? ""
        return [
          MarkdownText.code(step.id), step.status.words + reason,
          step.attempts == 0 ? "" : step.durationSeconds.duration,
        ]
      })
  }

  private func notes(_ record: RunRecord) -> MarkdownSection {
    MarkdownSection(
      head: "\n", entries: record.notes.map { "> \(MarkdownText.sentence($0))\n\n" })
  }
}
