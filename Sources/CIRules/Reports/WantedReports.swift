import CIModel

/// The reports that the globs of a rule select.
struct WantedReports {
  let files: [ReportFile]
  /// The globs without a report, as written, for messages; empty when there are none. A tool that
  /// did not run must not hide behind the report of another one.
  let missing: String
  /// Findings for reports that the change may have hidden, and for those that cannot be read.
  let problems: [Finding]

  init(_ rule: String, _ globs: [String], _ changes: ChangeSet, _ facts: Facts) {
    let wanted = FileSelection(globs)
    files = facts.reports.filter { wanted.contains($0.path) }
    let found = files
    missing = globs.filter { glob in
      let one = FileSelection([glob])
      return !found.contains { one.contains($0.path) }
    }.joined(separator: ", ")
    // A glob such as `**/*.sarif` names no folder, and links are common there.
    let folders = FileSelection(globs.filter { !$0.hasPrefix("*") })
    let hiding = changes.files.filter {
      facts.distrustsChange && $0.status != .deleted && $0.standsForFolder
        && folders.reachesBelow($0.path)
    }
    problems =
      hiding.map { file in
        Finding(
          .error, rule, "is a link or submodule in a folder of reports",
          at: SourceLocation(file.path),
          help: "Remove it from the change, so that tools write their reports there.")
      }
      + files.compactMap { Self.problem(of: $0, rule) }
  }

  /// A finding for a report that was not read; `nil` for any other one.
  static func problem(of file: ReportFile, _ rule: String) -> Finding? {
    file.problem.map {
      Finding(
        .error, rule, "\(displayedPath(file.path)) \($0)",
        help: "Remove it, or let the tool write a smaller report.")
    }
  }
}
