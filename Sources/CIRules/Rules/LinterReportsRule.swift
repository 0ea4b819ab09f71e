package import CIModel

/// Shows what other tools reported, where the change is.
package struct LinterReportsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "linter-reports",
    summary: "Flags what the reports of other linters and test tools say of changed lines.",
    why:
      "SwiftLint, periphery, ktlint and others write reports; read here they are judged like everything "
      + "else: on what the change touches, at a level of your choice, in every report format. What a "
      + "report says of other lines is left alone, but for tests that failed: a change breaks them from "
      + "afar.",
    parameters: [
      .init(
        "all", .boolean,
        "Show what concerns files that the change touches, whatever the line; `false` by default."),
      .init(
        "failed-tests", .choice(["all", "changed"]),
        "Which failed tests to show: all, or those on changed lines, as with what linters find; `all` "
          + "by default."),
      .init("files", .list(.glob), "The reports, in the work tree."),
      .init(
        "format", .choice(["checkstyle", "junit", "sarif", "swiftlint", "xcresult"]),
        "The format of the reports; told by their content by default. `xcresult` is the JSON of `xcrun "
          + "xcresulttool get build-results` or `get test-results tests`."),
      .init(
        "missing", .choice(["error", "note"]),
        "What it is when there is no report: a run that passes because the linter did not run is worth "
          + "nothing; `error` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let report: [String: RuleSettings.Value] = ["files": .text("lint.json")]
  private static let swiftLint = ReportFile(
    path: "lint.json",
    bytes: Array(
      #"""
      [{"file": "/ci/Sources/A.swift", "line": 3, "character": 5, "severity": "Error",
        "reason": "Force casts should be avoided", "rule_id": "force_cast", "type": "Force Cast"},
       {"file": "/ci/Sources/A.swift", "line": 9, "severity": "Warning", "reason": "Old", "rule_id": "x"}]
      """#.utf8))
  private static let failedTests = ReportFile(
    path: "lint.json",
    bytes: Array(
      #"""
      <testsuite name="A">
        <testcase classname="ATests" name="testOne" file="Tests/ATests.swift" line="7">
          <failure message="1 is not 2"/></testcase>
        <testcase classname="BTests" name="testTwo"><error message="crashed"/></testcase>
        <testcase classname="BTests" name="testThree"/>
      </testsuite>
      """#.utf8))
  private static let touched = [FileChange(.modified, "Sources/A.swift", additions: 1)]
  private static let added = [AddedLine("Sources/A.swift", line: 3, text: "cast(a)")]

  package static let examples: [RuleExample] = [
    .flagged(
      "a changed line, at the tool's level", as: .error, values: report, files: touched,
      addedLines: added, reports: [swiftLint]),
    .flagged(
      "all of a changed file", as: .error, .warning,
      values: report.merging(["all": .boolean(true)]) { $1 }, files: touched, addedLines: added,
      reports: [swiftLint]),
    .clean(
      "a file that is not touched", report,
      files: [FileChange(.modified, "Sources/B.swift", additions: 1)],
      addedLines: [AddedLine("Sources/B.swift", line: 3, text: "x")], reports: [swiftLint]),
    .flagged(
      "failed tests, wherever they are", as: .error, .error, values: report,
      files: [FileChange(.modified, "Sources/B.swift", additions: 1)], reports: [failedTests]),
    .clean(
      "failed tests, where those on changed lines are asked for",
      report.merging(["failed-tests": .text("changed")]) { $1 },
      files: [FileChange(.modified, "Sources/B.swift", additions: 1)], reports: [failedTests]),
    .flagged("no report", as: .error, values: report, files: touched),
    .flagged(
      "a report that is none", as: .error, values: report, files: touched,
      reports: [ReportFile(path: "lint.json", bytes: Array("{".utf8))]),
  ]

  private let options: RuleOptions
  private let ownLevel: Severity?

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    ownLevel = settings.level
  }

  package var id: String { options.id }

  package var reportGlobs: [String] { options.texts("files") ?? [] }

  package func readsAddedLines(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func readsHiddenText(of file: FileChange) -> Bool { options.scope.contains(file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { options.scope.contains($0) } ?? true
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let wanted = options.globs("files")
    let reports = facts.reports.filter { wanted.contains($0.path) }
    if reports.isEmpty {
      let severity: Severity = options.text("missing") == "note" ? .note : .error
      return [
        Finding(
          severity, id, "there is no report \(wanted.text)",
          help: "Run the linter before, or set `missing: note`.")
      ]
    }
    let format = options.text("format").flatMap { LinterReport.Format(rawValue: $0) }
    let files = changes.files.filter { $0.status != .deleted && options.scope.contains($0) }
    var lines: [RepositoryPath: [Int]] = [:]
    for text in facts.addedText + facts.hiddenText {
      lines[text.exactPath, default: []] += text.numbers
    }
    for path in lines.keys { lines[path]?.sort() }
    let search = ReportedFiles(
      files: files, checkout: facts.surroundings.checkout, distrustsChange: facts.distrustsChange)
    var list = FindingList(id)
    for report in reports {
      guard let entries = LinterReport.read(report.bytes, format: format) else {
        list.add(
          Finding(
            .error, id, "\(report.path) is no report that can be read",
            help: "Name its `format`; there are checkstyle, junit, sarif, swiftlint and xcresult."))
        continue
      }
      for entry in entries {
        if entry.isFailedTest, options.text("failed-tests") != "changed" {
          let path = entry.file.flatMap { search.path(named: $0) }
          let isInScope = path.map { options.scope.contains(FileChange(.modified, $0)) } ?? true
          if isInScope { list.add(ownLevel ?? entry.severity) { finding(entry, path) } }
          continue
        }
        for file in entry.file.map(search.files) ?? []
        where options.flag("all") || Self.concerns(entry, lines[file.exactPath] ?? []) {
          list.add(ownLevel ?? entry.severity) { finding(entry, file.path) }
        }
      }
    }
    return list.findings
  }

  /// - Parameter added: The numbers of the added lines, ascending.
  private static func concerns(_ entry: LinterReport.Entry, _ added: [Int]) -> Bool {
    guard let line = entry.line else { return false }
    // The first that is not above the place.
    var (low, high) = (0, added.count)
    while low < high {
      let middle = low + (high - low) / 2
      if added[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low < added.count && added[low] <= max(line, entry.endLine ?? line)
  }

  /// - Parameter path: `nil` when the report does not tell it.
  private func finding(_ entry: LinterReport.Entry, _ path: String?) -> Finding {
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
