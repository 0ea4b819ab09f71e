package import CIModel

/// Shows the results of other tools on changed lines, and limits their number in whole reports.
package struct LinterReportsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "linter-reports",
    summary:
      "Flags results of other linters and test tools on changed lines or in whole reports.",
    why:
      "SwiftLint, ESLint, RuboCop, Jest, RSpec and others write reports. This rule checks "
      + "them like everything else: on the lines that the change touches, at a level of your "
      + "choice, in every report format. Results on other lines are ignored, except failed "
      + "tests, which a change can break from afar. `limit` counts the results of whole "
      + "reports, and `new` those that the base does not have (docs/reports.md).",
    parameters: [
      .init(
        "all", .boolean,
        "Show all results in changed files, whatever the line; `false` by default."),
      .init(
        "base-files", .list(.glob),
        "Reports of the base, which the job has restored; `new` compares with them."),
      .init(
        "failed-tests", .choice(["all", "changed"]),
        "Failed tests to show: all, or only those on changed lines, as with linter results, and "
          + "those without a file; `all` by default."),
      .init("files", .list(.glob), "Report files in the working tree."),
      .init(
        "format", .choice(ToolReport.Format.allCases.map(\.rawValue)),
        "Format of the reports; detected from their content by default. `xcresult` is the "
          + "JSON of `xcrun xcresulttool get build-results` or `get test-results tests`."),
      .init(
        "limit", .limits(ReportMeasure.allCases.map(\.limit)),
        "Maximum number of results in all reports together, on any line; a number alone "
          + "limits all `results`."),
      .init(
        "min-tests", .integer(min: 0),
        "Minimum number of tests in test reports, without skipped ones; fewer is an error. By "
          + "default 1, skipped or not."),
      .init(
        "missing", .choice(["error", "note"]),
        "Level of a missing report, of which each glob of `files` needs one: a run that passes "
          + "because the linter did not run is worth nothing; `error` by default."),
      .init(
        "new", .limits(ReportMeasure.allCases.filter { $0 != .skippedTests }.map(\.limit)),
        "Maximum number of results that the base does not have; each is listed if there are "
          + "more."),
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
    let wanted = WantedReports(id, reportGlobs, changes, facts)
    if !wanted.missing.isEmpty {
      let isNote = options.text("missing") == "note"
      list.add(
        Finding(
          isNote ? .note : .error, id, "there is no report \(wanted.missing)",
          help: "Run the linter first\(isNote ? "." : ", or set `missing: note`.")"))
    }
    for problem in wanted.problems { list.add(problem) }
    if wanted.files.isEmpty { return list.findings }
    let reports = read(wanted.files, &list)
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

  /// The readable reports; adds a finding for each one in another format, and for each that is
  /// marked as incomplete.
  func read(_ files: [ReportFile], _ list: inout FindingList) -> [ToolReport] {
    let format = options.text("format").flatMap { ToolReport.Format(rawValue: $0) }
    return files.filter { $0.problem == nil }.compactMap { file in
      let name = displayedPath(file.path)
      do throws(ReportProblem) {
        let report = try ReportReaders.read(file.bytes, format: format)
        for doubt in report.doubts {
          list.add(
            Finding(
              .error, id, "\(name) \(doubt)", help: "Check the output of the tool."))
        }
        return report
      } catch {
        list.add(Finding(.error, id, "\(name) \(error.text)", help: error.help()))
        return nil
      }
    }
  }

  private func judgeTests(_ reports: [ToolReport], _ list: inout FindingList) {
    let tests = reports.compactMap(\.tests)
    let minimum = options.integer("min-tests")
    let least = minimum ?? 1
    let count = tests.reduce(0) { $0 + (minimum == nil ? $1.count : $1.ran) }
    guard !tests.isEmpty, count < least else { return }
    list.add(
      options.finding(
        "\(counted(count, "test")) in \(counted(tests.count, "report")), minimum is \(least)",
        severity: .error, help: "Check that the tests were built and found."))
  }

  /// - Parameter path: `nil` when the report does not contain it.
  private func finding(_ entry: ToolReport.Entry, _ path: String?) -> Finding {
    options.finding(
      entry.rule.isEmpty ? entry.message : "\(entry.message) (\(entry.rule))",
      at: path.map {
        SourceLocation(
          $0, line: entry.line, column: entry.column, endLine: entry.endLine ?? entry.line)
      },
      severity: ownLevel ?? entry.severity,
      help:
        "\(entry.rule.isEmpty ? "See" : "Look up \(entry.rule) in") the documentation of the tool "
        + "that reported it."
    )
  }
}
