package import CIModel

extension Coverage {
  /// Merges measurements of the same sources on several machines, by distinct lines: a line counts
  /// if any machine maps it, and its counts are added.
  ///
  /// The data does not contain which functions and regions ran on which machine, so the largest
  /// numbers of any machine are used: at least that many ran. The requirements are not judged yet.
  package func merging(_ other: Coverage) -> Coverage {
    let left = counted(by: .distinct)
    let right = other.counted(by: .distinct)
    var merged = left
    merged.isPartial = left.isLossy || right.isLossy
    merged.isSelection = nil
    merged.patch = nil
    merged.thresholds = []
    merged.targets = left.targets ?? right.targets
    merged.files = left.files
    let positions = Dictionary(
      left.files.enumerated().filter { !$1.path.mayStandForOthers }
        .map { (RepositoryPath($1.path), $0) }
    ) { $1 }
    for file in right.files {
      if let position = positions[RepositoryPath(file.path)] {
        merged.files[position] = merged.files[position].merging(file)
      } else {
        merged.files.append(file)
      }
    }
    merged.files.sort { $0.path < $1.path }
    let none = Ratio(covered: 0, count: 0)
    merged.totals = Totals(lines: none, functions: none, regions: none)
    for index in merged.files.indices {
      merged.files[index].otherLines = nil
      merged.files[index].functionList = nil
      merged.files[index].missedFunctions = nil
      let file = merged.files[index]
      merged.totals.lines = merged.totals.lines + file.lines
      merged.totals.functions = merged.totals.functions + file.functions
      merged.totals.regions = merged.totals.regions + file.regions
    }
    var excluded: [String: Exclusion] = [:]
    for group in left.excluded + right.excluded {
      let known = excluded[group.reason]
      excluded[group.reason] = Exclusion(
        reason: group.reason, files: max(known?.files ?? 0, group.files),
        lines: (known?.lines ?? none).most(group.lines))
    }
    merged.excluded = excluded.values.sorted { $0.reason < $1.reason }
    return merged
  }

  /// Whether data was lost, and not only left out deliberately.
  private var isLossy: Bool { isPartial && isSelection != true }
}

extension Coverage.File {
  fileprivate func merging(_ other: Coverage.File) -> Coverage.File {
    var measured = MeasuredFile(
      path: path, hits: lineHits ?? LineHits(), partialLines: partialLines, functions: functions,
      regions: regions)
    measured.merge(other) { $0.addingSaturating($1) }
    var merged = self
    merged.target = target ?? other.target
    merged.lineHits = measured.hits
    merged.lines = measured.hits.ratio
    merged.uncoveredLines = measured.hits.uncovered
    merged.partialLines = measured.partialLines
    merged.functions = measured.functions
    merged.regions = measured.regions
    return merged
  }
}

extension Coverage.Ratio {
  /// The larger value of each number.
  fileprivate func most(_ other: Coverage.Ratio) -> Coverage.Ratio {
    .init(covered: max(covered, other.covered), count: max(count, other.count))
  }
}
