import CIModel
import Foundation
import ProcessExecution
import TestSupport
import Testing

@testable import TestExecution

/// A timeline with tests that ran from and to so many seconds from now.
func timeline(
  _ tests: [(id: String, start: Double, end: Double?)], attempts: [NetworkAttempt] = [],
  now: SuspendingClock.Instant = SuspendingClock.now
) -> TestTimeline {
  let timeline = TestTimeline()
  timeline.add(
    TestTimeline.Process(
      launch: TestLaunch(number: 1, framework: .xctest, tests: tests.map(\.id), purpose: .run),
      spans: tests.map { test in
        TestSpan(
          id: test.id, startedAt: now + .seconds(test.start),
          endedAt: test.end.map { now + .seconds($0) })
      }, attempts: attempts))
  return timeline
}

@Suite struct LeftoverTests {
  private let repository: ScratchRepository

  init() throws {
    repository = try ScratchRepository()
    try repository.commit(
      "Begin",
      [".gitignore": "ignored\n", "known": "1", "dirty": "1", "doomed": "1", "gone": "1"])
    try repository.directory.write("2", to: "dirty")
    try repository.directory.write("1", to: "old")
    try FileManager.default.removeItem(atPath: repository.path + "/gone")
  }

  private func watch() -> LeftoverWatch {
    LeftoverWatch(checkout: repository.path, privateHome: nil, home: nil, environment: [:])
  }

  private func litter() throws {
    try repository.directory.write("2", to: "known")
    try repository.directory.write("x", to: "new folder/new")
    try repository.directory.write("x", to: "ignored")
    try repository.directory.write("x", to: ".build/product")
    try repository.directory.write("x", to: "Sub/.devtool/record")
    try FileManager.default.removeItem(atPath: repository.path + "/doomed")
  }

  @Test func namesWhatOneTestDid() throws {
    let watch = watch()
    try litter()
    let findings = watch.findings(timeline([("A.B/c", -3_600, 3_600)]), level: .warn)
    #expect(
      findings.map(\.message) == [
        "'doomed' disappeared from the checkout while the tests ran",
        "A.B/c changed 'known' in the checkout",
        "A.B/c left 'new folder/new' in the checkout",
      ])
    #expect(findings.allSatisfy { $0.severity == .warning && $0.ruleID == "tests.leftovers" })
    #expect(findings.map { $0.location?.file } == ["doomed", "known", "new folder/new"])
  }

  @Test func namesEverybodyWhoMayHaveDoneIt() throws {
    let watch = watch()
    try repository.directory.write("x", to: "new")
    let findings = watch.findings(
      timeline([("A", -3_600, 3_600), ("B", -3_600, 3_600), ("C", -3_600, -1_800)]), level: .fail)
    #expect(findings.map(\.message) == ["'new' appeared in the checkout while A, B ran"])
    #expect(findings.map(\.severity) == [.error])
  }

  @Test func doesNotBlameTestsForWhatOthersDo() throws {
    let watch = watch()
    try repository.directory.write("3", to: "dirty")
    let findings = watch.findings(timeline([("A", -3_600, -1_800)]), level: .fail)
    #expect(findings.map(\.message) == ["'dirty' changed in the checkout while no test ran"])
    #expect(findings.map(\.severity) == [.note])
  }

  /// A test that died ran until its process was gone, not for ever.
  @Test func knowsWhenADeadTestEnded() throws {
    let watch = watch()
    let timeline = timeline([("A", -3_600, nil), ("B", -3_600, 3_600)])
    usleep(100_000)
    try repository.directory.write("x", to: "new")
    let findings = watch.findings(timeline, level: .warn)
    #expect(findings.map(\.message) == ["B left 'new' in the checkout"])
  }

  @Test func saysNothingWhenNothingHappened() throws {
    #expect(watch().findings(timeline([("A", -3_600, 3_600)]), level: .fail) == [])
  }

  @Test func countsWhatIsTooMuchToList() throws {
    let watch = watch()
    for number in 10..<40 { try repository.directory.write("x", to: "new\(number)") }
    let findings = watch.findings(timeline([("A", -3_600, 3_600)]), level: .warn)
    #expect(findings.count == 21)
    #expect(findings.last?.message == "10 more files appeared or changed")
  }

  @Test func looksAtARealHomeFromAbove() throws {
    let home = try ScratchDirectory()
    try home.write("x", to: ".config/old/settings")
    try home.write("x", to: ".profile")
    let watch = LeftoverWatch(
      checkout: home.path + "/none", privateHome: nil, home: home.path, environment: [:])
    try home.write("x", to: ".config/new/settings")
    try home.write("x", to: ".bash_history")
    try home.write("x", to: ".cache/thing")
    try home.write("yy", to: ".profile")
    try home.write("x", to: "Documents/deep/down")
    let findings = watch.findings(timeline([("A", -3_600, 3_600)]), level: .warn)
    #expect(
      findings.map(\.message).sorted() == [
        "A changed '.profile' in HOME", "A left '.config/new' in HOME",
        "A left 'Documents' in HOME",
      ])
  }

  @Test func looksAtEverythingInAPrivateHome() throws {
    let home = try ScratchDirectory()
    let watch = LeftoverWatch(
      checkout: home.path + "/none", privateHome: home.path, home: home.path, environment: [:])
    try home.write("x", to: ".config/app/settings")
    try home.write("x", to: ".cache/thing")
    let findings = watch.findings(timeline([("A", -3_600, 3_600)]), level: .warn)
    #expect(findings.map(\.message) == ["A left '.config/app/settings' in its private HOME"])
  }
}

@Suite struct NetworkChargesTests {
  private let now = SuspendingClock.now

  private func charges(
    _ tests: [(id: String, start: Double, end: Double?)], at moments: [(String, Double)]
  ) -> NetworkCharges {
    NetworkCharges(
      timeline(
        tests,
        attempts: moments.map { NetworkAttempt(address: $0.0, time: now + .seconds($0.1)) },
        now: now
      ).processes)
  }

  @Test func failsTheTestThatRan() {
    let charges = charges(
      [("A", 0, 1), ("B", 2, 3), ("C", 4, nil)], at: [("1.1.1.1:1", 2.5), ("1.1.1.1:1", 2.6)])
    var tests = ["A", "B", "C"].map {
      TestCase(
        name: $0, id: $0, framework: .xctest, function: $0, outcome: .passed,
        runs: [TestRun(.passed, durationSeconds: 1)])
    }
    charges.fail(&tests)
    #expect(tests.map(\.outcome) == [.passed, .failed, .passed])
    #expect(tests[1].issues.map(\.message) == ["reached out to 1.1.1.1:1"])
    #expect(tests[1].runs.map(\.outcome) == [.failed])
    #expect(charges.findings(denied: true) == [])
    #expect(charges.findings(denied: false).map(\.message) == ["B reached out to 1.1.1.1:1"])
    #expect(charges.suspects == [])
  }

  @Test func saysWhenNoTestRan() {
    let charges = charges(
      [("A", 0, 1), ("B", 2, 3)], at: [("1.1.1.1:1", -1), ("2.2.2.2:2", 1.5)])
    let findings = charges.findings(denied: true)
    #expect(
      findings.map(\.message) == [
        "the test process, before any test, reached out to 1.1.1.1:1",
        "the test process, after A, reached out to 2.2.2.2:2",
      ])
    #expect(findings.map(\.severity) == [.error, .error])
  }

  /// A class may be set up before the line that tells of the start of its first test.
  @Test(
    arguments: [
      (1.9, ["B"]), (1.74, []), (1.05, []), (3.05, ["B", "C"]), (4.2, []),
    ] as [(Double, [String])])
  func whatComesJustBeforeATestMayBeItsOwn(moment: Double, tests: [String]) {
    let charges = charges(
      [("A", 0, 1), ("B", 2, 3), ("C", 3.1, 4.1)], at: [("1.1.1.1:1", moment)])
    #expect(charges.suspects == (tests.count > 1 ? Set(tests) : []))
    let message = charges.findings(denied: false).map(\.message).first ?? ""
    #expect(
      message.hasPrefix(
        tests.isEmpty
          ? "the test process, after "
          : tests.count == 1 ? "\(tests[0]) reached" : "one of \(tests.joined(separator: ", "))"))
  }

  @Test func tellsApartByWhatEachDoesAlone() {
    var together = charges(
      [("A", 0, 9), ("B", 0, 9), ("C", 0, 1)], at: [("1.1.1.1:1", 2), ("2.2.2.2:2", 3)])
    #expect(together.suspects == ["A", "B"])
    #expect(
      together.findings(denied: false).map(\.message) == [
        "one of A, B reached out to 1.1.1.1:1", "one of A, B reached out to 2.2.2.2:2",
      ])
    together.narrow(charges([("A", 0, 1), ("B", 2, 3)], at: [("1.1.1.1:1", 2.5)]))
    #expect(
      together.findings(denied: false).map(\.message) == [
        "B reached out to 1.1.1.1:1", "one of A, B reached out to 2.2.2.2:2",
      ])
  }

  /// A and B seem to run, because something printed that they do; it was C.
  @Test func asksTheOthersOfTheProcessLast() {
    var together = charges([("A", 0, 9), ("B", 0, 9), ("C", 10, 11)], at: [("1.1.1.1:1", 2)])
    #expect(together.companions == ["A", "B", "C"])
    together.narrow(charges([("A", 0, 1), ("B", 2, 3)], at: []))
    #expect(
      together.findings(denied: false).map(\.message) == ["one of A, B reached out to 1.1.1.1:1"])
    together.narrow(
      charges([("A", 0, 1), ("B", 2, 3), ("C", 4, 5)], at: [("1.1.1.1:1", 4.5)]))
    #expect(together.companions == [])
    #expect(together.findings(denied: false).map(\.message) == ["C reached out to 1.1.1.1:1"])
  }
}
