package import CIModel

/// Spans in the trace event format, which `chrome://tracing` and Perfetto show
/// (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
package struct ChromeTrace {
  private struct Document: Encodable {
    var displayTimeUnit = "ms"
    var traceEvents: [Event]
  }

  private struct Event: Encodable {
    var name: String
    var cat: String?
    /// `X` is a span, `M` names a row.
    var ph: String
    /// The start in microseconds.
    var ts: Int?
    var dur: Int?
    var pid = 1
    var tid: Int
    var args: [String: String]
  }

  /// - Parameter spans: Sorted by start time.
  package static func text(_ spans: [TraceSpan]) -> String {
    var events: [Event] = []
    var first = 1
    // Steps come first, then the compile jobs and tests.
    for kind in [TraceSpan.Kind.step, .compile, .test] {
      /// When each row of this kind becomes free again.
      var rows: [Double] = []
      for span in spans where span.kind == kind {
        let end = span.startSeconds + span.durationSeconds
        let row = rows.firstIndex { $0 <= span.startSeconds + 1e-6 } ?? rows.count
        if row == rows.count { rows.append(end) } else { rows[row] = end }
        var args = ["step": span.step]
        args["status"] = span.status
        events.append(
          Event(
            name: span.name, cat: kind.rawValue, ph: "X", ts: microseconds(span.startSeconds),
            dur: microseconds(span.durationSeconds), tid: first + row, args: args))
      }
      let title = ["step": "steps", "compile": "compile jobs"][kind.rawValue] ?? "tests"
      for row in rows.indices {
        events.append(
          Event(
            name: "thread_name", ph: "M", tid: first + row,
            args: ["name": rows.count == 1 ? title : "\(title) \(row + 1)"]))
      }
      first += rows.count
    }
    return JSONText.encode(Document(traceEvents: events))
  }

  private static func microseconds(_ seconds: Double) -> Int {
    Int((min(max(seconds, 0), 1e9) * 1e6).rounded())
  }
}
