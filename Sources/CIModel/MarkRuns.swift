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
    var run = 0
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      run = Self.isMark(scalar) ? run + 1 : 0
      return run <= Self.mostMarks
    }
    if unicodeScalars.allSatisfy(isKept) { return self }
    run = 0
    return String(unicodeScalars.filter(isKept))
  }

  /// No scalar before U+0300 is a mark, and others take longer to look up.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }
}
