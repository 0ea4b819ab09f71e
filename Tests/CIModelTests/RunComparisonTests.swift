import CIModel
import TestSupport
import Testing

/// What is told of two runs.
struct RunComparisonTests {
  private func record(
    _ tests: [(String, TestOutcome, Double)] = [], diagnostics: [Diagnostic] = [],
    warnings: [RuntimeWarning] = [], files: [(String, Int, Int)]? = nil,
    metric: Coverage.LineMetric = .distinct
  ) -> RunRecord {
    var record = RunRecord.sample(id: "20261120T000000.000Z-1", startedAt: 0)
    record.tests = tests.map { name, outcome, seconds in
      TestCase(
        name: name, id: name, framework: .xctest, function: name, outcome: outcome,
        runs: [TestRun(outcome, durationSeconds: seconds)])
    }
    for (index, test) in tests.enumerated() { record.tests[index].durationSeconds = test.2 }
    record.diagnostics = diagnostics
    record.runtimeWarnings = warnings
    if let files {
      let none = Coverage.Ratio(covered: 0, count: 0)
      let lines = files.map { Coverage.Ratio(covered: $0.1, count: $0.2) }
      record.coverage = Coverage(
        metric: metric, isPartial: false,
        totals: .init(lines: lines.reduce(none, +), functions: none, regions: none),
        files: zip(files, lines).map { file, lines in
          Coverage.File(
            path: file.0, target: nil, lines: lines, functions: none, regions: none,
            uncoveredLines: [], partialLines: [])
        }, excluded: [])
    }
    return record
  }

  @Test(
    arguments: [
      (.passed, .failed, "failing"), (.passed, .crashed, "failing"), (.skipped, .failed, "failing"),
      (.failed, .passed, "fixed"), (.timedOut, .passed, "fixed"), (.failed, .crashed, "still"),
      (.failed, .skipped, ""), (.passed, .skipped, ""), (.passed, .passed, ""),
      (nil, .passed, "new"), (nil, .failed, "new failing"), (.passed, nil, "missing"),
      (.passed, .notRun, ""), (nil, .notRun, "new"), (.failed, .notRun, "still"),
    ] as [(TestOutcome?, TestOutcome?, String)])
  func tellsWhatBecameOfATest(before: TestOutcome?, after: TestOutcome?, expected: String) {
    let comparison = RunComparison(
      record(after.map { [("a", $0, 1)] } ?? []), with: record(before.map { [("a", $0, 1)] } ?? []))
    var words: [String] = []
    if comparison.newTests == ["a"] { words.append("new") }
    if comparison.newlyFailing.map(\.test) == ["a"] { words.append("failing") }
    if comparison.fixed.map(\.test) == ["a"] { words.append("fixed") }
    if comparison.stillFailing == 1 { words.append("still") }
    if comparison.missingTests == ["a"] { words.append("missing") }
    #expect(words.joined(separator: " ") == expected)
    #expect(comparison.newlyFailing.first?.before == (words == ["failing"] ? before : nil))
  }

  @Test(
    arguments: [
      (0.5, 1.0, true), (0.5, 0.9, false), (0.2, 0.4, false), (0.2, 0.45, true), (0, 3, false),
      (3, 1, false),
    ] as [(Double, Double, Bool)])
  func aSlowerTestTakesTwiceAsLong(before: Double, after: Double, isSlower: Bool) {
    let comparison = RunComparison(
      record([("a", .passed, after)]), with: record([("a", .passed, before)]))
    #expect(comparison.newlySlow.map(\.test) == (isSlower ? ["a"] : []))
    #expect(comparison.isEmpty != isSlower)
  }

  @Test func theGreatestFactorComesFirst() {
    let comparison = RunComparison(
      record([("a", .passed, 2), ("b", .passed, 4), ("c", .passed, 9)]),
      with: record([("a", .passed, 1), ("b", .passed, 1), ("c", .failed, 1)]))
    #expect(comparison.newlySlow.map(\.test) == ["b", "a"])
  }

  /// Only Swift Testing runs tests beside each other in one process.
  @Test(arguments: [(TestFramework.swiftTesting, []), (.xctest, ["a"])])
  func timesBesideAHangProveNothing(framework: TestFramework, slower: [String]) {
    var later = record([("a", .passed, 2), ("hangs", .timedOut, 20)])
    for index in later.tests.indices { later.tests[index].framework = framework }
    let comparison = RunComparison(later, with: record([("a", .passed, 1)]))
    #expect(comparison.newlySlow.map(\.test) == slower)
  }

  /// The tests that failed tell of snapshots that do not match.
  @Test func failingSnapshotsAreNoWarnings() {
    func warning(_ category: String) -> [RuntimeWarning] {
      [
        RuntimeWarning(
          category: category, count: 2, tests: ["a"],
          shapes: [.init(shape: "does not match", count: 2, identifiers: [])])
      ]
    }
    func count(_ category: String) -> Int {
      RunComparison(record(warnings: warning(category)), with: record()).newWarnings.count
    }
    #expect(count(RuntimeWarningCategory.snapshot) == 0)
    #expect(count(RuntimeWarningCategory.network) == 1)
  }

  /// Lines move when code above them changes.
  @Test func warningsAreComparedByFileAndMessage() {
    func warnings(_ line: Int, _ count: Int) -> [Diagnostic] {
      [
        Diagnostic(.warning, "unused", file: "A.swift", line: line, count: count),
        Diagnostic(.note, "here", file: "A.swift", line: line),
      ]
    }
    #expect(
      RunComparison(record(diagnostics: warnings(9, 1)), with: record(diagnostics: warnings(1, 1)))
        .isEmpty)
    // What the build repeats is one warning.
    #expect(
      RunComparison(record(diagnostics: warnings(1, 1)), with: record(diagnostics: warnings(1, 3)))
        .isEmpty)
    let more = RunComparison(
      record(
        diagnostics: warnings(9, 1) + warnings(12, 2) + warnings(15, 1),
        warnings: [
          RuntimeWarning(
            category: "auto-layout", count: 2, tests: [],
            shapes: [.init(shape: "Unable", count: 2, identifiers: [])])
        ]), with: record(diagnostics: warnings(1, 1)))
    #expect(more.newWarnings.map(\.kind) == ["auto-layout", "warning"])
    #expect(more.newWarnings.map { [$0.before, $0.after] } == [[0, 2], [1, 3]])
    let gone = RunComparison(record(), with: record(diagnostics: warnings(1, 1)))
    #expect(gone.goneWarnings.map(\.message) == ["unused"])
  }

  /// What a run of a part lacks is no difference.
  @Test(
    arguments: [
      (nil, nil, ["b"], ["a"], true), (nil, ["a"], ["b"], [], false),
      (["a"], nil, [], ["a"], false), (["a"], ["b"], [], [], false),
    ] as [([String]?, [String]?, [String], [String], Bool)])
  func partsAreNotCompared(
    earlier: [String]?, later: [String]?, new: [String], missing: [String], isWhole: Bool
  ) {
    func run(_ test: String, _ part: [String]?) -> RunRecord {
      var record = record([(test, .passed, 1)], files: [(test, 1, 4)])
      var step = StepResult(id: "test", action: "swift-test", status: .passed)
      step.suite = SuiteResult(targets: [])
      step.suite?.isPart = part == nil ? nil : true
      record.steps = [step]
      return record
    }
    let comparison = RunComparison(run("b", later), with: run("a", earlier))
    #expect(comparison.newTests == new)
    #expect(comparison.missingTests == missing)
    #expect((comparison.coverage != nil) == isWhole)
    #expect((comparison.note == nil) == isWhole)
  }

  @Test func lastIsTheNewestThatRanTheSamePart() {
    func run(_ id: String, _ steps: [String], tests: [String]? = nil) -> RunRecord {
      var record = record((tests ?? ["a", "b"]).map { ($0, .passed, 1) })
      record.id = id
      record.steps = steps.map { StepResult(id: $0, action: "swift-test", status: .passed) }
      record.steps[0].suite = SuiteResult(targets: [])
      record.steps[0].suite?.isPart = tests == nil ? nil : true
      return record
    }
    let stored = [
      run("6", ["test"], tests: ["b"]), run("5", ["test"]), run("4", ["test"], tests: ["a"]),
      run("3", ["test", "lint"]),
    ]
    for (later, expected) in [
      (run("7", ["test"]), "5"), (run("7", ["test"], tests: ["a"]), "4"),
      (run("7", ["test", "lint"]), "3"), (run("7", ["test"], tests: ["c"]), "6"),
    ] {
      #expect(RunComparison.base(for: later, among: stored)?.id == expected)
    }
    #expect(RunComparison.base(for: run("7", ["test"]), among: []) == nil)
    let steps = RunComparison(run("7", ["test"]), with: run("3", ["test", "lint"]))
    #expect(steps.note?.contains("different steps") == true)
  }

  @Test func coverageIsComparedByFile() {
    let comparison = RunComparison(
      record(files: [("A", 1, 4), ("B", 2, 4), ("D", 1, 1)]),
      with: record(files: [("A", 1, 4), ("B", 3, 4), ("C", 1, 1)]))
    #expect(comparison.coverage?.files.map(\.path) == ["B", "C", "D"])
    #expect(comparison.coverage?.files.map { $0.before?.covered } == [3, 1, nil])
    #expect(comparison.coverage?.files.map { $0.after?.covered } == [2, nil, 1])
    #expect(comparison.coverage?.after == Coverage.Ratio(covered: 4, count: 9))
    let other = RunComparison(
      record(files: [("A", 1, 4)]), with: record(files: [("A", 1, 4)], metric: .llvm))
    #expect(other.coverage == nil)
  }

  /// A file that was not compiled has no warning, whatever is in it.
  @Test(
    arguments: [
      (false, false, 1, 1, nil),
      (
        true, false, 0, 1,
        "The earlier run compiled only changed sources, so new warnings are not compared."
      ),
      (
        false, true, 1, 0,
        "The later run compiled only changed sources, so warnings that are gone are not compared."
      ),
    ] as [(Bool, Bool, Int, Int, String?)])
  func warningsOfFilesThatWereNotCompiledAreNotCompared(
    earlier: Bool, later: Bool, new: Int, gone: Int, note: String?
  ) {
    func run(_ isIncremental: Bool, _ message: String) -> RunRecord {
      var record = record(diagnostics: [Diagnostic(.warning, message, file: "a.swift", line: 1)])
      record.steps = [StepResult(id: "build", action: "swift-build", status: .passed)]
      record.steps[0].isIncremental = isIncremental ? true : nil
      return record
    }
    let comparison = RunComparison(run(later, "new"), with: run(earlier, "old"))
    #expect(comparison.newWarnings.count == new)
    #expect(comparison.goneWarnings.count == gone)
    #expect(comparison.note == note)
  }

  @Test func coverageOfOtherLinesIsNotCompared() {
    func run(_ change: (inout Coverage) -> Void = { _ in }) -> RunRecord {
      var record = record(files: [("a.swift", 1, 2)])
      if var coverage = record.coverage {
        change(&coverage)
        record.coverage = coverage
      }
      return record
    }
    #expect(RunComparison(run(), with: run()).coverage != nil)
    let changes: [(inout Coverage) -> Void] = [
      { $0.ignore = ["Vendor/**"] }, { $0.isPartial = true }, { $0.metric = .llvm },
    ]
    for change in changes { #expect(RunComparison(run(change), with: run()).coverage == nil) }
  }
}
