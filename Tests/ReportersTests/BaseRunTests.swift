import CIModel
import RunHistory
import TestSupport
import Testing

@testable import Reporters

@Suite struct BaseRunTests {
  private static func record(covered: Int, isPartial: Bool = false) -> RunRecord {
    var record = RunRecord.sample(.passed)
    let lines = Coverage.Ratio(covered: covered, count: 1_000)
    record.coverage = Coverage(
      metric: .distinct, isPartial: isPartial,
      totals: .init(lines: lines, functions: lines, regions: lines),
      files: [
        .init(
          path: "a.swift", target: nil, lines: lines, functions: lines, regions: lines,
          uncoveredLines: [], partialLines: [])
      ], excluded: [])
    record.checkout = .init(
      commit: "c", branch: "main", subject: "S", author: "A", isModified: false)
    record.diagnostics = [
      Diagnostic(.warning, "old", file: "a.swift", line: 1)
    ]
    return record
  }

  @Test(
    arguments: [
      (900, "+10.00 since main"), (805, "+0.50 since main"), (800, nil), (750, "-5.00 since main"),
    ] as [(Int, String?)])
  func everyReportSaysHowCoverageChanged(covered: Int, words: String?) throws {
    var record = Self.record(covered: covered)
    record.base = HistoryRun(Self.record(covered: 800)).base(of: record)
    #expect(record.base?.coverageWords(try #require(record.coverage).totals.lines) == words)
    #expect(record.base?.newWarnings == 0)
    let style = TerminalStyle(width: 120)
    for text in [
      TerminalReporter().render(record, style: style),
      MarkdownReporter().render(record, style: style), HTMLReporter().render(record, style: style),
    ] {
      #expect(text.contains(words ?? "since main") == (words != nil))
    }
  }

  @Test func namesTheFilesWithOtherLines() throws {
    func run(_ files: [(String, Int)]) -> RunRecord {
      var record = Self.record(covered: 800)
      let file = record.coverage?.files.first
      record.coverage?.files = files.compactMap { path, covered in
        var file = file
        file?.path = path
        file?.lines.covered = covered
        return file
      }
      return record
    }
    let base = HistoryRun(run([("same", 1), ("gone", 2), ("other", 3)]))
    let files = base.base(of: run([("same", 1), ("other", 4), ("new", 5)]))?.files
    #expect(files?.mapValues(\.covered) == ["gone": 2, "other": 3, "new": 0])
  }

  @Test func countsNewWarnings() throws {
    var record = Self.record(covered: 800)
    record.diagnostics.append(
      Diagnostic(.warning, "new", file: "b.swift", line: 1))
    record.base = HistoryRun(Self.record(covered: 800)).base(of: record)
    #expect(record.base?.newWarnings == 1)
    let style = TerminalStyle(width: 120)
    #expect(
      TerminalReporter().render(record, style: style)
        .contains("Warnings  2 compiler (1 new since main)\n"))
    #expect(HTMLReporter().render(record, style: style).contains("warnings, 1 new since main"))
  }

  /// A part of the tests, lines counted in another way, and a run that measured none.
  @Test func whatCannotBeComparedIsNot() {
    let whole = HistoryRun(Self.record(covered: 800))
    #expect(whole.base(of: Self.record(covered: 1, isPartial: true))?.lines == nil)
    #expect(
      HistoryRun(Self.record(covered: 1, isPartial: true)).base(of: Self.record(covered: 800))?
        .lines == nil)
    var other = Self.record(covered: 800)
    other.coverage?.metric = .llvm
    #expect(whole.base(of: other)?.lines == nil)
    var detached = whole
    detached.checkout?.branch = nil
    #expect(detached.base(of: other) == nil)
  }
}
