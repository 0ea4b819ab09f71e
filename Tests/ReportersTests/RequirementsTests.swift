import CIModel
import Testing

@testable import Reporters

/// What is required, in words, and what a run that passed says.
struct RequirementsTests {
  @Test(
    arguments: [
      (
        "coverage.minimum", nil, 90, 82.5, false,
        "82.50% of the lines of the package are covered, at least 90% are required: 3 more lines."
      ),
      (
        "coverage.minimum", nil, 80, 82.5, true,
        "82.50% of the lines of the package are covered, at least 80% are required."
      ),
      (
        "coverage.minimum.functions", nil, 95, 90, false,
        "90.00% of the functions of the package are covered, at least 95% are required: 1 more function."
      ),
      (
        "coverage.minimum.file", "A.swift", 100, 82.5, false,
        "82.50% of the lines of the file A.swift are covered, at least 100% are required: 7 more lines."
      ),
      (
        "coverage.components", "core", 85.5, 80, false,
        "80.00% of the lines of the component core are covered, at least 85.5% are required."
      ),
      (
        "coverage.patch", nil, 80, nil, true,
        "There are no changed lines to count; at least 80% are required."
      ),
      (
        "coverage.no-drop", nil, 83, 82.5, false,
        "82.50% of the lines of the package are covered, the base requires 83%."
      ),
      (
        "coverage.ratchet", "core", 83, 82.5, false,
        "82.50% of the lines of core are covered, the floor is 83%."
      ),
      (
        "coverage.minimum", nil, 1e300, 82.5, false,
        "82.50% of the lines of the package are covered, at least 0% are required."
      ),
    ] as [(String, String?, Double, Double?, Bool, String)])
  func sayWhatIsMissing(
    name: String, scope: String?, required: Double, actual: Double?, passed: Bool, words: String
  ) {
    let threshold = Coverage.Threshold(
      name: name, scope: scope, required: required, actual: actual, passed: passed)
    let lines = Coverage.Ratio(covered: 33, count: 40)
    let functions = Coverage.Ratio(covered: 18, count: 20)
    let coverage = Coverage(
      metric: .distinct, isPartial: false,
      totals: .init(lines: lines, functions: functions, regions: lines),
      files: [
        .init(
          path: "A.swift", target: nil, lines: lines, functions: lines, regions: lines,
          uncoveredLines: [], partialLines: [])
      ], excluded: [])
    #expect(threshold.sentence(in: coverage) == words)
  }

  private static var green: RunRecord {
    var record = SampleRecord.green
    record.coverage?.totals.lines = .init(covered: 1_500, count: 2_000)
    record.base = BaseRun(
      run: "1", branch: "main", commit: "c", lines: .init(covered: 1_400, count: 2_000),
      files: [:])
    return record
  }

  @Test func aGreenPageSaysWhatGotBetter() throws {
    var record = Self.green
    var file = try #require(record.coverage?.files.first)
    file.lines = .init(covered: 60, count: 2_100)
    record.coverage?.files = [file]
    record.base?.files = [file.path: .init(covered: 30, count: 2_100)]
    record.tests[0].isFlaky = true
    record.tests[1].assertsNothing = true
    record.tests[2].durationSeconds = 2.5
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    for words in [
      "<h2>What got better</h2>", "is 75.00%, +5.00 since main.", "2.85%, +1.43.",
      "<h2>Worth a look</h2>", "misses the most lines: 2,040 of 2,100.",
      "<a href=\"tests.html#flaky\">1 test</a> failed and passed without a change.",
      "1 test</a> passed and checked nothing.", "is the slowest test: 2.50s.",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    record.verdict = .failed
    let red = try #require(HTMLReportTests.pages(record)["index.html"])
    #expect(!red.contains("Worth a look"))
  }

  @Test func numbersHaveSeparators() throws {
    var record = Self.green
    let passed = record.tests[0]
    record.tests = (0..<12_345).map { index in
      var test = passed
      test.id = "M.S/test\(index)"
      return test
    }
    let page = try #require(HTMLReportTests.pages(record)["index.html"])
    #expect(page.contains("12,345 passed"))
    #expect(
      TerminalReporter().render(record, style: TerminalStyle(width: 100)).contains("12,345 passed"))
  }
}
