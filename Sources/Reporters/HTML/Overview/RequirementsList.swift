import CIModel

/// What was required of the coverage, met or missed.
struct RequirementsList {
  private let thresholds: [Coverage.Threshold]
  private let coverage: Coverage?

  init(_ record: RunRecord) {
    // What was missed comes first; a component for each folder can make these many.
    coverage = record.coverage
    let all = record.coverage?.thresholds ?? []
    thresholds = all.filter { !$0.passed } + all.filter(\.passed)
  }

  private static let shown = 200

  func render() -> HTML {
    guard !thresholds.isEmpty else { return HTML() }
    let missed = thresholds.count { !$0.passed }
    var html = Parts.heading(
      missed == 0
        ? "Requirements: all met"
        : "Requirements: \(missed.grouped) of \(thresholds.count.grouped) not met",
      mark: "requirements")
    html.markup("<ul class=\"plain requirements\">\n")
    for threshold in thresholds.prefix(Self.shown) {
      let isJudged = coverage?.isJudged(threshold) ?? true
      let mark: HTML =
        threshold.passed
        ? "<span class=\"tag pass\">met</span>"
        : isJudged
          ? "<span class=\"tag fail\">missed</span>"
          : "<span class=\"tag warn\">cannot be judged</span>"
      html += """
        <li class="wrap">\(mark) \(threshold.sentence(in: coverage)) \
        <code class="dim optional">\(threshold.name)</code></li>

        """
    }
    html.markup("</ul>\n")
    if thresholds.count > Self.shown {
      html += Parts.leftOut("\(counted(thresholds.count - Self.shown, "requirement")) left out")
    }
    return html
  }
}
