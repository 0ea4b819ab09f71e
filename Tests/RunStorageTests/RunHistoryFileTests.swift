import CIModel
import Foundation
import RunHistory
import TestSupport
import Testing

@testable import RunStorage

@Suite struct RunHistoryFileTests {
  let scratch: ScratchDirectory
  let path: String
  let file: RunHistoryFile

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path + "/history.sqlite"
    file = RunHistoryFile(path: path, patience: 50)
  }

  private func run(_ number: Int, branch: String = "main") -> HistoryRun {
    var record = RunRecord.sample(.passed, id: "20261120T23\(1000 + number)Z-1")
    record.checkout = RunRecord.Checkout(
      commit: "c\(number)", branch: branch, subject: "S", author: "A", isModified: false)
    var run = HistoryRun(record)
    run.coverage = ["Sources/a.swift": .init(covered: number, count: 1_000)]
    run.warnings = [
      .init(kind: "warning", file: nil, message: "m", count: 2),
      .init(kind: "auto-layout", file: "b.swift", message: "«é»", count: number),
    ]
    run.suites = [
      .init(
        scope: "debug", isPart: false,
        tests: [
          .init(id: "M.C/a", outcome: .passed, seconds: 0.25),
          .init(id: "M.C/b", outcome: .timedOut, seconds: nil, attempts: 3, isFlaky: true),
        ]),
      .init(
        scope: "thread", isPart: true, tests: [.init(id: "M.C/a", outcome: .failed, seconds: 1.5)]),
    ]
    return run
  }

  @Test func keepsEverythingOfARun() throws {
    #expect(try file.export(newest: 10) == [])
    #expect(!scratch.exists("history.sqlite"))
    for number in [2, 1] { #expect(try file.bring(run(number))) }
    #expect(try !file.bring(run(1)))
    #expect(try file.export(newest: 10) == [run(1), run(2)])
    #expect(try file.export(newest: 1) == [run(2)])
  }

  @Test func theNewestOfABranchIsThatOfTheCommitWhereThereIsOne() throws {
    for number in 1...3 { _ = try file.bring(run(number)) }
    _ = try file.bring(run(4, branch: "topic"))
    #expect(try file.newest(of: ["main"]) == run(3))
    #expect(try file.newest(of: ["main", "topic"]) == run(4, branch: "topic"))
    #expect(try file.newest(of: ["main"], preferring: "c2") == run(2))
    #expect(try file.newest(of: ["main"], preferring: "c4") == run(3))
    #expect(try file.newest(of: ["other"]) == nil)
  }

  /// A run of the merge base is the best one to compare with, wherever it was made.
  @Test(
    arguments: [
      (nil, false, nil, "c1c1c1c1c1"), ("topic", false, nil, "c1c1c1c1c1"),
      ("main", false, nil, "main"),
      // It belongs to no commit, or its author may have made it name another one.
      ("topic", true, nil, nil), ("topic", false, 7, nil),
    ] as [(String?, Bool, Int?, String?)])
  func aRunOfTheMergeBaseIsComparedWith(
    branch: String?, isModified: Bool, request: Int?, name: String?
  ) throws {
    let commit = String(repeating: "c1", count: 20)
    var base = run(1)
    base.checkout = RunRecord.Checkout(
      commit: commit, branch: branch, subject: "Begin", author: "Ada", isModified: isModified)
    base.request = request
    base.suites = [
      .init(
        scope: "debug", isPart: false, tests: [.init(id: "M.C/a", outcome: .passed, seconds: 1)])
    ]
    _ = try file.bring(base)
    var record = RunRecord.sample(.failed)
    record.changes = ChangeSet(base: commit, head: "d", mergeBase: commit, files: [], commits: [])
    var step = StepResult(id: "test", action: "swift-test", status: .failed)
    step.suite = SuiteResult(targets: [])
    record.steps = [step]
    var test = TestCase(name: "a", id: "M.C/a", framework: .xctest, function: "a", outcome: .failed)
    test.earlier = EarlierOutcomes(outcomes: [])
    record.tests = [test]
    HistoryStore(path: path).compare(&record, with: ["main", "master"])
    #expect(record.base?.branch == name)
    #expect(record.base?.tests?.newlyFailing?.first == name.map { _ in ["M.C/a"] })
    #expect(record.tests[0].earlier?.newSince == name)
    // A later run of the branch itself is preferred less.
    var later = run(2)
    later.suites = base.suites
    _ = try file.bring(later)
    HistoryStore(path: path).compare(&record, with: ["main", "master"])
    #expect(record.base?.run == (name == nil ? later.id : base.id))
    #expect(record.base?.branch == "main")
  }

  @Test func aLineHoldsARun() {
    let run = run(7)
    let line = HistoryLine.text(run)
    #expect(!line.contains("\n"))
    #expect(HistoryLine.run(Array(line.utf8)) == run)
    #expect(HistoryLine.run(Array("{}".utf8)) == nil)
    let later = line.replacingOccurrences(of: "devtool.history/1", with: "devtool.history/2")
    #expect(HistoryLine.run(Array(later.utf8)) == nil)
  }

  @Test(arguments: [
    ("\"count\":2", "\"count\":9223372036854775807"), ("\"count\":2", "\"count\":-1"),
    ("\"count\":1000", "\"count\":9223372036854775807"), ("\"covered\":7", "\"covered\":1001"),
    ("\"covered\":7", "\"covered\":-7"), ("\"covered\":7", "\"covered\":7.5"),
    ("\"attempts\":3", "\"attempts\":99999999999999999999"), ("timed-out", "slept"),
  ])
  func aLineWithImpossibleNumbersIsNone(old: String, new: String) {
    let line = HistoryLine.text(run(7))
    #expect(line.contains(old))
    let changed = line.replacingOccurrences(of: old, with: new)
    #expect(HistoryLine.run(Array(changed.utf8)) == nil)
  }

  /// What the file takes as it comes: nothing of it can be added up wrongly.
  @Test func extremeTimesAreNoTimes() throws {
    var run = run(1)
    let times: [Double?] = [-1, .infinity, .nan, 1e300, 0, 1e-9, nil]
    run.suites = [
      .init(
        scope: "debug", isPart: false,
        tests: times.enumerated().map { index, seconds in
          .init(id: "t\(index)", outcome: .passed, seconds: seconds, attempts: .max)
        })
    ]
    _ = try file.bring(run)
    let history = try file.history(newest: 1)
    #expect(history.series.map { $0.points[0].seconds } == [nil, nil, nil, nil, 0, 0, nil])
    #expect(history.series.allSatisfy { $0.points[0].attempts == 255 })
    #expect(history.slow().slow == [])
  }

  @Test func givesTheSeriesOfEachTest() throws {
    for number in 1...3 { _ = try file.bring(run(number, branch: number == 2 ? "topic" : "main")) }
    let history = try file.history(newest: 10)
    #expect(history.runs.map { $0.checkout?.commit } == ["c1", "c2", "c3"])
    #expect(history.runs.allSatisfy { $0.suites.isEmpty && $0.coverage?.count == 1 })
    #expect(
      history.series.map { "\($0.id) \($0.scope)" } == [
        "M.C/a debug", "M.C/b debug", "M.C/a thread",
      ])
    #expect(history.series[0].points.map(\.run) == [0, 1, 2])
    #expect(history.series[0].points[0].seconds == 0.25)
    #expect(history.series[1].points[0].seconds == nil)
    #expect(history.series[1].points[0].isFlaky)
    #expect(history.series[1].points[0].outcome == .timedOut)
    #expect(history.series[2].points[0].isPart)

    let main = try file.history(newest: 10, branch: "main")
    #expect(main.runs.map { $0.checkout?.commit } == ["c1", "c3"])
    #expect(main.series[0].points.map(\.run) == [0, 1])
    #expect(try file.history(newest: 10, tests: .none).series.isEmpty)
  }

  /// Nine runs of 1 s, four of 3 s, and the present one.
  @Test func tellsWhatHasBecomeSlower() throws {
    let store = HistoryStore(path: path, patience: 50)
    func run(_ number: Int, of branch: String = "main") -> HistoryRun {
      var run = self.run(number)
      run.checkout?.branch = branch
      run.suites = [
        .init(
          scope: "debug", isPart: false,
          tests: [.init(id: "t", outcome: .passed, seconds: number > 9 ? 3 : 1)])
      ]
      return run
    }
    for number in 1...13 { _ = try file.bring(run(number, of: number > 9 ? "slow" : "main")) }
    func slowed(_ run: HistoryRun, _ branches: Set<String>, scope: String = "debug") -> [String:
      Slowdown]
    { store.slowed(with: run, scopes: [scope], branches: branches) }
    let own = slowed(run(14, of: "slow"), ["slow", "main"])
    #expect(own["t"]?.words { "\($0) s" } == "3.0 × its usual 1.0 s since c10")
    #expect(own["t"]?.includes(2.5) == true && own["t"]?.includes(1.2) == false)
    #expect(slowed(run(1), ["main"]).isEmpty)
    // What another branch made slower is slow there.
    #expect(slowed(run(14), ["main"]).isEmpty)
    #expect(!slowed(run(14), []).isEmpty)
    #expect(slowed(run(14, of: "slow"), ["slow", "main"], scope: "release").isEmpty)
  }

  @Test func knowsTheBranchesOfItsRuns() throws {
    #expect(try file.branches() == nil)
    for (number, branch) in ["main", "topic", "main"].enumerated() {
      _ = try file.bring(run(number, branch: branch))
    }
    #expect(try file.branches() == ["main", "topic"])
  }

  /// What is left out of a reading changes no answer.
  @Test func readsWhatTheQuestionNeeds() throws {
    for number in 1...90 {
      var run = run(number)
      if number.isMultiple(of: 4) { run.machine = "macos arm64, 8 processors" }
      let outcomes: [TestOutcome] = [.passed, number == 3 ? .failed : .passed, .skipped]
      run.suites = [
        .init(
          scope: "debug", isPart: number.isMultiple(of: 7),
          tests: outcomes.enumerated().map { index, outcome in
            .init(
              id: "t\(index)", outcome: outcome, seconds: number > 70 ? 3 : 1,
              isFlaky: index == 1 && number == 5)
          })
      ]
      _ = try file.bring(run)
    }
    let all = try file.history(newest: 100)
    #expect(all.series.map(\.runs) == [90, 90, 90])
    #expect(all.slow().slow?.count == 2)
    #expect(all.flaky().flaky?.count == 1)
    let newest = try file.history(newest: 100, tests: .newest)
    #expect(newest.runs.allSatisfy { $0.coverage == nil && $0.warnings.isEmpty })
    #expect(newest.tests(matching: nil) == all.tests(matching: nil))
    #expect(newest.series.map(\.points.count) == [60, 60, 60])
    #expect(try file.history(newest: 100, tests: .comparable).slow() == all.slow())
    let unsteady = try file.history(newest: 100, tests: .unsteady)
    #expect(unsteady.flaky() == all.flaky())
    #expect(unsteady.series.map(\.points.count) == [0, 90, 0])
  }

  @Test func readsPackedNumbersBack() {
    let numbers = [0, 1, 127, 128, 300, 1 << 20, Int.max]
    var packed = PackedNumbers()
    for number in numbers { packed.append(number) }
    let read = packed.bytes.withUnsafeBytes { bytes in
      var reader = PackedNumbers.Reader(bytes)
      var read: [Int] = []
      while let number = reader.next() { read.append(number) }
      return read
    }
    #expect(read == numbers)
    // A number that does not end.
    let damaged = [UInt8](repeating: 0xFF, count: 20)
    damaged.withUnsafeBytes { bytes in
      var reader = PackedNumbers.Reader(bytes)
      #expect(reader.next() == nil)
    }
  }

  @Test func findsTheNewestRunOfABranch() throws {
    #expect(try file.newest(of: ["main"]) == nil)
    for (number, branch) in [(1, "main"), (4, "topic"), (3, "master"), (2, "main")] {
      _ = try file.bring(run(number, branch: branch))
    }
    #expect(try file.newest(of: ["main"])?.id == run(2).id)
    #expect(try file.newest(of: ["main", "master"])?.id == run(3).id)
    #expect(try file.newest(of: ["main"])?.coverage == run(2).coverage)
    #expect(try file.newest(of: []) == nil)
  }

  /// A newest run that only built, or ran a part of the tests, is no base of one that ran all, and the other way
  /// round.
  @Test func theBaseRanTheSameTests() throws {
    func suite(_ ids: String..., isPart: Bool = false) -> HistoryRun.Suite {
      .init(
        scope: "debug", isPart: isPart,
        tests: ids.map { .init(id: $0, outcome: .passed, seconds: 1) })
    }
    let suites: [[HistoryRun.Suite]] = [
      [suite("a", "b")], [suite("a", "b"), suite("c")], [suite("a", isPart: true)], [],
    ]
    for (number, suites) in suites.enumerated() {
      var run = run(number)
      run.suites = suites
      _ = try file.bring(run)
    }
    func base(_ ids: String..., steps: Int, isPart: Bool = false) throws -> String? {
      var record = RunRecord.sample(.passed)
      record.steps = (0..<steps).map { number in
        var step = StepResult(id: "t\(number)", action: "swift-test", status: .passed)
        step.suite = SuiteResult(targets: [])
        step.suite?.isPart = isPart ? true : nil
        return step
      }
      record.tests = ids.map {
        TestCase(name: $0, id: $0, framework: .xctest, function: $0, outcome: .passed)
      }
      return try file.newest(of: ["main"], running: TestSelection(record))?.checkout?.commit
    }
    #expect(try base("a", "b", "new", steps: 1) == "c0")
    #expect(try base("a", "b", "c", steps: 2) == "c1")
    #expect(try base("a", steps: 1, isPart: true) == "c2")
    #expect(try base("b", steps: 1, isPart: true) == nil)
    #expect(try base(steps: 0) == "c3")
    #expect(try base("a", steps: 3) == nil)
  }

  /// A test that a whole run of the base did not have is new, however often the branch ran it.
  @Test(arguments: [(false, "main"), (true, nil)])
  func aTestThatTheBaseDoesNotHaveIsNew(isPart: Bool, newSince: String?) throws {
    func add(_ number: Int, _ branch: String, _ test: String, isPart: Bool) throws {
      var run = run(number, branch: branch)
      run.suites = [
        .init(
          scope: "debug", isPart: isPart, tests: [.init(id: test, outcome: .failed, seconds: 1)])
      ]
      _ = try file.bring(run)
    }
    try add(1, "main", "other", isPart: isPart)
    try add(2, "topic", "own", isPart: true)
    let known = try file.earlier(
      ["own", "unheard", "other"], scopes: ["debug"], branch: "topic", base: ["main"])
    #expect(known["own"]?.newSince == newSince)
    #expect(known["own"]?.outcomes == [.failed])
    #expect(known["unheard"]?.newSince == newSince)
    #expect(known["other"]?.failsOnBase == true)
  }

  /// What failed on the base before the branch began is counted from there.
  @Test func countsFailuresFromBeforeTheBranch() throws {
    for (number, branch) in [(1, "main"), (2, "main"), (3, "main"), (4, "topic")] {
      var run = run(number, branch: branch)
      let outcome: TestOutcome = number == 1 ? .passed : .failed
      run.suites = [
        .init(scope: "debug", isPart: false, tests: [.init(id: "t", outcome: outcome, seconds: 1)])
      ]
      _ = try file.bring(run)
    }
    let earlier = try #require(
      try file.earlier(["t"], scopes: ["debug"], branch: "topic", base: ["main"])["t"])
    #expect(earlier.outcomes == [.passed, .failed, .failed, .failed])
    #expect(
      earlier.words
        == "failing since c2, 4 runs with this one; fails on the base branch, too")
  }

  /// The commit does not have what a person had not committed.
  @Test(arguments: [(true, nil), (false, "c1")])
  func aChangedCheckoutIsNotItsCommit(isModified: Bool, commit: String?) throws {
    var run = run(1, branch: "topic")
    run.checkout?.isModified = isModified
    run.suites = [
      .init(scope: "debug", isPart: false, tests: [.init(id: "t", outcome: .failed, seconds: 1)])
    ]
    _ = try file.bring(run)
    let earlier = try file.earlier(["t"], scopes: ["debug"], branch: "topic", base: [])["t"]
    #expect(earlier?.failingSince == .init(run: run.id, commit: commit))
  }

  @Test func tellsHowATestEndedBefore() throws {
    func add(_ number: Int, _ branch: String, _ outcome: TestOutcome) throws {
      var run = run(number, branch: branch)
      run.suites = [
        .init(scope: "debug", isPart: false, tests: [.init(id: "t", outcome: outcome, seconds: 1)])
      ]
      _ = try file.bring(run)
    }
    func earlier(
      _ branch: String? = "topic", _ base: Set<String> = ["main"]
    ) throws -> EarlierOutcomes? {
      try file.earlier(
        ["t", "unknown"], scopes: ["debug", "debug sharded"], branch: branch, base: base)["t"]
    }
    #expect(try earlier() == nil)
    try add(1, "main", .failed)
    #expect(
      try earlier()
        == EarlierOutcomes(
          outcomes: [.failed], branch: "main", failingSince: .init(run: run(1).id, commit: "c1"),
          failsOnBase: true))
    try add(2, "topic", .passed)
    #expect(try earlier() == EarlierOutcomes(outcomes: [.passed], failsOnBase: true))
    try add(3, "main", .passed)
    try add(4, "topic", .failed)
    try add(5, "topic", .skipped)
    try add(6, "topic", .timedOut)
    // Those of main and of another branch do not come between.
    for number in 7..<40 { try add(number, number.isMultiple(of: 2) ? "main" : "other", .passed) }
    #expect(
      try earlier()
        == EarlierOutcomes(
          outcomes: [.passed, .failed, .timedOut],
          failingSince: .init(run: run(4).id, commit: "c4"), failsOnBase: false, newSince: "main"))
    #expect(try earlier("topic", [])?.failsOnBase == nil)
    #expect(try earlier("unborn")?.branch == "main")
    #expect(try earlier("unborn")?.newSince == "main")
    #expect(try earlier("main", [])?.outcomes.count == 18)
    #expect(try earlier("main", [])?.branch == nil)
    #expect(try earlier("unborn", []) == nil)
    #expect(try earlier(nil, []) == nil)
    for number in 40..<80 { try add(number, "topic", .passed) }
    #expect(try earlier()?.outcomes.count == EarlierOutcomes.most)
    // The base failed before the first run of the branch.
    for (number, branch) in [(80, "main"), (81, "main"), (82, "late"), (83, "late")] {
      try add(number, branch, .failed)
    }
    #expect(try earlier("late")?.failingSince?.commit == "c80")
    #expect(try earlier("late", [])?.failingSince?.commit == "c82")
    #expect(
      try earlier("late")?.outcomes.suffix(5) == [.passed, .failed, .failed, .failed, .failed])
  }

  /// What a step brings while the run goes on, and the run's own facts at its end.
  @Test func aRunOfOneTestPushesNoOtherOut() throws {
    let store = HistoryStore(path: path, patience: 50, keptRuns: 10)
    #expect(store.add(run(0)) == nil)
    #expect(store.add(run(0).suites[0], runID: run(0).id) == nil)
    for _ in 0..<15 {
      #expect(store.add(run(0).suites[1], runID: "part") == nil)
    }
    let suites = try #require(file.export(newest: 1).first?.suites)
    #expect(suites == [run(0).suites[0]])
  }

  /// A file of the last version: what tests usually take is still known.
  @Test func takesOverWhatVersion2Knew() throws {
    let script = """
      CREATE TABLE test_runs (run INTEGER PRIMARY KEY, id TEXT NOT NULL, scope TEXT NOT NULL);
      CREATE TABLE test_results (
        run INTEGER NOT NULL, scope TEXT NOT NULL, test TEXT NOT NULL, outcome TEXT NOT NULL,
        seconds REAL, flaky INTEGER NOT NULL);
      CREATE INDEX test_results_by_scope ON test_results (scope, run);
      CREATE TABLE test_summaries (
        scope TEXT NOT NULL, test TEXT NOT NULL, outcome TEXT NOT NULL, passes INTEGER NOT NULL,
        run INTEGER NOT NULL, recent TEXT NOT NULL, PRIMARY KEY (scope, test)) WITHOUT ROWID;
      INSERT INTO test_runs VALUES (41, 'r', 'debug');
      INSERT INTO test_results VALUES (41, 'debug', 'M.C/a', 'passed', 2.5, 0);
      INSERT INTO test_summaries VALUES ('debug', 'M.C/a', 'passed', 9, 41, '2.5 2.5');
      PRAGMA user_version = 2;
      """
    try Database(path: path, patience: 50).execute(script)
    let store = HistoryStore(path: path, patience: 50)
    #expect(store.entries(scope: "debug").entries["M.C/a"]?.usualSeconds == 2.5)
    #expect(store.add(run(1).suites[0], runID: "new") == nil)
    let entry = store.entries(scope: "debug").entries["M.C/a"]
    #expect(entry?.passesInARow == 10)
    #expect(entry?.samples == 3)
    #expect(entry?.lastRun == 42)
  }

  @Test(arguments: [[0xFF, 0xFF, 0xFF], [0, 15, 1, 1], [200, 1, 1], []] as [[UInt8]])
  func damagedTestsAreLeftOut(bytes: [UInt8]) throws {
    _ = try file.bring(run(1))
    let database = try Database(path: path, patience: 50)
    try database.query("UPDATE test_runs SET tests = ? WHERE part = 0", [.bytes(bytes)])
    try database.query("UPDATE history_runs SET coverage = ?1, warnings = ?1", [.bytes(bytes)])
    let history = try file.history(newest: 10)
    #expect(history.series.map(\.scope) == ["thread"])
  }
}
