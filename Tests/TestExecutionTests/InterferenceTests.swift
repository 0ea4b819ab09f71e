import CIModel
import Foundation
import ProcessExecution
import Synchronization
import TestSupport
import Testing

@testable import TestExecution

/// Failures that other tests make, in runs of a product that is played.
@Suite struct InterferenceTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// What a process does with its tests: text that it prints, and how it ends.
  private typealias Play = @Sendable (_ tests: [String]) -> (output: String, Termination)

  private struct Played {
    var result: TestExecutionResult
    /// The lists of tests that processes were started for, in their order.
    var launches: [[String]]

    func test(_ id: String) -> TestCase? { result.tests.first { $0.id == id } }
  }

  private func run(
    _ ids: [String], _ settings: TestSettings = TestSettings(), apart: ApartTests = ApartTests(),
    _ play: @escaping Play
  ) throws -> Played {
    let launches = Mutex<[[String]]>([])
    let launcher = ProcessLauncher.playing { invocation throws(LaunchError) in
      var list = invocation.arguments.first?.split(separator: ",").map(String.init) ?? ids
      // A class may be named as a whole.
      list = ids.filter { id in list.contains { id == $0 || id.hasPrefix($0 + "/") } }
      launches.withLock { $0.append(list) }
      return play(list)
    }
    var product = TestProduct(path: "/product")
    product.xctests = ids.map { TestID($0) }
    let context = TestExecutionContext(
      launcher: launcher, environment: ["PATH": "/nowhere"], directory: "/",
      repositoryRoot: "/repo", scratchDirectory: scratch.path, profileDirectory: nil,
      eventStreamVersion: "6.3", customWarnings: [], deadline: nil, onOutput: { _ in },
      onEvent: { _ in })
    let result = try TestExecutor(
      product: product, plan: TestPlan(product, settings: settings, apart: apart), context: context
    ).run()
    return Played(result: result, launches: launches.withLock { $0 })
  }

  /// `victim` fails in a process that ran `culprit` before it.
  private static func spoiled(_ victim: String, by culprit: String) -> Play {
    { tests in
      var isSpoiled = false
      var output = ""
      for test in tests {
        output += test == victim && isSpoiled ? fails(test) : passes(test)
        if test == culprit { isSpoiled = true }
      }
      return (output, .exited(0))
    }
  }

  @Test(arguments: [0, 1]) func namesTheTestThatSpoiltTheProcess(retries: Int) throws {
    let ids = ["a", "culprit", "b", "c", "victim", "d"].map { "M.A/\($0)" }
    let played = try run(
      ids, settings { $0.retries = retries }, Self.spoiled("M.A/victim", by: "M.A/culprit"))
    let victim = try #require(played.test("M.A/victim"))
    #expect(victim.outcome == .passed)
    #expect(victim.isFlaky == nil)
    #expect(victim.interference == Interference(after: ["M.A/culprit"], isReproduced: true))
    #expect(victim.attempts?.map(\.outcome) == [.failed, .passed])
    #expect(
      played.launches == [
        ids, ["M.A/victim"], ["M.A/victim"], Array(ids[..<5]), ["M.A/b", "M.A/c", "M.A/victim"],
        ["M.A/a", "M.A/culprit", "M.A/victim"], ["M.A/culprit", "M.A/victim"],
      ])
    // Everything else is as if nothing had been tried.
    #expect(played.result.tests.filter { $0.runs.count > 1 }.count == 1)
    #expect(played.result.problems == [])
  }

  /// It passes in the same company, so that it fails by chance; no one allowed for that.
  @Test(
    arguments: [(0, TestOutcome.failed, nil), (1, .passed, true)] as [(Int, TestOutcome, Bool?)])
  func chanceIsNoInterference(retries: Int, outcome: TestOutcome, isFlaky: Bool?) throws {
    let isFirst = Mutex(true)
    let played = try run(["M.A/one", "M.A/chance"], settings { $0.retries = retries }) { tests in
      let fails = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      return (
        tests.map { $0 == "M.A/chance" && fails ? InterferenceFacts.fails($0) : passes($0) }
          .joined(),
        .exited(0)
      )
    }
    let test = try #require(played.test("M.A/chance"))
    #expect(test.outcome == outcome)
    #expect(test.isFlaky == isFlaky)
    #expect(test.interference == nil)
    #expect(played.launches.count == 4)
  }

  /// It fails every other time, whatever runs beside it: no other test is to blame.
  @Test(
    arguments: [(0, TestOutcome.failed, nil), (1, .passed, true)] as [(Int, TestOutcome, Bool?)])
  func aTestThatAlternatesIsNotBlamedOnOthers(
    retries: Int, outcome: TestOutcome, isFlaky: Bool?
  ) throws {
    let count = Mutex(0)
    let played = try run(["M.A/one", "M.A/flips"], settings { $0.retries = retries }) { tests in
      let output = tests.map { test in
        guard test == "M.A/flips" else { return passes(test) }
        let isOdd = count.withLock { count in
          count += 1
          return !count.isMultiple(of: 2)
        }
        return isOdd ? InterferenceFacts.fails(test) : passes(test)
      }
      return (output.joined(), .exited(0))
    }
    let test = try #require(played.test("M.A/flips"))
    #expect(test.interference == nil)
    #expect(test.outcome == outcome)
    #expect(test.isFlaky == isFlaky)
    #expect(
      played.result.notices == [
        "M.A/flips failed, passed alone, and failed alone again: no other test makes it fail."
      ])
  }

  @Test func whatFailsAloneIsAnOrdinaryFailure() throws {
    let played = try run(["M.A/one", "M.A/bad"]) { tests in
      (tests.map { $0 == "M.A/bad" ? fails($0) : passes($0) }.joined(), .exited(1))
    }
    let bad = try #require(played.test("M.A/bad"))
    #expect(bad.outcome == .failed)
    #expect(bad.runs.count == 1)
    #expect(bad.interference == nil)
    #expect(played.launches == [["M.A/one", "M.A/bad"], ["M.A/bad"]])
  }

  @Test func aTestThatRanAloneDoesNotRunAgain() throws {
    let played = try run(["M.A/bad"]) { tests in (tests.map(fails).joined(), .exited(1)) }
    #expect(played.launches.count == 1)
    #expect(played.result.tests.map(\.outcome) == [.failed])
  }

  /// Two processes that wait for each other, and of which the second fails.
  private final class Meeting: Sendable {
    private let count = Mutex(0)
    /// Blocks the first two callers until both are there.
    func meet() -> Int {
      let number = count.withLock { count in
        count += 1
        return count
      }
      while number <= 2, count.withLock({ $0 }) < 2 { usleep(1_000) }
      // The times that tests tell have milliseconds.
      if number <= 2 { usleep(10_000) }
      return number
    }
  }

  private func settings(_ change: (inout TestSettings) -> Void) -> TestSettings {
    var settings = TestSettings()
    change(&settings)
    return settings
  }

  /// Runs two tests beside each other of which `M.B/two` fails.
  private func runBeside(
    _ settings: TestSettings, _ failing: @escaping @Sendable (String) -> (String, Termination)
  ) throws -> Played {
    let meeting = Meeting()
    let launches = Mutex<[[String]]>([])
    let ids = ["M.A/one", "M.B/two"]
    let launcher = ProcessLauncher { invocation, onOutput throws(LaunchError) in
      let test = invocation.arguments.first ?? "?"
      launches.withLock { $0.append([test]) }
      func say(_ text: String) {
        var text = text
        text.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      }
      say(InterferenceFacts.starts(test))
      let isMet = meeting.meet() <= 2
      let (end, termination) =
        isMet && test == "M.B/two" ? failing(test) : (InterferenceFacts.ends(test), .exited(0))
      say(end)
      return termination
    }
    var product = TestProduct(path: "/product")
    product.xctests = ids.map { TestID($0) }
    let context = TestExecutionContext(
      launcher: launcher, environment: ["PATH": "/nowhere"], directory: "/",
      repositoryRoot: "/repo", scratchDirectory: scratch.path, profileDirectory: nil,
      eventStreamVersion: "6.3", customWarnings: [], deadline: nil, onOutput: { _ in },
      onEvent: { _ in })
    let result = try TestExecutor(
      product: product, plan: TestPlan(product, settings: settings), context: context
    ).run()
    return Played(result: result, launches: launches.withLock { $0 })
  }

  @Test func whatFailsBesideAnotherIsInterference() throws {
    let played = try runBeside(settings { $0.workers = 2 }) { test in
      (
        "/repo/T.swift:3: error: B.two : failed - taken\n" + InterferenceFacts.ends(test, "failed"),
        .exited(1)
      )
    }
    let test = try #require(played.test("M.B/two"))
    #expect(test.outcome == .passed)
    #expect(test.interference == Interference(beside: ["M.A/one"], isReproduced: false))
    #expect(test.attempts?.first?.issues.map(\.message) == ["failed - taken"])
  }

  /// A process that died fails the run, though its test passes alone.
  @Test func aCrashBesideAnotherIsNoInterference() throws {
    let played = try runBeside(settings { $0.workers = 2 }) { _ in ("", .signaled(11)) }
    let test = try #require(played.test("M.B/two"))
    #expect(test.outcome == .crashed)
    #expect(test.interference == nil)
    #expect(played.result.crashes.map(\.signal) == ["SIGSEGV"])
  }

  /// A test that hung among others gets a minute alone, or three times its usual time, and never more
  /// than the time for trials.
  @Test(arguments: [(nil, 60), (1.5, 60), (40, 120)] as [(Double?, Int)])
  func aHangIsNotExaminedAsLongAsItHung(expected: Double?, seconds: Int) {
    #expect(TrialBudget.hangLimit(expected: expected) == .seconds(seconds))
    let now = SuspendingClock.now
    let budget = TrialBudget(now: now, startedAt: now - .seconds(600))
    #expect(budget.timeLeft(at: now) == .seconds(150))
    #expect(budget.timeLeft(at: now + .seconds(600)) == .seconds(1))
  }

  /// To run everything before a test once more can take longer than the tests did.
  @Test(arguments: [(0, 29, true), (0, 31, false), (400, 99, true), (400, 101, false)])
  func trialsHaveAnEnd(taken: Int, expected: Int, isAllowed: Bool) {
    let now = SuspendingClock.now
    let budget = TrialBudget(now: now, startedAt: now - .seconds(taken))
    #expect(budget.hasTime(for: .seconds(expected), at: now) == isAllowed)
  }

  /// A suite in which everything fails does not run twice.
  @Test func fewFailuresAreTriedAlone() throws {
    let ids = (0..<60).map { "M.A/test\($0)" }
    let played = try run(ids) { tests in (tests.map(fails).joined(), .exited(1)) }
    // The first test has nothing before it.
    #expect(played.launches.count == 1 + TrialBudget.firstTries)
    #expect(
      played.result.notices.filter { $0.contains("did not run alone to look for interference") }
        .count
        == 1)
    #expect(played.result.tests.allSatisfy { $0.outcome == .failed && $0.runs.count == 1 })
  }

  /// Each test that passes alone allows for more.
  @Test func manyVictimsAreAllNamed() throws {
    let ids = ["M.A/culprit"] + (0..<40).map { "M.A/test\($0)" }
    let played = try run(ids) { tests in
      let isSpoiled = tests.first == "M.A/culprit"
      return (
        tests.map { isSpoiled && $0 != "M.A/culprit" ? fails($0) : passes($0) }.joined(), .exited(0)
      )
    }
    #expect(played.result.tests.allSatisfy { $0.outcome == .passed })
    #expect(played.result.tests.count { $0.interference?.after == ["M.A/culprit"] } == 40)
    // What spoilt one is tried first for the others.
    #expect(played.launches.count < 4 * 40)
  }

  @Test func failFastGoesOnAfterInterference() throws {
    let ids = ["culprit", "victim", "c", "d"].map { "M.A/\($0)" }
    let played = try run(
      ids, settings { $0.maxFailures = 1 }, Self.spoiled("M.A/victim", by: "M.A/culprit"))
    #expect(!played.result.stoppedEarly)
    #expect(played.result.tests.allSatisfy { $0.outcome == .passed })
    #expect(played.test("M.A/victim")?.interference?.after == ["M.A/culprit"])
  }

  @Test func testsThatRunApartComeLastAndInOneWorker() throws {
    let ids = ["M.A/a", "M.B/b", "M.C/c", "M.D/d", "M.E/e"]
    let running = Mutex((now: 0, most: 0, apart: 0))
    let apart = ApartTests(
      patterns: [TestSelection.Pattern("[BD]/")], remembered: ["M.A/a": .alone])
    let played = try run(
      ids,
      settings {
        $0.workers = 4
        $0.order = .random(seed: 3)
      }, apart: apart
    ) { tests in
      let isApart = tests.contains { ["M.A/a", "M.B/b", "M.D/d"].contains($0) }
      running.withLock {
        $0.now += 1
        if isApart { $0.apart = max($0.apart, $0.now) }
      }
      usleep(2_000)
      running.withLock { $0.now -= 1 }
      return (tests.map(passes).joined(), .exited(0))
    }
    #expect(running.withLock { $0.apart } == 1)
    #expect(Array(played.launches.suffix(2)) == [["M.B/b", "M.D/d"], ["M.A/a"]])
    #expect(played.launches.count == 4)
  }

  @Test func aPatternThatMatchesNothingIsKnown() throws {
    var product = TestProduct(path: "/product")
    product.xctests = [TestID("M.A/a")]
    let apart = ApartTests(patterns: ["M.A", "M.Z", "tag:port"].map(TestSelection.Pattern.init))
    #expect(try apart.unused(in: product) == ["M.Z", "tag:port"])
  }
}

private enum InterferenceFacts {
  static func starts(_ id: String) -> String {
    "Test Case '\(TestID(id).printedByXCTest)' started at now\n"
  }

  static func ends(_ id: String, _ verb: String = "passed") -> String {
    "Test Case '\(TestID(id).printedByXCTest)' \(verb) (0.25 seconds)\n"
  }

  static func fails(_ id: String) -> String {
    let name = TestID(id).printedByXCTest
    return starts(id) + "/repo/T.swift:3: error: \(name) : failed - no\n" + ends(id, "failed")
  }
}

private func passes(_ id: String) -> String {
  InterferenceFacts.starts(id) + InterferenceFacts.ends(id)
}

private func fails(_ id: String) -> String { InterferenceFacts.fails(id) }
