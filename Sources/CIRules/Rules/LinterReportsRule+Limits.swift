import CIModel

extension LinterReportsRule {
  /// Adds a finding for each exceeded limit.
  ///
  /// - Parameter key: `limit`, or `new` for the limits of new results.
  /// - Returns: The measures whose limits are exceeded.
  @discardableResult
  func judge(_ key: String, _ results: PlacedResults, _ list: inout FindingList) -> [ReportMeasure]
  {
    let isNew = key == "new"
    let limits = options.limits(key, first: ReportMeasure.results.rawValue)
    return ReportMeasure.allCases.filter { measure in
      guard let limits = limits[measure.rawValue] else { return false }
      var tally = ReportTally()
      if measure == .skippedTests { tally.count = results.skippedTests }
      for result in results.all where result.isInScope && (!isNew || result.isNew) {
        if measure.includes(result.entry) { tally.add(result.entry) }
      }
      guard let tier = options.tier(of: tally.count, limits) else { return false }
      list.add(
        options.finding(
          measure.phrase(tally.count, isNew: isNew)
            + (isNew ? " since the base" : " in \(counted(results.reportCount, "report"))")
            + ", limit is \(tier.limit)\(tally.mostOften)",
          severity: tier.severity,
          help: isNew
            ? "Fix the results that the change adds."
            : "Fix some of them, or raise `\(key)` of the rule in .ci.yml.")
      )
      return true
    }
  }

  func judgeNew(
    _ results: inout PlacedResults, _ reports: [ToolReport], _ changes: ChangeSet, _ facts: Facts,
    _ list: inout FindingList
  ) {
    if options.has("base-files") {
      guard let base = baseEntries(reports, facts, &list) else { return }
      var search = NewResults(
        base: base, head: results.all.map(\.entry), changes: changes,
        checkout: facts.surroundings.checkout)
      results.markNew { search.isNew($0) }
    } else {
      guard results.all.allSatisfy({ $0.entry.isNew != nil }) else {
        list.add(
          Finding(
            .error, id, "the results of the base are unknown, so new results cannot be determined",
            help: "Name the reports of the base as `base-files`, or let the tool write SARIF with "
              + "`baselineState`."))
        return
      }
      results.markNew { $0.isNew ?? true }
    }
    let exceeded = judge("new", results, &list)
    results.showNew { entry in exceeded.contains { $0.includes(entry) } }
  }

  /// The results in the reports of the base; `nil` when they cannot be compared, which adds a
  /// finding.
  private func baseEntries(
    _ reports: [ToolReport], _ facts: Facts, _ list: inout FindingList
  ) -> [ToolReport.Entry]? {
    let wanted = options.globs("base-files")
    let files = facts.baseReports.filter { wanted.contains($0.path) }
    // Outside of a pull request there is no change to compare, so a missing report is only a note.
    let isNote = options.text("missing") == "note"
    let isDemanded = (facts.pullRequest != nil || facts.distrustsChange) && !isNote
    if files.isEmpty {
      list.add(
        Finding(
          isDemanded ? .error : .note, id,
          "there is no base report \(wanted.text), so new results cannot be determined",
          help: "Keep the report of the base branch"
            + (isNote
              ? " and restore it before devtool runs"
              : ", restore it before devtool runs, or set `missing: note`")
            + "; see docs/reports.md."))
      return nil
    }
    for file in files.compactMap({ WantedReports.problem(of: $0, id) }) { list.add(file) }
    let base = read(files, &list)
    if base.count < files.count { return nil }
    var formats = Set(base.map(\.format))
    if base.contains(where: \.isBare) { formats.formUnion([.eslint, .swiftlint]) }
    let missing = Set(reports.filter { !$0.entries.isEmpty }.map(\.format)).subtracting(formats)
    if let format = missing.min(by: { $0.rawValue < $1.rawValue }) {
      list.add(
        Finding(
          .error, id,
          "the base reports, \(wanted.text), include none in the format \(format.rawValue)",
          help: "Write them with the same tools and in the same formats."))
      return nil
    }
    return base.flatMap(\.entries)
  }
}
