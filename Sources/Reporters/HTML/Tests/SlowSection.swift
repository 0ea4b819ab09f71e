import CIModel

/// The durations of tests: a histogram, and the slowest tests by name.
struct SlowSection {
  private let timed: [(name: String, seconds: Double, usual: String?, trend: [Double]?)]
  private let limit: Set<String>

  init(_ record: RunRecord) {
    limit = Set(record.slow.map(\.name))
    timed = record.tests.compactMap { test in
      guard let seconds = test.durationSeconds, seconds.isFinite, seconds >= 0 else { return nil }
      return (test.shownName, seconds, test.usualWords, test.trend)
    }
  }

  private static let listed = 200
  /// The duration in seconds below which optimizing a test is pointless.
  private static let worthwhile = 0.01

  func render() -> HTML {
    guard timed.count > 1 else { return HTML() }
    let slowest = timed.filter { $0.seconds >= Self.worthwhile || $0.usual != nil }
      .sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }.prefix(Self.listed)
    var html = Parts.heading("Time", mark: "slow")
    html +=
      "<div class=\"columns\"><div><h3>Tests by duration</h3>\n\(DurationHistogram(timed.map(\.seconds)).render())</div>\n"
    let hasTrends = slowest.contains { $0.trend != nil }
    guard !slowest.isEmpty else {
      html += "<div><p>No test took \(Self.worthwhile.duration) or more.</p></div></div>\n"
      return html
    }
    html.markup(
      """
      <div><h3>Slowest tests</h3>
      <div class="table" tabindex="0" role="region" aria-label="Slowest tests"><table><tbody data-piece="15">

      """)
    for test in slowest {
      html += "<tr><td class=\"num\">\(test.seconds.duration)</td>"
      if hasTrends {
        html += "<td class=\"spark\">\(test.trend.map(Sparkline.render) ?? HTML())</td>"
      }
      html += "<td class=\"wrap\">\(test.name)"
      if let usual = test.usual {
        html += " <span class=\"tag warn\">\(usual)</span>"
      } else if limit.contains(test.name) {
        html.markup(" <span class=\"tag warn\">over the limit</span>")
      }
      html.markup("</td></tr>\n")
    }
    html.markup("</tbody></table></div></div></div>\n")
    return html
  }
}

/// A histogram of durations on a logarithmic scale.
struct DurationHistogram {
  private static let bounds = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]
  private var counts = [Int](repeating: 0, count: Self.bounds.count + 1)

  init(_ durations: [Double]) {
    for seconds in durations {
      counts[Self.bounds.firstIndex { seconds < $0 } ?? Self.bounds.count] += 1
    }
  }

  func render() -> HTML {
    let used = counts.indices.filter { counts[$0] > 0 }
    guard let first = used.first, let last = used.last, let most = counts.max(), most > 0 else {
      return HTML()
    }
    // As wide as the longest label, `<300ms` or `12,345`.
    let width = 60
    let columns = last - first + 1
    var html: HTML = """
      <svg class="histogram" viewBox="0 0 \(columns * width) 130" role="img" \
      aria-label="\(words(first...last))">
      """
    for (column, index) in (first...last).enumerated() {
      let height = counts[index] * 90 / most
      html += """
        <rect class="link" x="\(column * width + 3)" y="\(108 - max(height, counts[index] > 0 ? 2 : 0))" \
        width="\(width - 6)" height="\(max(height, counts[index] > 0 ? 2 : 0))"/>\
        <text x="\(column * width + width / 2)" y="\(104 - height)" text-anchor="middle">\(counts[index].grouped)</text>\
        <text x="\(column * width + width / 2)" y="124" text-anchor="middle">\(label(index))</text>
        """
    }
    html.markup("</svg>\n")
    return html
  }

  private func label(_ index: Int) -> String {
    index < Self.bounds.count
      ? "<\(short(Self.bounds[index]))" : "≥\(short(Self.bounds[index - 1]))"
  }

  private func short(_ seconds: Double) -> String {
    seconds < 1 ? "\(Int((seconds * 1_000).rounded()))ms" : "\(Int(seconds))s"
  }

  private func words(_ range: ClosedRange<Int>) -> String {
    range.map { "\(counts[$0]) \(label($0))" }.joined(separator: ", ")
  }
}

extension TestCase {
  /// A comparison with the usual duration: `3.1 × its usual 0.40s since 1a2b3c4d5e`, `usually
  /// 101ms`; `nil` when the usual duration is unknown.
  var usualWords: String? {
    slowed.map { $0.words(of: durationSeconds, \.duration) }
      ?? usualSeconds.map { "usually \($0.duration)" }
  }
}
