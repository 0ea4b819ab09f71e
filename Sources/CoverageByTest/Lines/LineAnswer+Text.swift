import CIModel

extension LineAnswer {
  /// The output of `devtool coverage --who … --format json`.
  package var json: String {
    JSONText.encode(
      WhoDocument(
        run: origin.runID, recordedAt: origin.measuredAt, file: file,
        target: target, lines: lines.map(LineAnswer.pair), isOutdated: isOutdated,
        testCount: testCount, executableLines: executableLines.map(LineAnswer.pair),
        uncoveredLines: uncoveredLines.map(LineAnswer.pair),
        tests: tests.map {
          WhoDocument.Test(
            id: $0.id, lines: $0.lines.map(LineAnswer.pair),
            onlyHere: $0.onlyHere.map(LineAnswer.pair))
        }))
  }

  fileprivate static func pair(_ range: ClosedRange<Int>) -> [Int] {
    [range.lowerBound, range.upperBound]
  }

  /// The text for people: the tests, each with its lines.
  package var text: String {
    let place = file + (lines.map { ":\(LineAnswer.text([$0]))" } ?? "")
    var rows = [
      "\(place) was run by \(tests.count) of \(counted(testCount, "test")) "
        + "(recorded \(origin.measuredAt))"
    ]
    if isOutdated {
      rows.append("The file has changed since; line numbers are those of the recording.")
    }
    let width = tests.map(\.id.count).max() ?? 0
    for test in tests {
      let pad = String(repeating: " ", count: width - test.id.count)
      let only = test.onlyHere.isEmpty ? "" : "  alone: \(LineAnswer.text(test.onlyHere))"
      rows.append("  \(test.id)\(pad)  \(LineAnswer.text(test.lines))\(only)")
    }
    if !uncoveredLines.isEmpty {
      rows.append(
        "  no test\(String(repeating: " ", count: max(0, width - 7)))  \(LineAnswer.text(uncoveredLines))"
      )
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func text(_ ranges: [ClosedRange<Int>]) -> String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}

/// The JSON document of `devtool coverage --who … --format json`.
private struct WhoDocument: Encodable {
  var schema = "devtool.who/1"
  var run: String
  var recordedAt: String
  var file: String
  var target: String
  @NullCoded var lines: [Int]?
  var isOutdated: Bool
  var testCount: Int
  var executableLines: [[Int]]
  var uncoveredLines: [[Int]]
  var tests: [Test]

  struct Test: Encodable {
    var id: String
    var lines: [[Int]]
    var onlyHere: [[Int]]
  }
}
