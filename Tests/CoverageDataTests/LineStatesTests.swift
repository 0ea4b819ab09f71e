import CIModel
import CoverageData
import Testing

struct LineStatesTests {
  /// `entry` opens a region, `ending` resumes the one around it, `none` ends the last.
  private static func entry(_ line: Int, _ count: UInt64, gap: Bool = false) -> CoverageSegment {
    CoverageSegment(
      line: line, column: 1, count: count, hasCount: true, isRegionEntry: true, isGap: gap)
  }
  private static func ending(_ line: Int, _ count: UInt64) -> CoverageSegment {
    CoverageSegment(
      line: line, column: 2, count: count, hasCount: true, isRegionEntry: false, isGap: false)
  }
  private static func none(_ line: Int) -> CoverageSegment {
    CoverageSegment(
      line: line, column: 9, count: 0, hasCount: false, isRegionEntry: false, isGap: false)
  }
  private static func skipped(_ line: Int) -> CoverageSegment {
    CoverageSegment(
      line: line, column: 1, count: 0, hasCount: false, isRegionEntry: true, isGap: false)
  }

  struct Case: Sendable {
    var name: String
    var segments: [CoverageSegment]
    var covered: [Int]
    var uncovered: [Int]
    var partial: [Int] = []
  }

  @Test(arguments: [
    Case(name: "empty", segments: [], covered: [], uncovered: []),
    Case(
      name: "a function of three lines", segments: [entry(2, 1), none(4)], covered: [2, 3, 4],
      uncovered: []),
    Case(
      name: "never run", segments: [entry(2, 0), none(4)], covered: [], uncovered: [2, 3, 4]),
    Case(
      name: "between functions nothing is mapped",
      segments: [entry(1, 1), none(2), entry(5, 0), none(5)], covered: [1, 2], uncovered: [5]),
    Case(
      name: "the largest count of a line wins and the line is partial",
      segments: [entry(1, 1), entry(2, 0), ending(2, 1), none(3)], covered: [1, 2, 3],
      uncovered: [], partial: [2]),
    Case(
      name: "a branch that never ran",
      segments: [entry(1, 4), entry(2, 0), ending(4, 4), none(5)], covered: [1, 2, 5],
      uncovered: [3, 4], partial: [2]),
    Case(
      name: "a gap does not open a region",
      segments: [entry(1, 0), entry(2, 7, gap: true), none(3)], covered: [3], uncovered: [1, 2]),
    Case(
      name: "skipped code is not mapped",
      segments: [entry(1, 1), skipped(2), ending(4, 1), none(5)], covered: [1, 5], uncovered: []),
    Case(
      name: "a wrapped count means covered", segments: [entry(1, .max - 1), none(2)],
      covered: [1, 2], uncovered: []),
    Case(
      name: "a segment before its predecessor does no harm",
      segments: [entry(5, 1), entry(2, 0), none(6)], covered: [5], uncovered: [6],
      partial: [5]),
  ])
  func follows(row: Case) {
    let states = LineStates(row.segments)
    let covered = states.hits.runs.filter(\.isCovered).flatMap { Array($0.first...$0.last) }
    let uncovered = states.uncoveredLines.flatMap { Array($0[0]...$0[1]) }
    #expect(covered == row.covered, "\(row.name)")
    #expect(uncovered == row.uncovered, "\(row.name)")
    #expect(states.partialLines == row.partial, "\(row.name)")
    #expect(
      states.lines
        == Coverage.Ratio(covered: row.covered.count, count: (row.covered + row.uncovered).count))
  }

  @Test func agreesWithTheLCOVExport() throws {
    let records = LCOVRecord.parse(try Fixture.text("covkit-llvm-cov-21.lcov"))
    #expect(records.count == 10)
    for file in try Fixture.covkit() {
      let record = try #require(records.first { $0.file == file.path })
      let states = LineStates(file.segments)
      #expect(states.lines == record.lines, "\(file.path)")
      #expect(
        states.uncoveredLines.flatMap { Array($0[0]...$0[1]) } == record.uncovered, "\(file.path)")
    }
  }

  @Test func findsPartialLines() throws {
    let file = try #require(try Fixture.covkit().first { $0.path.hasSuffix("Regions.swift") })
    // `??` and `?:` whose other half never ran, and the two halves of `if … else` on one line.
    #expect(LineStates(file.segments).partialLines == [2, 3, 4, 24, 30])
  }

  @Test func survivesHugeLineNumbers() {
    let states = LineStates([LineStatesTests.entry(1, 1), LineStatesTests.none(1 << 32)])
    #expect(states.lines.count == 1 << 32)
    #expect(states.hits.runs.count == 1)
  }
}
