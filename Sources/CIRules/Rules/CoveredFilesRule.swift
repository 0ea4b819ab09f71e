package import CIModel

/// Flags files that the change touches and that the tests hardly run.
package struct CoveredFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "covered-files",
    summary: "Flags a file that the change touches and whose line coverage is below a floor.",
    why:
      "Nobody cleans up a whole code base, but whoever works on a file can leave it better tested than "
      + "it was. Needs the coverage of the same run.",
    parameters: [
      .init("fail", .percent, "Less coverage than this is an error; off by default."),
      .init(
        "min-lines", .integer(min: 1),
        "Files with fewer executable lines are left alone; 5 by default."),
      .init("warn", .percent, "Less coverage than this is a warning; 50 by default."),
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

  private static let touched = [FileChange(.modified, "Sources/A.swift", additions: 3)]

  package static let examples: [RuleExample] = [
    .clean("half is enough", files: touched, coverage: coverage(50, 100)),
    .clean("nothing was measured", files: touched),
    .clean(
      "a file that is not touched", files: [FileChange(.modified, "Sources/B.swift", additions: 3)],
      coverage: coverage(0, 100)),
    .clean("a tiny file", files: touched, coverage: coverage(0, 4)),
    .clean(
      "a file that only loses lines",
      files: [FileChange(.modified, "Sources/A.swift", deletions: 3)],
      coverage: coverage(0, 100)),
    .flagged("less than half", as: .warning, files: touched, coverage: coverage(49, 100)),
    .flagged(
      "the tier says how bad it is", as: .error, values: ["fail": .integer(2000)], files: touched,
      coverage: coverage(19, 100)),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] {
    facts.coverage == nil ? ["coverage"] : []
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    guard let coverage = facts.coverage else { return [] }
    let warn = options.integer("warn") ?? 5000
    let least = options.integer("min-lines") ?? 5
    let files = Dictionary(
      coverage.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return changes.files.compactMap { change in
      guard change.additions > 0, options.scope.contains(change), let file = files[change.path],
        file.lines.count >= least, let actual = file.lines.hundredthsOfPercent
      else { return nil }
      let tier: (severity: Severity, limit: Int)
      if let fail = options.integer("fail"), actual < fail {
        tier = (.error, fail)
      } else if actual < warn {
        tier = (options.warnLevel, warn)
      } else {
        return nil
      }
      let missing = file.lines.count - file.lines.covered
      return options.finding(
        "line coverage is \(Self.percent(actual)), floor is \(Self.percent(tier.limit)): "
          + "\(missing) of \(counted(file.lines.count, "line")) never ran",
        at: SourceLocation(
          change.path, line: file.uncoveredLines.first?.first,
          endLine: file.uncoveredLines.first?.last),
        severity: tier.severity, help: "Test what the change touches.")
    }
  }

  /// `79.9 %`, floored.
  private static func percent(_ hundredths: Int) -> String {
    let tenths = hundredths / 10
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
