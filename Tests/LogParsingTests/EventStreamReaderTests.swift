import CIModel
import LogParsing
import TestSupport
import Testing

@Suite struct EventStreamReaderTests {
  private func read(_ bytes: [UInt8], chunk: Int = .max) -> LogFacts {
    var reader = EventStreamReader(root: fixtureRoot)
    var start = 0
    while start < bytes.count {
      let end = bytes.count - start > chunk ? start + chunk : bytes.count
      bytes[start..<end].withUnsafeBytes { reader.read($0) }
      start = end
    }
    return reader.finish()
  }

  /// Those that are `specified` are written by hand after swift-testing's `Documentation/ABI/JSON.md`
  /// and its encoders, since no toolchain that writes them was at hand.
  @Test(arguments: [
    "swift63-events", "swift63-events-crash", "swift64-events-specified",
    "swift65-events-specified",
  ])
  func facts(name: String) throws {
    let bytes = try fixture(name + ".jsonl")
    let facts = read(bytes)
    expectGolden(dump(facts), name + ".txt")
    #expect(read(bytes, chunk: 13) == facts)
  }

  /// The stream and the console tell the same story.
  @Test func agreesWithTheConsole() throws {
    let stream = read(try fixture("swift63-events.jsonl")).counts.swiftTesting
    let console = LogParsingTests.read(
      try fixture("swift63-swift-testing.log"), chunk: .max
    ).facts.counts.swiftTesting
    #expect(stream == console)
    #expect(stream != nil)
  }

  /// Thirteen tests with two slots: `price…` takes 0.2 s, `stock…` 0.1 s, and the five cases of
  /// `sums` 0.5 s with two at once.
  @Test func testsThatWaitForASlotDoNotRun() throws {
    var reader = EventStreamReader(root: fixtureRoot, width: 2)
    try fixture("swift63-events-slots.jsonl").withUnsafeBytes { reader.read($0) }
    let changes = reader.takeChanges().filter { $0.outcome != .skipped }
    #expect(changes.count == 24)
    var begun: [String: Double] = [:]
    var most = 0
    for change in changes {
      let instant = try #require(change.instant)
      if change.outcome == .unfinished {
        begun[change.id] = instant
        most = max(most, begun.count)
      } else {
        let begin = begun.removeValue(forKey: change.id)
        let start = try #require(begin, "\(change.id)")
        let seconds = try #require(change.durationSeconds)
        #expect(abs(seconds - (instant - start)) < 1e-6)
        let expected =
          change.name.hasPrefix("price") ? 0.2 : change.name == "sums(milliseconds:)" ? 0.6 : 0.1
        #expect(abs(seconds - expected) < 0.11, "\(change.name) \(seconds)")
      }
    }
    // One that ends may be read before the one that it made room for.
    #expect(most <= 3)
    #expect(begun.isEmpty)
    // Who reads it without knowing the slots takes the waiting for running.
    let plain = read(try fixture("swift63-events-slots.jsonl"))
    #expect(plain.tests.contains { ($0.durationSeconds ?? 0) > 1 })
  }

  /// 24 tests that keep both processors busy for 1.7 s: 23 ends are reported 0.76 s after the start.
  /// A process that used no processor time meanwhile waited for its first two tests.
  @Test(arguments: [(1.5, 0), (0.2, 0), (0.05, 24)])
  func testsWithLateEndsHaveNoDuration(processorSeconds: Double, timed: Int) throws {
    var reader = EventStreamReader(root: fixtureRoot, width: 2)
    try fixture("swift63-events-late-ends.jsonl").withUnsafeBytes {
      reader.read($0, processorSeconds: processorSeconds)
    }
    let ends = reader.takeChanges().filter { $0.outcome == .passed }
    #expect(ends.count == 24)
    #expect(ends.count { $0.durationSeconds != nil } == timed)
    let tests = reader.finish().tests
    #expect(tests.count { $0.durationSeconds != nil } == timed)
    #expect(tests.flatMap(\.runs).count { $0.durationSeconds != nil } == timed)
  }

  /// From 6.4 on, a test reports its start when it begins, so all times are exact.
  @Test func testsThatReportWhenTheyBeginAreTimed() throws {
    var stream = ""
    for number in 0..<6 {
      stream += """
        {"kind": "test", "payload": {"kind": "function", "id": "M.t\(number)()", "name": \
        "t\(number)()", "isParameterized": false}, "version": "6.4"}

        """
    }
    func event(_ kind: String, _ test: Int, at instant: Double) {
      stream += """
        {"kind": "event", "payload": {"kind": "\(kind)", "instant": {"absolute": \(instant), \
        "since1970": 2}, "messages": [], "testID": "M.t\(test)()"}, "version": "6.4"}

        """
    }
    event("testStarted", 0, at: 1)
    event("testStarted", 1, at: 1)
    event("testEnded", 0, at: 2)
    for number in 2..<6 {
      event("testStarted", number, at: 2 + 0.001 * Double(number))
      event("testEnded", number, at: 2.0005 + 0.001 * Double(number))
    }
    event("testEnded", 1, at: 2.01)
    var reader = EventStreamReader(root: nil, width: 2)
    Array(stream.utf8).withUnsafeBytes { reader.read($0, processorSeconds: 2) }
    #expect(reader.finish().tests.compactMap(\.durationSeconds).count == 6)
  }

  @Test func tornLastLineIsTolerated() throws {
    let bytes = Array(try fixture("swift63-events-crash.jsonl").dropLast(40))
    let facts = read(bytes)
    #expect(facts.lines.unrecognized == 0)
    #expect(facts.counts.swiftTesting?.passed == 1)
  }

  @Test func undecodableLineIsReported() throws {
    let bytes = Array("{\"oops\":\n".utf8) + (try fixture("swift63-events.jsonl"))
    let facts = read(bytes)
    #expect(facts.lines.unrecognized == 1)
    #expect(facts.verdict == .failed)
    #expect(
      facts.reasons.last == "1 line of the event stream cannot be decoded, the first is 1")
    #expect(facts.counts.swiftTesting == read(Array(bytes.dropFirst(9))).counts.swiftTesting)
  }

  /// From 6.5 on there may be no clock that never goes back, and no messages.
  @Test func laterStreamsTellTheSame() throws {
    var earlier = read(try fixture("swift64-events-specified.jsonl"))
    let later = read(try fixture("swift65-events-specified.jsonl"))
    #expect(earlier.tests.compactMap(\.durationSeconds).count == 5)
    for index in earlier.tests.indices {
      earlier.tests[index].durationSeconds = nil
      for run in earlier.tests[index].runs.indices {
        earlier.tests[index].runs[run].durationSeconds = nil
      }
    }
    #expect(earlier == later)
  }

  private func event(_ kind: String, _ message: String, test: String? = nil) -> String {
    let id = test.map { ", \"testID\": \"\($0)\"" } ?? ""
    return """
      {"kind": "event", "payload": {"kind": "\(kind)", "instant": {"absolute": 1, "since1970": 2}, \
      "messages": [{"symbol": "default", "text": "\(message)"}]\(id)}, "version": "6.3.0"}

      """
  }

  /// The totals of a run are compared with what the stream showed of it.
  @Test(arguments: [
    (1, "passed", 1, [String]()), (2, "passed", 2, []),
    (2, "passed", 1, ["Swift Testing counted 2 tests, the stream shows 1"]),
    (0, "passed", 1, ["Swift Testing counted 0 tests, the stream shows 1"]),
    (1, "failed", 1, ["the run failed, and the stream does not show why"]),
  ])
  func contradictions(counted: Int, outcome: String, shown: Int, reasons: [String]) {
    let tests = ["M.a()/A.swift:1:2", "M.b()/A.swift:2:2"].prefix(shown)
    let listed = tests.map { id in
      """
      {"kind": "test", "payload": {"kind": "function", "id": "\(id)", "name": "a()", \
      "isParameterized": false, "sourceLocation": {"_filePath": "/A.swift", "fileID": "M/A.swift", \
      "line": 1, "column": 2}}, "version": "6.3.0"}

      """
    }
    let ran = tests.map {
      event("testStarted", "Test a() started.", test: $0)
        + event("testEnded", "Test a() passed after 0.25 seconds.", test: $0)
    }
    let end = event(
      "runEnded", "Test run with \(counted) tests in 0 suites \(outcome) after 0.25 seconds.")
    // Each run begins to count again, and whatever is not in a run counts from nought.
    let run = event("runStarted", "Test run started.") + ran.joined() + end
    for stream in [listed.joined() + run, listed.joined() + ran.joined() + end] {
      #expect(read(Array(stream.utf8)).reasons == reasons)
      #expect(read(Array(stream.utf8)).verdict == (reasons.isEmpty ? .passed : .failed))
    }
    let twice = listed.joined() + run + run
    #expect(read(Array(twice.utf8)).reasons == reasons + reasons)
  }

  /// An issue shows why.
  @Test func aFailedRunWithAnIssueIsNoContradiction() {
    let stream =
      event("runStarted", "Test run started.") + event("issueRecorded", "no")
      + event("runEnded", "Test run with 0 tests in 0 suites failed after 0.25 seconds.")
    let facts = read(Array(stream.utf8))
    #expect(facts.verdict == .failed)
    #expect(facts.diagnostics.map(\.message) == ["outside of a test: no"])
  }

  /// An issue of a suite has the place of the suite if it has none; one of a test that ended is no
  /// issue of a passed test.
  @Test func issuesWithoutARunningTestAreErrors() {
    let suite = """
      {"kind": "test", "payload": {"kind": "suite", "id": "M.Prepared", "name": "Prepared", \
      "sourceLocation": {"_filePath": "/A.swift", "fileID": "M/A.swift", "line": 3, "column": 2}}, \
      "version": "6.3.0"}

      """
    let function = """
      {"kind": "test", "payload": {"kind": "function", "id": "M.a()/A.swift:1:2", "name": "a()", \
      "isParameterized": false}, "version": "6.3.0"}

      """
    let ended =
      event("testStarted", "Test a() started.", test: "M.a()/A.swift:1:2")
      + event("testEnded", "Test a() passed after 0.25 seconds.", test: "M.a()/A.swift:1:2")
    let facts = read(
      Array(
        (event("runStarted", "Test run started.") + suite + function
          + event("issueRecorded", "Caught error: no", test: "M.Prepared") + ended
          + event("issueRecorded", "late", test: "M.a()/A.swift:1:2")
          + event("runEnded", "Test run with 1 test in 1 suite failed after 0.25 seconds.")).utf8))
    #expect(
      facts.diagnostics.map { "\($0.file ?? "") \($0.line ?? 0) \($0.message)" }
        == ["/A.swift 3 suite Prepared: Caught error: no", " 0 test a(): late"])
    #expect(facts.tests.map(\.issues) == [[]])
    #expect(facts.verdict == .failed)
    #expect(facts.reasons == ["2 errors"])
  }

  @Test func aStrayIssueOfManyLinesIsCut() {
    let text = (0..<30).map { "line \($0)" }.joined(separator: "\\n")
    let facts = read(Array(event("issueRecorded", text).utf8))
    #expect(facts.diagnostics.map(\.message) == ["outside of a test: line 0"])
    #expect(facts.diagnostics.first?.notes?.count == 8)
  }

  /// The stream tells when a case ends, and not which.
  @Test(arguments: [
    ("+1", "running with n → 1"), ("+1 - +2", "running with n → 2"),
    ("+1 +2", "running with n → 1 or with n → 2"),
    ("+1 +2 - +3", "running with n → 1 or with n → 2 or with n → 3"), ("+1 -", nil),
    (
      "+1 +2 +3 +4 +5 +6 +7",
      "running with n → 1 or with n → 2 or with n → 3 or with n → 4 or with n → 5 or with 2 more"
    ),
  ])
  func aTestThatNeverEndedHasArguments(cases: String, note: String?) {
    let id = "M.rows(n:)/A.swift:1:2"
    var stream = """
      {"kind": "test", "payload": {"kind": "function", "id": "\(id)", "name": "rows(n:)", \
      "isParameterized": true}, "version": "6.3.0"}

      """
    stream += event("runStarted", "Test run started.")
    stream += event("testStarted", "Test rows(n:) started.", test: id)
    for step in cases.split(separator: " ") {
      stream +=
        step == "-"
        ? event("testCaseEnded", "", test: id)
        : event(
          "testCaseStarted",
          "Test case passing 1 argument n → \(step.dropFirst()) to rows(n:) started.", test: id)
    }
    let facts = read(Array(stream.utf8))
    #expect(facts.tests.map(\.outcome) == [.unfinished])
    #expect(facts.tests.flatMap(\.issues).map(\.message) == [note].compactMap(\.self))
  }

  @Test func emptyStreamIsUnknown() {
    #expect(read([]).verdict == .unknown)
  }
}
