import CIModel
import Foundation
import RunHistory
import TestSupport
import Testing

@testable import RunStorage

@Suite struct TestHistoryTests {
  let scratch: ScratchDirectory
  let history: HistoryStore
  private static let keptRuns = 20

  init() throws {
    scratch = try ScratchDirectory()
    history = HistoryStore(
      path: scratch.path + "/history.sqlite", patience: 50, keptRuns: Self.keptRuns)
  }

  private func add(
    _ outcome: TestOutcome = .passed, seconds: Double? = 1, isFlaky: Bool = false, run: Int,
    test: String = "M.C/t", scope: String = "debug"
  ) -> String? {
    history.add(
      HistoryRun.Suite(
        scope: scope, isPart: false,
        tests: [.init(id: test, outcome: outcome, seconds: seconds, isFlaky: isFlaky)]),
      runID: "run-\(run)")
  }

  @Test func isEmptyBeforeTheFirstRun() {
    let (entries, note) = history.entries(scope: "debug")
    #expect(entries.isEmpty)
    #expect(note == nil)
    #expect(!scratch.exists("history.sqlite"))
  }

  @Test func takesTheMiddleOfTheLastTenDurations() {
    // The first is too old to count.
    for (run, seconds) in [100, 1, 1, 1, 1, 1, 9, 9, 9, 9, 2].enumerated() {
      #expect(add(seconds: Double(seconds), run: run) == nil)
    }
    let entry = history.entries(scope: "debug").entries["M.C/t"]
    #expect(entry?.usualSeconds == 1.5)
    #expect(entry?.samples == 10)
    #expect(entry?.passesInARow == 11)
  }

  /// Deleted tests are not planned; those that only the newest run of a part contained are.
  @Test func testsThatAreGoneTakeNoTime() {
    #expect(add(seconds: 5, run: 1, test: "M.C/gone") == nil)
    #expect(history.usualSeconds(scope: "debug") == ["M.C/gone": 5])
    #expect(add(seconds: 1, run: 2) == nil)
    let part = HistoryRun.Suite(
      scope: "debug", isPart: true,
      tests: [.init(id: "M.C/new", outcome: .passed, seconds: 2, isFlaky: false)])
    #expect(history.add(part, runID: "run-3") == nil)
    #expect(history.usualSeconds(scope: "debug") == ["M.C/t": 1, "M.C/new": 2])
    #expect(history.usualSeconds(scope: "release") == [:])
  }

  @Test func keepsScopesApart() {
    #expect(add(seconds: 1, run: 1) == nil)
    #expect(add(seconds: 50, run: 2, scope: "thread") == nil)
    #expect(history.entries(scope: "debug").entries["M.C/t"]?.usualSeconds == 1)
    #expect(history.entries(scope: "thread").entries["M.C/t"]?.usualSeconds == 50)
    #expect(history.entries(scope: "release").entries.isEmpty)
  }

  @Test(arguments: [
    ([TestOutcome.passed, .passed, .passed], 3), ([.failed, .passed], 1), ([.passed, .failed], 0),
    ([.passed, .notRun], 1), ([.passed, .crashed, .passed, .passed], 2), ([.passed, .skipped], 0),
  ])
  func countsPassesInARow(outcomes: [TestOutcome], expected: Int) {
    for (run, outcome) in outcomes.enumerated() { #expect(add(outcome, run: run) == nil) }
    let entry = history.entries(scope: "debug").entries["M.C/t"]
    #expect(entry?.passesInARow == expected)
    #expect(entry?.lastOutcome == outcomes.last)
  }

  @Test func aFlakyPassIsNoPass() {
    #expect(add(run: 1) == nil)
    #expect(add(isFlaky: true, run: 2) == nil)
    #expect(history.entries(scope: "debug").entries["M.C/t"]?.passesInARow == 0)
  }

  @Test func timesOfDeathsAreNoDurations() {
    #expect(add(.timedOut, seconds: 60, run: 1) == nil)
    #expect(add(.passed, seconds: nil, run: 2) == nil)
    #expect(history.entries(scope: "debug").entries["M.C/t"]?.usualSeconds == nil)
  }

  @Test func dropsTheOldestRuns() throws {
    for run in 0..<(Self.keptRuns + 5) { #expect(add(run: run) == nil) }
    let database = try Database(path: scratch.path + "/history.sqlite", patience: 0)
    var count: Int64 = 0
    try database.query("SELECT count(*) FROM test_runs") { count = $0.integer(0) }
    #expect(count == Int64(Self.keptRuns))
  }

  @Test func forgetsTestsThatNobodyRuns() {
    #expect(add(run: 0, test: "M.C/gone") == nil)
    for run in 1..<Self.keptRuns { #expect(add(run: run) == nil) }
    #expect(history.entries(scope: "debug").entries["M.C/gone"] != nil)
    #expect(add(run: Self.keptRuns) == nil)
    #expect(history.entries(scope: "debug").entries["M.C/gone"] == nil)
    #expect(history.entries(scope: "debug").entries["M.C/t"]?.passesInARow == Self.keptRuns)
  }

  /// Files of an older version hold results without summaries.
  @Test func anOlderFileIsUsedOn() throws {
    let database = try Database(path: scratch.path + "/history.sqlite", patience: 0)
    try database.execute(
      """
      CREATE TABLE test_runs (run INTEGER PRIMARY KEY, id TEXT NOT NULL, scope TEXT NOT NULL);
      CREATE TABLE test_results (
        run INTEGER NOT NULL, scope TEXT NOT NULL, test TEXT NOT NULL, outcome TEXT NOT NULL,
        seconds REAL, flaky INTEGER NOT NULL);
      INSERT INTO test_runs VALUES (7, 'old', 'debug');
      INSERT INTO test_results VALUES (7, 'debug', 'M.C/t', 'passed', 3.0, 0);
      PRAGMA user_version = 1;
      """)
    #expect(add(seconds: 2, run: 1) == nil)
    let entry = history.entries(scope: "debug").entries["M.C/t"]
    #expect(entry?.usualSeconds == 2)
    #expect(entry?.lastRun == 1)
  }

  @Test(arguments: [
    "this is no database, and longer than its header of one hundred bytes would have to be, so", "",
  ])
  func aDamagedFileIsPutAside(content: String) throws {
    try scratch.write(content, to: "history.sqlite")
    let (entries, note) = history.entries(scope: "debug")
    #expect(entries.isEmpty)
    if content.isEmpty {
      // SQLite takes an empty file for a new database.
      #expect(note == nil)
    } else {
      #expect(
        note
          == "Timings of earlier runs are not used: the history is damaged (file is not a database)"
          + ", and was renamed to history.sqlite.damaged.")
      #expect(try scratch.read("history.sqlite.damaged") == content)
    }
    #expect(add(run: 1) == nil)
    #expect(history.entries(scope: "debug").entries.count == 1)
  }

  /// The version says that nothing has to be made, so nothing ever would be.
  @Test(arguments: ["", "CREATE TABLE test_runs (x);", "CREATE VIEW test_summaries AS SELECT 1;"])
  func oneWithoutItsTablesIsBegunAnew(tables: String) throws {
    try Database(path: scratch.path + "/history.sqlite", patience: 50)
      .execute("\(tables) PRAGMA user_version = 3")
    #expect(
      add(run: 1)
        == "A new history was started: the history is damaged (tables are missing), and "
        + "was renamed to history.sqlite.damaged."
    )
    #expect(add(run: 2) == nil)
    #expect(history.entries(scope: "debug").entries.count == 1)
  }

  /// SQLite would follow a link, and wait for a pipe.
  @Test(arguments: ["", "-journal", "-wal"])
  func whatIsNoFileIsLeftAlone(end: String) throws {
    try scratch.write("mine", to: "mine")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/history.sqlite" + end, withDestinationPath: "mine")
    #expect(add(run: 1) != nil)
    #expect(try scratch.read("mine") == "mine")
  }

  @Test func writingBeginsADamagedFileAnew() throws {
    try scratch.write(String(repeating: "no database ", count: 20), to: "history.sqlite")
    #expect(add(run: 1)?.hasPrefix("A new history was started: the history is damaged") == true)
    #expect(history.entries(scope: "debug").entries.count == 1)
  }

  @Test func aLockedFileIsSaidAndSurvived() throws {
    #expect(add(run: 1) == nil)
    let other = try Database(path: scratch.path + "/history.sqlite", patience: 0)
    try other.execute("BEGIN EXCLUSIVE")
    #expect(
      add(run: 2) == "This run was not added to the history: another process is using the history.")
    let (entries, note) = history.entries(scope: "debug")
    #expect(entries.isEmpty)
    #expect(note == "Timings of earlier runs are not used: another process is using the history.")
    try other.execute("COMMIT")
    #expect(history.entries(scope: "debug").entries.count == 1)
  }

  @Test func aFolderThatIsNotThereIsSaid() {
    let lost = HistoryStore(path: scratch.path + "/no/history.sqlite")
    #expect(
      lost.add(.init(scope: "debug", isPart: false, tests: []), runID: "1")
        == "This run was not added to the history: unable to open database file.")
  }

  @Test func aNewerFileIsLeftAlone() throws {
    let database = try Database(path: scratch.path + "/history.sqlite", patience: 0)
    try database.execute("PRAGMA user_version = 99")
    #expect(
      add(run: 1)
        == "This run was not added to the history: the history was written by a newer devtool.")
  }
}
