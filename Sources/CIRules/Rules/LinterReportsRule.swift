package import CIModel

/// Shows what other tools reported, where the change is, and counts it as a whole.
package struct LinterReportsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "linter-reports",
    summary:
      "Flags what the reports of other linters and test tools say of changed lines, or as wholes.",
    why:
      "SwiftLint, ESLint, RuboCop, Jest, RSpec and others write reports; read here they are judged like "
      + "everything else: on what the change touches, at a level of your choice, in every report format. "
      + "What a report says of other lines is left alone, but for tests that failed: a change breaks them "
      + "from afar. `limit` counts a report as a whole, and `new` what the base does not have "
      + "(docs/reports.md).",
    parameters: [
      .init(
        "all", .boolean,
        "Show what concerns files that the change touches, whatever the line; `false` by default."),
      .init(
        "base-files", .list(.glob),
        "The same reports of the base, which the job has restored; `new` compares with them."),
      .init(
        "failed-tests", .choice(["all", "changed"]),
        "Which failed tests to show: all, or those on changed lines, as with what linters find; `all` "
          + "by default."),
      .init("files", .list(.glob), "The reports, in the work tree."),
      .init(
        "format", .choice(ToolReport.Format.allCases.map(\.rawValue)),
        "The format of the reports; told by their content by default. `xcresult` is the JSON of `xcrun "
          + "xcresulttool get build-results` or `get test-results tests`."),
      .init(
        "limit", .limits(ReportMeasure.allCases.map(\.limit)),
        "The most that all reports together may hold, on whatever lines; a number alone is that of all "
          + "`results`."),
      .init(
        "min-tests", .integer(min: 0),
        "Fewer tests in reports of tests are an error; 1 by default."),
      .init(
        "missing", .choice(["error", "note"]),
        "What it is when there is no report: a run that passes because the linter did not run is worth "
          + "nothing; `error` by default."),
      .init(
        "new", .limits(ReportMeasure.allCases.filter { $0 != .skippedTests }.map(\.limit)),
        "The same of what the base does not have; each is listed when there are more."),
    ],
    isDefault: false, defaultLevel: .warning)

  package static let examples = LinterReportsExamples.all

  let options: RuleOptions
  let ownLevel: Severity?

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    ownLevel = settings.level
  }

  package var id: String { options.id }

  package var reportGlobs: [String] { options.texts("files") ?? [] }

  package var baseReportGlobs: [String] {
    options.has("new") ? options.texts("base-files") ?? [] : []
  }

  package func readsAddedLines(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func readsHiddenText(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { options.scope.contains($0) } ?? true
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var list = FindingList(id)
    let wanted = options.globs("files")
    let files = facts.reports.filter { wanted.contains($0.path) }
    if files.isEmpty {
      list.add(
        Finding(
          options.text("missing") == "note" ? .note : .error, id,
          "there is no report \(wanted.text)",
          help: "Run the linter before, or set `missing: note`."))
      return list.findings
    }
    let reports = read(files, &list)
    var results = PlacedResults(reports, changes: changes, facts: facts, options: options)
    judgeTests(reports, &list)
    judge("limit", results, &list)
    if options.has("new") { judgeNew(&results, reports, changes, facts, &list) }
    for (index, result) in results.all.enumerated() {
      for path in results.shownPaths(index) {
        list.add(ownLevel ?? result.entry.severity) { finding(result.entry, path) }
      }
    }
    return list.findings
  }

  /// The reports that can be read; a finding for each that cannot, or that says that it is not whole.
  func read(_ files: [ReportFile], _ list: inout FindingList) -> [ToolReport] {
    let format = options.text("format").flatMap { ToolReport.Format(rawValue: $0) }
    return files.compactMap { file in
      let name = displayedPath(file.path)
      if let problem = file.problem {
        list.add(
          Finding(.error, id, "\(name) \(problem)", help: "Leave it out, or write a smaller one."))
        return nil
      }
      do throws(ReportProblem) {
        let report = try ReportReaders.read(file.bytes, format: format)
        for doubt in report.doubts {
          list.add(
            Finding(
              .error, id, "\(name) \(doubt)", help: "See what the tool itself printed."))
        }
        return report
      } catch {
        list.add(Finding(.error, id, "\(name) \(error.text)", help: error.help))
        return nil
      }
    }
  }

  private func judgeTests(_ reports: [ToolReport], _ list: inout FindingList) {
    let tests = reports.compactMap(\.tests)
    let least = options.integer("min-tests") ?? 1
    let count = tests.reduce(0) { $0 + $1.count }
    guard !tests.isEmpty, count < least else { return }
    list.add(
      options.finding(
        "\(counted(count, "test")) in \(counted(tests.count, "report")), minimum is \(least)",
        severity: .error, help: "See whether the tests were built and found."))
  }

  /// - Parameter path: `nil` when the report does not tell it.
  private func finding(_ entry: ToolReport.Entry, _ path: String?) -> Finding {
    options.finding(
      entry.rule.isEmpty ? entry.message : "\(entry.message) (\(entry.rule))",
      at: path.map {
        SourceLocation(
          $0, line: entry.line, column: entry.column, endLine: entry.endLine ?? entry.line)
      },
      severity: ownLevel ?? entry.severity,
      help:
        "See what the tool that reported it says\(entry.rule.isEmpty ? "" : " about \(entry.rule)")."
    )
  }
}
