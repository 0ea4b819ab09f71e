package import CIModel

/// Draws a badge with the test results; for coverage alone, the coverage badge.
package struct BadgeReporter: Reporter {
  package static let name = "badge"
  package static let summary = "An SVG badge of the tests, for a README."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    let tally = Tally(record)
    let failed = tally.outcomes.reduce(0) { $0 + ($1.key.isFailure ? $1.value : 0) }
    let words = [(failed, "failed"), (tally.outcomes[.passed] ?? 0, "passed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let color: Badge.Color =
      failed > 0 ? .red : !words.isEmpty ? .green : record.verdict == .passed ? .gray : .red
    return Badge(label: "tests", value: words.isEmpty ? "none" : words, color: color).svg
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    CoverageBadgeReporter().render(coverage: coverage, style: style)
  }
}

/// Draws a badge of the covered lines.
package struct CoverageBadgeReporter: Reporter {
  package static let name = "badge-coverage"
  package static let summary = "An SVG badge of the coverage, for a README."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    badge(record.coverage).svg
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? { badge(coverage).svg }

  private func badge(_ coverage: Coverage?) -> Badge {
    guard let coverage, let hundredths = coverage.totals.lines.hundredthsOfPercent else {
      return Badge(label: "coverage", value: "unknown", color: .gray)
    }
    let isMissed = coverage.thresholds.contains { !$0.passed }
    let color: Badge.Color =
      isMissed ? .red : hundredths >= 80_00 ? .green : hundredths >= 60_00 ? .yellow : .red
    let value = coverage.totals.lines.percent + (coverage.isPartial ? " (partial)" : "")
    return Badge(label: "coverage", value: value, color: color)
  }
}

/// A label and a value in a box. Both are ASCII text of devtool, but escaped anyway.
private struct Badge {
  enum Color: String {
    case gray = "#5f6368"
    case green = "#2e7d32"
    case red = "#c62828"
    case yellow = "#8a6100"
  }

  var label: String
  var value: String
  var color: Color

  var svg: String {
    let left = width(label)
    let right = width(value)
    let title = "\(label): \(value)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(title.xmlAttribute)">
        <title>\(title.xmlText)</title>
        <clipPath id="r"><rect width="\(left + right)" height="20" rx="3"/></clipPath>
        <g clip-path="url(#r)">
          <rect width="\(left)" height="20" fill="#3c4043"/>
          <rect x="\(left)" width="\(right)" height="20" fill="\(color.rawValue)"/>
        </g>
        <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" \
      font-size="11">
          <text x="\(left / 2)" y="14" textLength="\(left - 12)">\(label.xmlText)</text>
          <text x="\(left + right / 2)" y="14" textLength="\(right - 12)">\(value.xmlText)</text>
        </g>
      </svg>

      """
  }

  /// Verdana at 11 points is about 6.5 wide on average; `textLength` corrects the difference.
  private func width(_ text: String) -> Int { text.utf8.count * 13 / 2 + 12 }
}
