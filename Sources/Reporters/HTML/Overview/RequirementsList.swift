import CIModel

/// The requirements for tests, warnings and coverage, met or missed.
struct RequirementsList {
  /// Missed requirements come first.
  private let entries: [Entry]

  private struct Entry {
    var name: String
    var sentence: String
    var state: State
  }

  private enum State {
    case missed
    case notJudged
    case met
  }

  init(_ record: RunRecord) {
    let coverage = record.coverage
    let entries =
      (record.requirements ?? []).map { requirement in
        Entry(
          name: requirement.name, sentence: requirement.text + ".",
          state: requirement.passed.map { $0 ? .met : .missed } ?? .notJudged)
      }
      + (coverage?.thresholds ?? []).map { threshold in
        let isJudged = coverage?.isJudged(threshold) ?? true
        return Entry(
          name: threshold.name, sentence: threshold.sentence(in: coverage),
          state: threshold.passed ? .met : isJudged ? .missed : .notJudged)
      }
    let states: [State] = [.missed, .notJudged, .met]
    self.entries = states.flatMap { state in entries.filter { $0.state == state } }
  }

  /// The maximum number of entries: a component per folder can produce many.
  private static let shown = 200

  func render() -> HTML {
    guard !entries.isEmpty else { return HTML() }
    let missed = entries.count { $0.state != .met }
    var html = Parts.heading(
      missed == 0
        ? "Requirements: all met"
        : "Requirements: \(missed.grouped) of \(entries.count.grouped) not met",
      mark: "requirements")
    html.markup("<ul class=\"plain requirements\">\n")
    for entry in entries.prefix(Self.shown) {
      let mark: HTML =
        switch entry.state {
        case .met: "<span class=\"tag pass\">met</span>"
        case .missed: "<span class=\"tag fail\">missed</span>"
        case .notJudged: "<span class=\"tag warn\">cannot be checked</span>"
        }
      html += """
        <li class="wrap">\(mark) \(entry.sentence) \
        <code class="dim optional">\(entry.name)</code></li>

        """
    }
    html.markup("</ul>\n")
    if entries.count > Self.shown {
      html += Parts.leftOut("\(counted(entries.count - Self.shown, "requirement")) left out")
    }
    return html
  }
}
