import CIModel

/// What was required of the coverage, met or missed.
struct ThresholdsTable {
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
    var html = Parts.heading("Requirements", thresholds.count)
    html += Parts.table(
      "Requirements", ["Result", "Requirement", "Required", "Actual"], numeric: [2, 3],
      thresholds.prefix(Self.shown).map { threshold in
        let isJudged = coverage?.isJudged(threshold) ?? true
        let scope: HTML = threshold.scope.map { " <b class=\"wrap\">\($0)</b>" } ?? HTML()
        return [
          threshold.passed
            ? "<span class=\"tag pass\">met</span>"
            : isJudged
              ? "<span class=\"tag fail\">missed</span>"
              : "<span class=\"tag warn\">cannot be judged</span>",
          "\(threshold.words)\(scope) <code class=\"dim optional\">\(threshold.name)</code>",
          "\(threshold.requiredText)", isJudged ? "\(threshold.actualText)" : "–",
        ]
      })
    if thresholds.count > Self.shown {
      html += Parts.leftOut("\(counted(thresholds.count - Self.shown, "requirement")) left out")
    }
    return html
  }
}
