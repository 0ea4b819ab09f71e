import CIModel
import RunHistory
import TestSupport
import Testing

@Suite struct RunHistoryTests {
  /// A run of a commit; each letter of a run's tests is an outcome: passed, failed, or flaky.
  private func history(
    _ runs: [(commit: String, isModified: Bool, outcomes: [String: Character])]
  ) -> RunHistory {
    var history = RunHistory()
    var series: [String: TestSeries] = [:]
    for (index, run) in runs.enumerated() {
      var record = RunRecord.sample(.passed, id: "run-\(index)")
      record.checkout = RunRecord.Checkout(
        commit: run.commit, branch: "main", subject: "", author: "", isModified: run.isModified)
      history.runs.append(HistoryRun(record))
      for (test, letter) in run.outcomes {
        series[test, default: TestSeries(id: test, scope: "debug")].points.append(
          TestSeries.Point(
            run: index, outcome: letter == "f" ? .failed : .passed, seconds: 1,
            attempts: letter == "r" ? 2 : 1, isFlaky: letter == "r"))
      }
    }
    history.series = series.values.sorted { $0.id < $1.id }
    return history
  }

  @Test func callsATestFlakyOnEvidenceOnly() throws {
    let history = history([
      ("aaa", false, ["same": "p", "edited": "p", "fixed": "f", "again": "p", "calm": "p"]),
      ("aaa", false, ["same": "f", "edited": "p", "fixed": "f", "again": "r", "calm": "p"]),
      ("aaa", true, ["edited": "f", "calm": "p"]),
      ("bbb", false, ["same": "p", "edited": "p", "fixed": "p", "again": "p", "calm": "p"]),
    ])
    let flaky = try #require(history.flaky().flaky)
    #expect(flaky.map(\.test) == ["again", "same"])
    #expect(flaky.map(\.passedAgain) == [1, 0])
    #expect(flaky.map(\.commits) == [[], ["aaa"]])
    #expect(flaky.map(\.lastRun) == ["run-1", "run-1"])
    #expect(flaky.last?.outcomes == [.passed, .failed, .passed])
  }

  @Test func otherMachinesAreNoEvidence() {
    var history = history([("aaa", false, ["t": "p"]), ("aaa", false, ["t": "f"])])
    history.runs[1].machine = "macos arm64, 8 processors"
    #expect(history.flaky().flaky == [])
  }

  @Test func saysSinceWhichCommitATestIsSlower() throws {
    var history = history((0..<20).map { ("commit-\($0)", false, ["t": "p", "part": "p"]) })
    for index in 12..<20 { history.series[1].points[index].seconds = 3 }
    // A part of the tests has the machine for itself.
    for index in 12..<20 {
      history.series[0].points[index].seconds = 3
      history.series[0].points[index].isPart = true
    }
    let slow = try #require(history.slow().slow)
    #expect(slow.map(\.test) == ["t"])
    #expect(slow.first?.sinceCommit == "commit-12")
    #expect(slow.first?.beforeSeconds == 1)
    #expect(slow.first?.afterSeconds == 3)
  }

  /// Another branch may have its own reason to be slow.
  @Test(arguments: [(["main", "other"], []), (["main", "topic"], ["t"]), (["main"], ["t"])])
  func otherBranchesDoNotMakeATestSlower(branches: [String], expected: [String]) throws {
    var history = history((0..<21).map { ("commit-\($0)", false, ["t": "p"]) })
    for index in 0..<21 {
      history.runs[index].checkout?.branch = index < 12 ? branches.first : branches.last
    }
    for index in 12..<20 { history.series[0].points[index].seconds = 3 }
    history.runs[20].checkout?.branch = branches == ["main"] ? "main" : "topic"
    history.series[0].points[20].seconds = branches.last == "other" ? 1 : 3
    let trends = history.ofNewestBranch.slow()
    #expect(trends.slow?.map(\.test) == expected)
    #expect(trends.branches == (branches == ["main"] ? ["main"] : ["main", "topic"]))
  }

  @Test func summarizesTests() throws {
    let history = history([
      ("a", false, ["M.One/t": "p", "M.Two/t": "p"]), ("b", false, ["M.One/t": "f"]),
      ("c", false, ["M.One/t": "r"]),
    ])
    let tests = try #require(history.tests(matching: "ONE").tests)
    #expect(tests.map(\.test) == ["M.One/t"])
    #expect(tests.first?.failures == 2)
    #expect(tests.first?.medianSeconds == 1)
    #expect(tests.first?.outcomes == [.passed, .failed, .passed])
    #expect(tests.first?.isFlaky == [false, false, true])
    #expect(history.tests(matching: nil).tests?.count == 2)
  }

  @Test func followsCoverageOfAllTests() throws {
    var history = history((0..<3).map { ("c\($0)", false, [:]) })
    history.runs[0].coverage = [
      "a.swift": .init(covered: 5, count: 10), "gone.swift": .init(covered: 1, count: 1),
      "same.swift": .init(covered: 1, count: 2),
    ]
    history.runs[2].coverage = [
      "a.swift": .init(covered: 2, count: 10), "same.swift": .init(covered: 1, count: 2),
    ]
    let coverage = try #require(history.coverage().coverage)
    #expect(coverage.points.map(\.run) == ["run-0", "run-2"])
    #expect(coverage.points.map(\.lines.covered) == [7, 3])
    #expect(coverage.files.map(\.path) == ["a.swift", "gone.swift"])
    #expect(coverage.files.last?.after == nil)
  }

  @Test func saysSinceWhenAWarningIsPrinted() throws {
    var history = history((0..<4).map { ("c\($0)", false, [:]) })
    func warning(_ message: String, _ count: Int) -> HistoryRun.Warning {
      HistoryRun.Warning(kind: "warning", file: "a.swift", message: message, count: count)
    }
    history.runs[0].warnings = [warning("old", 2), warning("back", 1)]
    history.runs[2].warnings = [warning("back", 1)]
    history.runs[3].warnings = [warning("back", 3)]
    let warnings = try #require(history.warnings().warnings)
    #expect(warnings.map(\.message) == ["back", "old"])
    #expect(warnings.map(\.counts) == [[1, 0, 1, 3], [2, 0, 0, 0]])
    #expect(warnings.map(\.sinceRun) == ["run-2", nil])
  }

  /// Nobody looked at a file that was not compiled: only a build of everything tells that its warning is gone.
  @Test func aWarningOfAFileThatWasNotCompiledIsStillThere() throws {
    var history = history((0..<30).map { ("c\($0)", false, [:]) })
    func printed(_ message: String, kind: String = "warning", _ indices: Int...) {
      for index in indices {
        history.runs[index].warnings.append(
          .init(kind: kind, file: "a.swift", message: message, count: 2))
      }
    }
    for index in 20..<30 where index != 25 { history.runs[index].isIncremental = true }
    printed("kept", 5, 19, 25)
    printed("gone", 24)
    printed("layout", kind: "auto-layout", 24)
    printed("old", 3)
    printed("new", 26, 28)
    let warnings = history.warnings()
    #expect(warnings.runs == 20)
    let trends = Dictionary(
      uniqueKeysWithValues: (warnings.warnings ?? []).map { ($0.message, $0) })
    #expect(Set(trends.keys) == ["kept", "gone", "layout", "new"])
    func counts(_ range: ClosedRange<Int>) -> [Int] { (10..<30).map { range ~= $0 ? 2 : 0 } }
    #expect(trends["kept"]?.counts == counts(19...29))
    #expect(trends["kept"]?.sinceRun == "run-19")
    #expect(trends["gone"]?.counts == counts(24...24))
    #expect(trends["gone"]?.sinceRun == nil)
    #expect(trends["layout"]?.counts == counts(24...24))
    #expect(trends["new"]?.counts == counts(26...29))
    #expect(trends["new"]?.sinceRun == "run-26")
  }

  @Test func otherLinesAreNoTrend() throws {
    var history = history((0..<5).map { ("c\($0)", false, [:]) })
    for index in 0..<5 {
      history.runs[index].coverage = ["a.swift": .init(covered: index, count: 10)]
      history.runs[index].ignore = index == 1 ? nil : ["Vendor/**"]
      history.runs[index].metric = index == 3 ? .llvm : .distinct
    }
    #expect(history.coverage().coverage?.points.map(\.run) == ["run-0", "run-2", "run-4"])
  }

  /// As `history slow` tells it once the run is written down.
  @Test func aRunCanBeAddedThatIsNotWrittenDown() throws {
    var history = history((0..<14).map { ("commit-\($0)", false, ["t": "p", "other": "p"]) })
    for index in 10..<14 { history.series[1].points[index].seconds = 3 }
    #expect(history.slow().slow?.isEmpty == true)
    var run = HistoryRun(RunRecord.sample(.passed, id: "now"))
    run.suites = [
      .init(
        scope: "debug", isPart: false, tests: [.init(id: "t", outcome: .passed, seconds: 3)])
    ]
    history.add(run)
    #expect(history.slow().slow?.map(\.sinceCommit) == ["commit-10"])
  }

  @Test func tellsSinceWhichCommitAProductHasItsSize() throws {
    var history = history((0..<30).map { ("commit-\($0)", false, [:]) })
    for index in stride(from: 0, to: 30, by: 2) {
      history.runs[index].products = ["tool": index < 20 ? 100 : 120, "same": 7]
      if index == 4 { history.runs[index].products?["old"] = 1 }
    }
    let sizes = try #require(history.sizes().sizes)
    #expect(sizes.map(\.product) == ["old", "same", "tool"])
    #expect(sizes.map(\.before) == [nil, nil, 100])
    #expect(sizes.map(\.sinceCommit) == ["commit-4", "commit-0", "commit-20"])
    #expect(sizes[0].bytes == [nil, nil, 1] + [Int?](repeating: nil, count: 12))
    #expect(sizes[2].bytes.suffix(6) == [100, 120, 120, 120, 120, 120])
    #expect(RunHistory().sizes().sizes == [])
  }
}
