package import CIModel

/// Writes annotations for GitHub Actions (and Forgejo and Gitea, which read the same commands),
/// each shown at its line of the pull request.
///
/// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions. GitHub
/// shows ten errors and ten warnings of a step and fifty of a job
/// (https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md, "Limitations"); the last
/// of the ten annotations of a kind counts the rest. Tests that newly fail come first, then
/// annotations in files that the change touches, because only those are shown in the pull request;
/// further failures of a test and tests that did not run come last.
/// The runner cuts a message after 4,096 characters (`_maxIssueMessageLength` in
/// `ExecutionContext.cs`, actions/runner), and a title has at most 255
/// (https://docs.github.com/rest/checks/runs, `annotations`).
package struct GitHubReporter: Reporter {
  package static let name = "github"
  package static let summary = "Annotations for GitHub Actions; adds the job summary there."
  package static let medium = ReportMedium.commands

  private static let limit = 10
  private static let longestTitle = 255

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    render(record, log: nil)
  }

  package func render(log: LogReport, style: TerminalStyle) -> String? {
    render(log.record, log: log)
  }

  private func render(_ record: RunRecord, log: LogReport?) -> String {
    let all = annotations(record)
    var text = ""
    for severity in [Severity.error, .warning, .note] {
      text += commands(all.filter { $0.severity == severity }, severity)
    }
    let reasons = VerdictReasons.of(record, log).joined(separator: ", ")
    return text + "devtool: the run \(record.verdict.sentence)"
      + (reasons.isEmpty ? "" : ": " + serviceLine(reasons.firstLine))
      + "\n"
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    let missed = (coverage.patch?.files ?? []).flatMap { file in
      file.uncoveredLines.compactMap { range -> Annotation? in
        guard let first = range.first, let last = range.last else { return nil }
        let message =
          first == last ? "this line never ran" : "lines \(first) to \(last) never ran"
        return Annotation(
          severity: .warning, title: "coverage.patch", message: message, file: file.path,
          line: first, endLine: last)
      }
    }
    let thresholds = coverage.thresholds.filter { !$0.passed }.map { threshold in
      let scope = threshold.scope.map { "\($0): " } ?? ""
      return Annotation(
        severity: .error, title: threshold.name,
        message: "\(scope)\(threshold.actualText), \(threshold.requiredText) required")
    }
    return commands(thresholds, .error) + commands(missed, .warning)
  }

  private struct Annotation {
    var severity: Severity
    var title: String
    var message: String
    var file: String?
    var line: Int?
    var column: Int?
    var endLine: Int?
    /// Whether the change touches the file.
    var isChanged = false
    /// Whether the annotation is about a test that newly fails.
    var isNew = false
    /// Whether the annotation is about a test that did not run.
    var isRest = false
    /// Whether the annotation is another failure of a test that has one already.
    var isMore = false

    /// The sort order: new failures first, then lines of changed files, other lines, whole files,
    /// further failures of the same tests, and tests that did not run.
    var rank: (Int, Int) {
      (
        isRest ? 3 : isMore ? 2 : isNew ? 0 : 1,
        line != nil ? (isChanged ? 0 : 1) : file != nil ? 2 : 3
      )
    }
  }

  private func annotations(_ record: RunRecord) -> [Annotation] {
    let changed = Set(record.changes?.files.map(\.path) ?? [])
    var tests: Set<String> = []
    return RecordIssue.all(record).filter { $0.kind != .finding || $0.suppressed == nil }.map {
      issue in
      Annotation(
        severity: issue.severity, title: issue.title,
        message: ([issue.message] + issue.notes + [issue.help].compactMap(\.self))
          .joined(separator: "\n"), file: issue.file, line: issue.line, column: issue.column,
        endLine: issue.endLine,
        isChanged: issue.file.map(changed.contains) ?? false, isNew: issue.isNew,
        isRest: issue.rule == "test-\(TestOutcome.notRun.rawValue)",
        isMore: issue.kind == .test && !tests.insert(issue.title).inserted)
    }
  }

  private func commands(_ annotations: [Annotation], _ severity: Severity) -> String {
    let word = severity == .note ? "notice" : severity.rawValue
    // Sorted, so that annotations without a line are the first to be omitted.
    let annotations = annotations.enumerated()
      .sorted { left, right in
        let (one, other) = (left.element.rank, right.element.rank)
        return (one.0, one.1, left.offset) < (other.0, other.1, right.offset)
      }.map(\.element)
    let isTooMany = annotations.count > GitHubReporter.limit
    var text = ""
    for annotation in annotations.prefix(isTooMany ? GitHubReporter.limit - 1 : .max) {
      text += command(annotation, word)
    }
    if isTooMany {
      let rest = annotations.count - GitHubReporter.limit + 1
      text += "::\(word)::and \(counted(rest, "more \(word)")); the log and the summary have them\n"
    }
    return text
  }

  private func command(_ annotation: Annotation, _ word: String) -> String {
    var properties: [(String, String)] = []
    // GitHub rejects absolute paths and locations without a file.
    if let file = annotation.file, !file.hasPrefix("/"), !file.hasPrefix("<") {
      properties.append(("file", file))
      if let line = annotation.line { properties.append(("line", String(line))) }
      if let endLine = annotation.endLine { properties.append(("endLine", String(endLine))) }
      if let column = annotation.column { properties.append(("col", String(column))) }
    }
    properties.append(("title", cut(annotation.title, toBytes: GitHubReporter.longestTitle)))
    let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
    let place = Reporters.place(annotation.file, annotation.line, annotation.column)
    let isPlaced = properties.first?.0 == "file"
    let message = (isPlaced ? nil : place.map { "\($0): " }) ?? ""
    return "::\(word) \(list)::\(escaped(serviceText(message + annotation.message)))\n"
  }

  /// - Parameter text: The text as a reader sees it.
  private func escaped(_ text: String, alsoIn property: Bool = false) -> String {
    text.rewriting { byte in
      switch byte {
      case UInt8(ascii: "%"): "%25"
      case UInt8(ascii: "\r"): "%0D"
      case UInt8(ascii: "\n"): "%0A"
      case UInt8(ascii: ":") where property: "%3A"
      case UInt8(ascii: ",") where property: "%2C"
      default: nil
      }
    }
  }

  private func escapedProperty(_ text: String) -> String {
    escaped(cut(VisibleText.shown(text, tab: "\t"), toBytes: 4_096), alsoIn: true)
  }
}
