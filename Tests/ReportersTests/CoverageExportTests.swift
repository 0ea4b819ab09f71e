import CIModel
import Foundation
import Reporters
import TestSupport
import Testing

/// Coverage in the formats of other programs.
struct CoverageExportTests {
  private let coverage: Coverage = {
    var hits = LineHits()
    hits.append(3, 5, count: 12)
    hits.append(6, 6, count: 0)
    hits.append(9, 9, count: .max)
    var other = LineHits()
    other.append(1, 2, count: 0)
    func file(_ path: String, _ target: String?, _ hits: LineHits) -> Coverage.File {
      Coverage.File(
        path: path, target: target, lines: hits.ratio, functions: .init(covered: 1, count: 2),
        regions: .init(covered: 1, count: 3), uncoveredLines: hits.uncovered, partialLines: [4],
        lineHits: hits)
    }
    let files = [
      file("Sources/Core/A & \"B\".swift", "Core", hits), file("Tools/C.swift", nil, other),
    ]
    var coverage = Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(
        lines: .init(covered: 4, count: 7), functions: .init(covered: 2, count: 4),
        regions: .init(covered: 2, count: 6)),
      files: files, excluded: [],
      patch: Coverage.Patch(
        lines: .init(covered: 1, count: 4),
        files: [
          .init(
            path: "Sources/Core/A, B: C%.swift", lines: .init(covered: 1, count: 4),
            uncoveredLines: [[6, 6], [8, 9]])
        ]),
      thresholds: [
        .init(name: "coverage.patch", scope: "core", required: 90, actual: 25, passed: false),
        .init(name: "coverage.minimum", required: 50, actual: 57.14, passed: true),
      ])
    coverage.files[1].partialLines = []
    return coverage
  }()

  @Test func listsFunctions() throws {
    func function(
      _ name: String, _ line: Int, _ endLine: Int, _ count: UInt64, _ covered: Int, _ regions: Int
    ) -> Coverage.Function {
      Coverage.Function(
        name: name, line: line, endLine: endLine, count: count,
        regions: .init(covered: covered, count: regions))
    }
    var coverage = coverage
    coverage.files[0].functionList = [
      function("A.whole(_:)", 3, 5, 12, 1, 1), function("A.part()", 6, 30, .max, 1, 3),
    ]
    coverage.totals.functions = .init(covered: 2, count: 3)
    coverage.files[1].functionList = [function("never()", 1, 2, 0, 0, 2)]
    let screen = try #require(TerminalReporter().render(coverage: coverage, style: .init()))
    let block = try #require(screen.split(separator: "FUNCTIONS").dropFirst().first)
    let expected = """
        3, 1 never ran, 1 ran in part
        Sources/Core/A & "B".swift
          ~ 6-30  A.part()  1/3
        Tools/C.swift
          ✗ 1-2  never()  0/2

      """
    #expect(block.hasPrefix(expected), "\(block)")
    let lcov = try #require(LCOVReporter().render(coverage: coverage, style: .init()))
    #expect(
      lcov.hasPrefix(
        """
        SF:Sources/Core/A & "B".swift
        FN:3,A.whole(_:)
        FN:6,A.part()
        FNDA:12,A.whole(_:)
        FNDA:9223372036854775807,A.part()
        FNF:2
        FNH:2
        DA:3,12

        """), "\(lcov)")
  }

  @Test(arguments: ["lcov", "cobertura", "sonarqube", "github"])
  func writes(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    let text = try #require(reporter.render(coverage: coverage, style: .init()))
    expectGolden(text, "coverage.\(format)")
  }

  @Test(arguments: ["lcov", "cobertura", "sonarqube"])
  func aRunGivesTheSame(format: String) throws {
    let reporter = try #require(ReporterRegistry.reporter(named: format))
    var record = RunRecord.sample(startedAt: 0)
    // Without coverage it is an empty document, and no crash.
    #expect(!reporter.render(record, style: .init()).contains("Sources"))
    record.coverage = coverage
    #expect(
      reporter.render(record, style: .init()) == reporter.render(coverage: coverage, style: .init())
    )
  }
}
