import Testing

@testable import CoverageByTest

/// Tests by line, as a page shows it.
struct LineCoverersTests {
  private static func record(_ tests: [(String, [ClosedRange<Int>])]) -> TestLines {
    TestLines(
      origin: .init(runID: "1", measuredAt: "", toolchain: "", configuration: ""),
      files: [
        TestLines.File(
          path: "Sources/A.swift", target: "A", isTest: false,
          text: Array(String(repeating: "x\n", count: 20).utf8))
      ], others: [:], lineSets: tests.map(\.1),
      tests: tests.enumerated().map { index, test in
        TestLines.Test(id: test.0, parts: [.init(file: 0, lines: index)], isComplete: true)
      })
  }

  private static func words(_ tests: [(String, [ClosedRange<Int>])], most: Int = 2) -> [String] {
    LineCoverers(record(tests)).stretches(of: "Sources/A.swift", naming: most).map {
      "\($0.lines.lowerBound)-\($0.lines.upperBound) \($0.count): \($0.tests.joined(separator: " "))"
    }
  }

  @Test func linesOfTheSameTestsStandTogether() {
    #expect(
      Self.words([("a", [1...4, 10...12]), ("b", [3...4]), ("c", [3...5, 11...11])]) == [
        "1-2 1: a", "3-4 3: a b", "5-5 1: c", "10-10 1: a", "11-11 2: a c", "12-12 1: a",
      ])
    // As many tests, but others.
    #expect(Self.words([("a", [1...1]), ("b", [2...2])]) == ["1-1 1: a", "2-2 1: b"])
    #expect(Self.words([]) == [])
  }

  @Test func whatLiesOutsideIsNoLine() {
    #expect(
      Self.words([("a", [0...2, 19...1_000_000_000, 40...50])]) == ["1-2 1: a", "19-20 1: a"])
    #expect(
      LineCoverers(Self.record([])).stretches(of: "Sources/B.swift", naming: 2).isEmpty)
  }
}
