import CIModel

extension CoveredFilesRule {
  /// Findings for the coverage of changed files, of targets and in total, according to reports.
  func reportFindings(in changes: ChangeSet, _ facts: Facts) -> [Finding] {
    let wanted = WantedReports(id, reportGlobs, changes, facts)
    var list = FindingList(id)
    if !wanted.missing.isEmpty {
      list.add(
        Finding(
          .error, id, "there is no report \(wanted.missing)",
          help: "Run `xcrun xccov view --report --json` first."))
    }
    for problem in wanted.problems { list.add(problem) }
    var reports: [CoverageReport] = []
    for file in wanted.files where file.problem == nil {
      do throws(ReportProblem) {
        reports.append(try CoverageReport.read(file.bytes))
      } catch {
        list.add(
          Finding(.error, id, "\(displayedPath(file.path)) \(error.text)", help: error.help()))
      }
    }
    if reports.isEmpty { return list.findings }
    let checkout = facts.surroundings.checkout
    let coverage = ReportedCoverage(
      reports, checkout: checkout,
      changed: ReportedFiles(
        files: changes.files, checkout: checkout, distrustsChange: facts.distrustsChange),
      scope: options.scope)
    for finding in wholeFindings(coverage) { list.add(finding) }
    let measured = { (path: String) in
      coverage.changed[path.cuttingRunsOfMarks].map { ($0.lines, $0.firstMissed, $0.firstMissed) }
    }
    for finding in fileFindings(in: changes, measured) { list.add(finding) }
    if let file = coverage.unclear, let finding = unclearFinding(file) { list.add(finding) }
    return list.findings
  }

  private func wholeFindings(_ coverage: ReportedCoverage) -> [Finding] {
    if coverage.fileCount == 0 {
      return [
        Finding(
          .error, id, "the reports cover no file of the repository",
          help: "Check where the tests were built, and which files `paths` and `exclude` leave.")
      ]
    }
    let total = finding(
      coverage.total, warn: options.integer("warn-total"), fail: options.integer("fail-total"),
      "line coverage of \(counted(coverage.fileCount, "file"))",
      help: "Test more, or lower the floor.")
    let targets = coverage.targets.sorted { $0.key < $1.key }.compactMap { name, lines in
      finding(
        lines, warn: options.integer("warn-target"), fail: options.integer("fail-target"),
        "line coverage of \(displayedPath(name))", help: "Test more, or lower the floor.")
    }
    return [total].compactMap { $0 } + targets
  }

  private func unclearFinding(_ file: ReportedCoverage.File) -> Finding? {
    fileFinding(
      file.lines, "line coverage of a file that may be one of too many changed files",
      help: "Write the report in this checkout.")
  }
}
