import CIModel
import ProcessExecution

/// Determines the outcome of each XCTest of a process. Only one runs at a time, so the test that
/// was running is blamed for whatever ends the process. The first test of a class is also blamed for
/// an end before it started: most likely, the class method `setUp` did not return.
enum XCTestAttribution {
  /// - Parameter blamed: The tests that are blamed for the ends of processes before the first test
  ///   of their class, by class.
  static func outcome(
    of ending: TestProcess.Ending, for batch: [PlannedTest], blamed: [Substring: TestID] = [:]
  ) -> ProcessOutcome {
    let planned = Dictionary(
      batch.map { ($0.id.printedByXCTest, $0.id) }, uniquingKeysWith: { first, _ in first })
    var outcome = ProcessOutcome()
    var result = TestExecutionResult(ending)
    if ending.termination.isDeath { result.isPartial = true }
    let culprit = ending.culprit
    var settled = Set<String>(minimumCapacity: batch.count)
    result.tests.reserveCapacity(batch.count)
    for var test in ending.facts.tests where test.framework == .xctest {
      guard let id = planned[test.name] else { continue }
      test.id = id.text
      test.module = id.module
      test.suite = id.suite
      test.function = id.function
      if test.outcome == .unfinished {
        switch ending.stopReason {
        case .testTimeout(let overdue):
          guard let duration = overdue[id.text] else { continue }
          test.setTimedOut(after: duration, ending, isAlone: true)
        case .enoughFailures: continue
        case nil:
          // The test that crashed had ended; this one only ran when the process died.
          if culprit != nil { continue }
          test.setLastOutcome(ending.termination.outcomeOfRunningTest)
          if test.outcome == .unfinished { test.addHang(ending) }
        }
      } else if test.name == culprit {
        test.setLastOutcome(.crashed)
      } else if test.name == ending.lastEnded {
        test.reconsider(id, ending)
      }
      settled.insert(id.text)
      result.tests.append(test)
    }
    outcome.again = batch.filter { !settled.contains($0.id.text) }
    outcome.result = result
    if let (name, next) = ending.startingTest(outcome.again) {
      outcome.blame(blamed[name] ?? next, next, in: name, ending)
      return outcome
    }
    if let running = result.tests.last(where: { $0.outcome == .crashed }) {
      result.isPartial = true
      result.crashes.append(ending.crash(of: running.name))
    } else if ending.termination.signalName != nil {
      result.crashes.append(ending.crash(of: nil))
      result.problems.append("the test process was \(ending.termination.words)")
    } else if case .exited(let code) = ending.termination, code != 0,
      !result.tests.contains(where: { $0.outcome.isFailure })
    {
      result.problems.append(
        "the XCTest process exited with status \(code) although no test failed")
    }
    outcome.result = result
    return outcome
  }
}

extension ProcessOutcome {
  /// Blames a test for the end of the process before the first test of its class. The others of the
  /// class do not run.
  ///
  /// - Parameter next: The test of the class that would have been the first in this process.
  fileprivate mutating func blame(
    _ test: TestID, _ next: TestID, in name: Substring, _ ending: TestProcess.Ending
  ) {
    blamed = (name, test)
    reason = "the test process died before \(test.text) started"
    notRun = again.filter { XCTestClasses.name(of: $0.id) == name && $0.id != test }
    again.removeAll { XCTestClasses.name(of: $0.id) == name }
    result.isPartial = true
    result.crashes.append(ending.crash(beforeFirst: test, of: name))
    guard test == next else { return }
    var crashed = TestCase(notRun: test, .xctest)
    crashed.setLastOutcome(.crashed)
    result.tests.append(crashed)
  }
}

extension TestProcess.Ending {
  /// The name of the test that had ended when a thread of it crashed, according to the stack.
  fileprivate var culprit: String? {
    survivedCrash.flatMap { crash in
      facts.tests.last { $0.outcome != .unfinished && crash.runs($0.name) }?.name
    }
  }

  /// The class that had just started when the process died, and its first test of those that had
  /// not run; `nil` when the process did not die there.
  fileprivate func startingTest(
    _ open: [PlannedTest]
  ) -> (name: Substring, TestID)? {
    guard let startingClass, stopReason == nil, termination.outcomeOfRunningTest == .crashed,
      let next = open.first(where: { $0.id.suite == startingClass })?.id,
      let name = XCTestClasses.name(of: next)
    else { return nil }
    return (name, next)
  }

  /// The crash of the process before the first test of a class.
  fileprivate func crash(beforeFirst test: TestID, of name: Substring) -> Crash {
    let place = "before the test started, probably in the class method setUp() of \(name)"
    let reason = facts.crashes.last?.reason
    var crash = crash(of: test.printedByXCTest)
    crash.reason =
      reason.map { "\($0)\n\(place)" } ?? "the test process \(termination.predicate) \(place)"
    return crash
  }
}

extension TestExecutionResult {
  /// The facts of a process apart from its tests.
  init(_ ending: TestProcess.Ending) {
    self.init()
    runtimeWarnings = ending.facts.runtimeWarnings
    notices = ending.notices
    problems = ending.problems
    wasCancelled = ending.termination == .cancelled
    timedOut = ending.termination == .timedOut && ending.stopReason == nil
    if case .exited(let code) = ending.termination, code != 0 { exitCode = Int(code) }
  }
}

extension TestCase {
  /// Corrects the outcome of a test after which XCTest did not continue: the line that reported its
  /// end was printed too early, or by the test itself.
  fileprivate mutating func reconsider(_ id: TestID, _ ending: TestProcess.Ending) {
    switch ending.stopReason {
    case .testTimeout(let overdue) where overdue[id.text] != nil:
      setTimedOut(after: overdue[id.text] ?? .zero, ending, isAlone: true)
    case nil where ending.termination.signalName != nil:
      setLastOutcome(.crashed)
    default:
      break
    }
  }
}

extension Termination {
  /// Whether the process did not exit by itself, so that it wrote no profile.
  var isDeath: Bool {
    if case .exited = self { false } else { true }
  }
}

extension TestCase {
  /// Adds an issue that shows where the test hung, if that is known.
  ///
  /// - Parameter isAlone: Whether no other test was running.
  mutating func addHang(_ ending: TestProcess.Ending, isAlone: Bool = true) {
    if let hang = ending.hang { issues.append(hang.issue(of: function, isAlone: isAlone)) }
  }
}
