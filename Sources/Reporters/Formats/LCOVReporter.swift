package import CIModel

/// Writes an LCOV tracefile, for genhtml, Codecov, diff-cover and editors.
///
/// `LF` and `LH` count each line once, as the `DA` lines do; llvm-cov writes sums over functions.
package struct LCOVReporter: Reporter {
  package static let name = "lcov"
  package static let summary = "An LCOV tracefile of the coverage."

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    record.coverage.map(text) ?? ""
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? { text(coverage) }

  private func text(_ coverage: Coverage) -> String {
    var text = ""
    for file in coverage.files {
      text += "SF:\(file.path)\n"
      var lines = Coverage.Ratio(covered: 0, count: 0)
      for run in file.executableLines {
        for line in run.first...run.last { text += "DA:\(line),\(run.count)\n" }
        lines.count += run.length
        if run.isCovered { lines.covered += run.length }
      }
      text += "LF:\(lines.count)\nLH:\(lines.covered)\nend_of_record\n"
    }
    return text
  }
}

extension Coverage.File {
  /// Every executable line with its count; of a record that kept only the lines that never ran,
  /// those.
  var executableLines: [LineHits.Run] {
    lineHits?.runs
      ?? uncoveredLines.compactMap { range in
        guard let first = range.first, let last = range.last, first <= last else { return nil }
        return LineHits.Run(first: first, last: last, count: 0)
      }
  }
}
