extension PullRequest {
  /// The same pull request with `String.cuttingRunsOfMarks` in the texts that may be long.
  package var cuttingRunsOfMarks: PullRequest {
    var request = self
    request.title = title?.cuttingRunsOfMarks
    request.body = body?.cuttingRunsOfMarks
    return request
  }
}

extension String {
  /// The marks in a row, such as accents, that are kept of a text.
  private static let mostMarks = 64

  /// The text without combining marks that follow 64 others.
  ///
  /// Swift compares texts in a normal form for which it sorts each run of marks, in time that grows with
  /// the square of the run. No script has more than a few marks in a row.
  package var cuttingRunsOfMarks: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var kept = UnicodeScalarView()
    var run = 0
    for scalar in unicodeScalars {
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      if run <= Self.mostMarks { kept.append(scalar) }
    }
    return String(kept)
  }
}
