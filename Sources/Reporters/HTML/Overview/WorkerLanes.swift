import CIModel

/// The tests of a step on its time line: one lane per worker, with pieces for the tests.
///
/// The number of pieces is limited, so tests that are too short to be visible are combined; tests
/// that took a good part of the time show their names.
struct WorkerLanes {
  private let lanes: [Lane]
  /// The number of seconds that the full width represents.
  private let span: Double
  private let lanesLeftOut: Int

  private struct Lane {
    var name: String
    /// Sorted by start time.
    var tests: [Span] = []
    var end: Double { tests.map(\.end).max() ?? 0 }
  }

  private struct Span {
    var name: String
    var outcome: TestOutcome
    var start: Double
    var end: Double
  }

  /// The maximum number of lanes of a step.
  private static let mostLanes = 32
  /// The maximum number of pieces in all lanes of a step.
  private static let mostPieces = 3_000
  /// The minimum share of the step for a test to show its name, in ten-thousandths.
  private static let named = 400

  /// - Returns: `nil` when the start times of the step's tests are unknown.
  init?(_ step: StepResult, of record: RunRecord) {
    guard step.startSeconds != nil else { return nil }
    let isOnly = record.steps.count { $0.suite != nil && $0.startSeconds != nil } == 1
    var workers: [Int: Lane] = [:]
    var beside: [Span] = []
    for test in record.tests where test.step.map({ $0 == step.id }) ?? isOnly {
      for run in test.runs {
        guard let start = run.startSeconds else { continue }
        let seconds = max(0, min(run.durationSeconds ?? 0, 1e7))
        let span = Span(
          name: test.shownName, outcome: run.outcome, start: start,
          end: start + (seconds.isFinite ? seconds : 0))
        if let worker = run.worker {
          workers[worker, default: Lane(name: "worker \(worker)")].tests.append(span)
        } else {
          beside.append(span)
        }
      }
    }
    let all = workers.sorted { $0.key < $1.key }.map(\.value) + Self.dealt(beside)
    guard !all.isEmpty else { return nil }
    lanes = all.prefix(Self.mostLanes).map { lane in
      Lane(name: lane.name, tests: lane.tests.sorted { ($0.start, $0.end) < ($1.start, $1.end) })
    }
    lanesLeftOut = all.count - lanes.count
    span = max(step.durationSeconds, lanes.map(\.end).max() ?? 0, 0.001)
  }

  /// Assigns concurrent tests of one process to lanes: each gets the first free lane.
  private static func dealt(_ tests: [Span]) -> [Lane] {
    var lanes: [Lane] = []
    var ends: [Double] = []
    for test in tests.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      // The times come from two clocks, one of which has whole milliseconds.
      if let free = ends.firstIndex(where: { $0 <= test.start + 0.001 }) {
        lanes[free].tests.append(test)
        ends[free] = test.end
      } else if lanes.count < mostLanes {
        lanes.append(Lane(name: "Swift Testing", tests: [test]))
        ends.append(test.end)
      } else if let soonest = ends.indices.min(by: { ends[$0] < ends[$1] }) {
        lanes[soonest].tests.append(test)
        ends[soonest] = max(ends[soonest], test.end)
      }
    }
    return lanes
  }

  func render() -> HTML {
    let count = lanes.reduce(0) { $0 + $1.tests.count }
    let last = lanes.indices.max { lanes[$0].end < lanes[$1].end }
    var html: HTML = """
      <details class="lanes" open><summary>\(counted(count, "test run")) on \(counted(lanes.count, "lane"))\
      </summary>

      """
    for (index, lane) in lanes.enumerated() {
      html += """
        <div class="lane"><span class="dim">\(lane.name)\
        \(index == last && lanes.count > 1 ? ", ended last" : "")</span>\(drawing(lane))</div>

        """
    }
    html +=
      "<p class=\"axis\"><span>0</span><span>\((span / 2).duration)</span><span>\(span.duration)</span></p>\n"
    if lanesLeftOut > 0 { html += Parts.leftOut("\(counted(lanesLeftOut, "lane")) left out") }
    html.markup("</details>\n")
    return html
  }

  // MARK: - One lane

  private struct Piece {
    /// The start, in ten-thousandths of the width.
    var from: Int
    var to: Int
    var count = 1
    var outcome: TestOutcome
    var name: String
    var seconds: Double
    var isNamed: Bool
  }

  private func drawing(_ lane: Lane) -> HTML {
    let busy = lane.tests.reduce(0) { $0 + $1.end - $1.start }
    let words =
      "\(lane.name): \(counted(lane.tests.count, "test run")), \(busy.duration) of \(span.duration)"
    var html: HTML = """
      <svg role="img" aria-label="\(words)"><rect class="back" width="100%" height="100%"/>
      """
    for piece in pieces(lane) { html += drawing(piece) }
    html.markup("</svg>")
    return html
  }

  private func drawing(_ piece: Piece) -> HTML {
    let style = piece.outcome.isFailure ? "fail" : piece.outcome.hasRun ? "pass" : "none"
    let place: HTML = "x=\"\(percent(piece.from))%\" width=\"\(percent(piece.to - piece.from))%\""
    guard piece.isNamed else { return "<rect class=\"\(style)\" \(place) height=\"100%\"/>" }
    return """
      <svg \(place)><title>\(piece.name), \(piece.seconds.duration)</title>\
      <rect class="\(style)" width="100%" height="100%"/><text x="4" y="12">\(short(piece.name))</text></svg>
      """
  }

  private func pieces(_ lane: Lane) -> [Piece] {
    let least = max(25, 10_000 * lanes.count / Self.mostPieces)
    var pieces: [Piece] = []
    for test in lane.tests {
      let from = min(share(test.start), 10_000 - least)
      let width = share(test.end - test.start)
      let piece = Piece(
        from: from, to: min(10_000, from + max(least, width)), outcome: test.outcome,
        name: test.name, seconds: test.end - test.start, isNamed: width >= Self.named)
      guard var last = pieces.last, !last.isNamed, !piece.isNamed, piece.from < last.to + least / 2
      else {
        pieces.append(piece)
        continue
      }
      last.to = max(last.to, piece.to)
      last.count += 1
      if piece.outcome.isFailure { last.outcome = piece.outcome }
      pieces[pieces.count - 1] = last
    }
    return pieces
  }

  /// The function name, which is more useful in little room than the module.
  private func short(_ name: String) -> String {
    Clipped(name.split(separator: "/").last.map(String.init) ?? name, bytes: 120, lines: 1).text
  }

  /// The share of the width, in ten-thousandths.
  private func share(_ seconds: Double) -> Int {
    Int(max(0, min(1, seconds / span)) * 10_000)
  }

  /// The share as a percentage: `12.34`.
  private func percent(_ share: Int) -> String {
    "\(share / 100).\(String(share % 100 + 100).dropFirst())"
  }
}
