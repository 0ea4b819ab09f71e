package import CIModel

/// Flags changed files with low test coverage.
package struct CoveredFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "covered-files",
    summary: "Flags changed files whose line coverage is below a floor.",
    why:
      "Nobody cleans up a whole code base at once, but each change can leave a file better "
      + "tested than it was. The rule needs the coverage of the same run, or Xcode reports, "
      + "which it also checks as a whole; to check the coverage of the run as a whole, use "
      + "`coverage` in `.ci.yml`.",
    parameters: [
      .init("fail", .percent, "Minimum coverage; less is an error. Off by default."),
      .init(
        "fail-target", .percent, "Minimum coverage of each target in `reports`; less is an error."),
      .init("fail-total", .percent, "Minimum coverage of all `reports`; less is an error."),
      .init(
        "min-lines", .integer(min: 1),
        "Minimum number of executable lines; files with fewer are ignored. 5 by default."),
      .init(
        "reports", .list(.glob),
        "Reports written by `xcrun xccov view --report --json`, used instead of the coverage "
          + "of the run. Tests, files outside the repository and files that `paths` and "
          + "`exclude` leave out do not count."
      ),
      .init("warn", .percent, "Minimum coverage; less is a warning. 50 by default."),
      .init(
        "warn-target", .percent, "Minimum coverage of each target in `reports`; less is a warning."),
      .init("warn-total", .percent, "Minimum coverage of all `reports`; less is a warning."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static func coverage(_ covered: Int, _ count: Int) -> Coverage {
    let none = Coverage.Ratio(covered: 0, count: 0)
    let lines = Coverage.Ratio(covered: covered, count: count)
    return Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(lines: lines, functions: none, regions: none),
      files: [
        Coverage.File(
          path: "Sources/A.swift", target: "A", lines: lines, functions: none, regions: none,
          uncoveredLines: [], partialLines: [])
      ], excluded: [])
  }

  private static let xccov = ReportFile(
    path: "xccov.json",
    bytes: Array(
      #"""
      {"executableLines": 30, "targets": [{"name": "App.app", "files": [
        {"path": "/ci/Sources/A.swift", "coveredLines": 4, "executableLines": 10, "functions": [
          {"lineNumber": 12, "executionCount": 0, "executableLines": 6}]},
        {"path": "/ci/Sources/B.swift", "coveredLines": 20, "executableLines": 20, "functions": []}]}]}
      """#.utf8))

  private static let touched = [FileChange(.modified, "Sources/A.swift", additions: 3)]

  package static let examples: [RuleExample] = [
    .clean("half is enough", files: touched, coverage: coverage(50, 100)),
    .clean("no coverage data", files: touched),
    .clean(
      "an unchanged file", files: [FileChange(.modified, "Sources/B.swift", additions: 3)],
      coverage: coverage(0, 100)),
    .clean("a tiny file", files: touched, coverage: coverage(0, 4)),
    .clean(
      "a file that only loses lines",
      files: [FileChange(.modified, "Sources/A.swift", deletions: 3)],
      coverage: coverage(0, 100)),
    .flagged("less than half", as: .warning, files: touched, coverage: coverage(49, 100)),
    .flagged(
      "the level depends on the tier", as: .error, values: ["fail": .integer(2000)], files: touched,
      coverage: coverage(19, 100)),
    .flagged(
      "less than half according to the Xcode report", as: .warning,
      values: ["reports": .text("xccov.json")],
      files: touched, reports: [xccov]),
    .flagged(
      "the whole report", as: .error,
      values: [
        "fail-total": .integer(9000), "reports": .text("xccov.json"), "warn-target": .integer(8000),
      ],
      files: [FileChange(.modified, "Sources/B.swift", additions: 3)], reports: [xccov]),
    .flagged(
      "no report", as: .error, values: ["reports": .text("xccov.json")], files: touched),
  ]

  let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    facts.coverage == nil && !readsReports ? ["coverage"] : []
  }

  package var reportGlobs: [String] { options.texts("reports") ?? [] }

  private var readsReports: Bool { options.has("reports") }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    if readsReports { return reportFindings(in: changes, facts) }
    let lacking = Self.floorKeys.filter { options.has($0) }
    if !lacking.isEmpty {
      return [
        Finding(
          .error, id, "`\(lacking.joined(separator: "`, `"))` without `reports`",
          help: "Write `coverage: { minimum: … }` in .ci.yml for the coverage of the run.")
      ]
    }
    guard let coverage = facts.coverage else { return [] }
    let files = Dictionary(
      coverage.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return fileFindings(in: changes) { path in
      files[path].map { ($0.lines, $0.uncoveredLines.first?.first, $0.uncoveredLines.first?.last) }
    }
  }

  private static let floorKeys = ["fail-target", "fail-total", "warn-target", "warn-total"]

  /// - Parameter measured: Returns the line coverage of a file and its first uncovered range; `nil`
  ///   for an unmeasured file.
  func fileFindings(
    in changes: ChangeSet,
    _ measured: (String) -> (lines: Coverage.Ratio, first: Int?, last: Int?)?
  ) -> [Finding] {
    return changes.files.compactMap { change in
      guard change.countedLines.additions > 0, options.scope.contains(change),
        let file = ([change.path] + (change.otherPaths ?? [])).lazy.compactMap(measured).first
      else { return nil }
      return fileFinding(
        file.lines, "line coverage",
        at: SourceLocation(change.path, line: file.first, endLine: file.last),
        help: "Test the code that the change touches.")
    }
  }

  /// A finding for a file with enough lines.
  func fileFinding(
    _ lines: Coverage.Ratio, _ subject: String, at location: SourceLocation? = nil, help: String
  ) -> Finding? {
    guard lines.count >= options.integer("min-lines") ?? 5 else { return nil }
    return finding(
      lines, warn: options.integer("warn") ?? 5000, fail: options.integer("fail"), subject,
      at: location, help: help)
  }

  /// A finding for the worse of the two floors that the coverage is below; `nil` when it is below
  /// neither.
  ///
  /// - Parameter subject: The measured quantity, as a lowercase fragment.
  func finding(
    _ lines: Coverage.Ratio, warn: Int?, fail: Int?, _ subject: String,
    at location: SourceLocation? = nil, help: String
  ) -> Finding? {
    guard let actual = lines.hundredthsOfPercent else { return nil }
    let tier: (severity: Severity, limit: Int)
    if let fail, actual < fail {
      tier = (.error, fail)
    } else if let warn, actual < warn {
      tier = (options.warnLevel, warn)
    } else {
      return nil
    }
    return options.finding(
      "\(subject) is \(Self.percent(actual)), floor is \(Self.percent(tier.limit)): "
        + "\(lines.missed) of \(counted(lines.count, "line")) never ran",
      at: location, severity: tier.severity, help: help)
  }

  /// `79.9 %`, floored.
  private static func percent(_ hundredths: Int) -> String {
    let tenths = hundredths / 10
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
