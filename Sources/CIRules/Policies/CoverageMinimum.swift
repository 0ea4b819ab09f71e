import CIModel

extension CoveragePolicy {
  func findings(in coverage: Coverage) -> [Finding] {
    guard let minimumHundredths,
      let threshold = thresholds(for: coverage.totals.lines).first, !threshold.passed
    else { return [] }
    let minimum = percentText(minimumHundredths)
    let lines = coverage.totals.lines
    guard let actual = lines.hundredthsOfPercent else {
      return [
        Finding(
          .error, threshold.name,
          "line coverage is unknown, minimum is \(minimum): 0 executable lines were measured",
          help: "Check that the tests ran with coverage and that `ignore` leaves sources over.")
      ]
    }
    let missing = linesMissing(lines, minimumHundredths)
    let partial = coverage.isPartial ? " (of partial data)" : ""
    return [
      Finding(
        .error, threshold.name,
        "line coverage is \(percentText(actual))\(partial), minimum is \(minimum); "
          + "\(counted(missing, "more line")) of \(lines.count) must be covered",
        help: "Test what has the most uncovered lines: \(worstFiles(coverage)).")
    ]
  }

  /// How many more lines have to be covered to reach the minimum.
  private func linesMissing(_ lines: Coverage.Ratio, _ minimum: Int) -> Int {
    let (product, overflow) = lines.count.multipliedReportingOverflow(by: minimum)
    let needed = overflow ? lines.count : (product + 9_999) / 10_000
    return max(0, needed - lines.covered)
  }

  private func worstFiles(_ coverage: Coverage) -> String {
    let uncovered = coverage.files.map { (path: $0.path, lines: $0.lines.count - $0.lines.covered) }
      .filter { $0.lines > 0 }
      .sorted { $0.lines != $1.lines ? $0.lines > $1.lines : $0.path < $1.path }
    return shortList(uncovered.map { "\($0.path) (\($0.lines))" })
  }

  /// `80 %`, `79.9 %`, `79.99 %`.
  private func percentText(_ hundredths: Int) -> String {
    var decimals = String(hundredths % 100 + 100).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(hundredths / 100)\(decimals.isEmpty ? "" : ".\(decimals)") %"
  }
}
