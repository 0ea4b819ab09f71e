package import CIModel

/// Flags a change that is larger than a limit: custom rules with `limit:`.
package struct LimitRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "limit",
    summary: "Flags a change with more files, lines or commits than a limit. Of a moved file, "
      + "only the lines that differ count.",
    parameters: Measure.allCases.flatMap { measure in
      [
        .init(measure.rawValue, .integer(min: 0), "\(measure.summary); more is a finding."),
        .init("\(measure.rawValue).warn", .integer(min: 0), "More is a warning."),
        .init("\(measure.rawValue).fail", .integer(min: 0), "More is an error."),
      ]
    },
    isDefault: false, defaultLevel: .warning)

  package static let examples: [RuleExample] = [
    .clean(
      "as much as allowed", ["files": .integer(1), "lines": .integer(3)],
      files: [FileChange(.modified, "a", additions: 2, deletions: 1)]),
    .flagged(
      "more files", as: .warning, values: ["files": .integer(1)],
      files: [FileChange(.modified, "a", additions: 1), FileChange(.modified, "b", deletions: 1)]),
    .flagged(
      "more lines than either tier", as: .error,
      values: ["lines-added.warn": .integer(3), "lines-added.fail": .integer(5)],
      files: [FileChange(.modified, "a", additions: 6)]),
    .flagged(
      "more than the lower tier only", as: .warning,
      values: ["lines-deleted.warn": .integer(3), "lines-deleted.fail": .integer(5)],
      files: [FileChange(.modified, "a", deletions: 4)]),
    .flagged(
      "more commits", as: .warning, values: ["commits": .integer(0)],
      commits: [.example("Add a parser")]),
  ]

  /// The quantities that can be limited.
  package enum Measure: String, CaseIterable, Sendable {
    case commits
    case files
    case lines
    case linesAdded = "lines-added"
    case linesDeleted = "lines-deleted"

    package var summary: String {
      switch self {
      case .commits: "The change's own commits"
      case .files: "Changed files"
      case .lines: "Added and deleted lines"
      case .linesAdded: "Added lines"
      case .linesDeleted: "Deleted lines"
      }
    }

    fileprivate func count(_ files: [FileChange], _ changes: ChangeSet) -> Int {
      switch self {
      case .commits: changes.commits.count
      case .files: files.count
      case .lines: files.reduce(0) { $0 + $1.countedLines.additions + $1.countedLines.deletions }
      case .linesAdded: files.reduce(0) { $0 + $1.countedLines.additions }
      case .linesDeleted: files.reduce(0) { $0 + $1.countedLines.deletions }
      }
    }

    fileprivate func phrase(_ count: Int) -> String {
      switch self {
      case .commits: "has \(counted(count, "commit"))"
      case .files: "changes \(counted(count, "file"))"
      case .lines: "changes \(counted(count, "line"))"
      case .linesAdded: "adds \(counted(count, "line"))"
      case .linesDeleted: "deletes \(counted(count, "line"))"
      }
    }
  }

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { options.scope.view(of: $0) != nil } ?? true
  }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let files = changes.files.compactMap { options.scope.view(of: $0) }
    return Measure.allCases.compactMap { measure in
      let count = measure.count(files, changes)
      let name = measure.rawValue
      var tier = options.tier(
        of: count, warn: options.integer("\(name).warn"), fail: options.integer("\(name).fail"))
      if let limit = options.integer(name), count > limit { tier = (options.level, limit) }
      guard let tier else { return nil }
      return options.finding(
        "\(measure.phrase(count)), limit is \(tier.limit)", severity: tier.severity,
        help: "Split the change into smaller ones.")
    }
  }
}
