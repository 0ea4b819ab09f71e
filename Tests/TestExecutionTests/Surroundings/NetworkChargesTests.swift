import CIModel
import ProcessExecution
import Testing

@testable import TestExecution

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
    #expect(
      charges.uses(isDenied: true) == [NetworkUse("1.1.1.1:1", tests: ["B"], isDenied: true)])
    #expect(charges.suspects == [])
  }

  @Test func saysWhenNoTestRan() {
    let charges = charges(
      [("A", 0, 1), ("B", 2, 3)], at: [("1.1.1.1:1", -1), ("2.2.2.2:2", 1.5)])
    #expect(
      charges.uses(isDenied: false) == [
        NetworkUse("1.1.1.1:1", tests: [], isDenied: false),
        NetworkUse("2.2.2.2:2", tests: [], after: "A", isDenied: false),
      ])
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
    let uses = charges.uses(isDenied: false)
    #expect(uses.map(\.tests) == [tests])
    #expect((uses.first?.after == nil) == !tests.isEmpty)
  }

  @Test func tellsApartByWhatEachDoesAlone() {
    var together = charges(
      [("A", 0, 9), ("B", 0, 9), ("C", 0, 1)], at: [("1.1.1.1:1", 2), ("2.2.2.2:2", 3)])
    #expect(together.suspects == ["A", "B"])
    #expect(together.uses(isDenied: false).map(\.tests) == [["A", "B"], ["A", "B"]])
    together.narrow(charges([("A", 0, 1), ("B", 2, 3)], at: [("1.1.1.1:1", 2.5)]))
    #expect(
      together.uses(isDenied: false) == [
        NetworkUse("1.1.1.1:1", tests: ["B"], isDenied: false),
        NetworkUse("2.2.2.2:2", tests: ["A", "B"], isDenied: false),
      ])
  }

  /// A and B seem to run, because something printed that they do; it was C.
  @Test func asksTheOthersOfTheProcessLast() {
    var together = charges([("A", 0, 9), ("B", 0, 9), ("C", 10, 11)], at: [("1.1.1.1:1", 2)])
    #expect(together.companions == ["A", "B", "C"])
    together.narrow(charges([("A", 0, 1), ("B", 2, 3)], at: []))
    #expect(together.uses(isDenied: false).map(\.tests) == [["A", "B"]])
    together.narrow(
      charges([("A", 0, 1), ("B", 2, 3), ("C", 4, 5)], at: [("1.1.1.1:1", 4.5)]))
    #expect(together.companions == [])
    #expect(together.uses(isDenied: false).map(\.tests) == [["C"]])
  }
}
