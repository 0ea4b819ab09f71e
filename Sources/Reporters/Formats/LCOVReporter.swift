package import CIModel

/// Writes an LCOV tracefile, for genhtml, Codecov, diff-cover and editors.
///
/// Functions are included if they were requested. `LF` and `LH` count each line once, like the `DA`
/// lines; llvm-cov writes sums over functions.
package struct LCOVReporter: Reporter {
  package static let name = "lcov"
  package static let summary = "An LCOV tracefile of the coverage."
  package static let medium = ReportMedium.lines

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    record.coverage.map(text) ?? ""
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? { text(coverage) }

  private func text(_ coverage: Coverage) -> String {
    var text = ""
    for file in coverage.files {
      // A line break in a name would begin a new record.
      text += "SF:\(displayedPath(file.path))\n"
      if let functions = file.functionList { text += records(functions) }
      var lines = Coverage.Ratio(covered: 0, count: 0)
      for run in file.executableLines {
        for line in run.first...run.last { text += "DA:\(line),\(run.exportedCount)\n" }
        lines.count += run.length
        if run.isCovered { lines.covered += run.length }
      }
      text += "LF:\(lines.count)\nLH:\(lines.covered)\nend_of_record\n"
    }
    return text
  }

  /// The records `FN:12,name` and `FNDA:3,name`, and the number of functions.
  private func records(_ functions: [Coverage.Function]) -> String {
    var text = ""
    for function in functions { text += "FN:\(function.line),\(displayedPath(function.name))\n" }
    for function in functions {
      text +=
        "FNDA:\(min(function.count, LineHits.Run.largestExported)),\(displayedPath(function.name))\n"
    }
    return text + "FNF:\(functions.count)\nFNH:\(functions.count { $0.count > 0 })\n"
  }
}

extension Coverage.File {
  /// Every executable line with its count; for a record that only lists the uncovered lines, those
  /// lines.
  var executableLines: [LineHits.Run] {
    lineHits?.runs
      ?? uncoveredLines.compactMap { range in
        guard let first = range.first, let last = range.last, first <= last else { return nil }
        return LineHits.Run(first: first, last: last, count: 0)
      }
  }
}

extension LineHits.Run {
  /// 2^63-1: the limit of readers written in Java and of llvm-cov's own JSON. Only a counter that
  /// overflowed exceeds it.
  static let largestExported = UInt64(Int64.max)

  /// The count, limited to a number that other programs can read.
  var exportedCount: UInt64 { min(count, LineHits.Run.largestExported) }
}
