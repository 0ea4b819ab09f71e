import CIModel
import ProcessExecution

/// Determines the outcome of each Swift Testing test of a process. When several tests were running
/// as it died, each is a suspect; each then runs alone, which shows the cause.
enum SwiftTestingAttribution {
  static func outcome(of ending: TestProcess.Ending, for job: TestJob) -> ProcessOutcome {
    let planned = Dictionary(
      job.tests.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
    let facts = ending.stream ?? LogFacts()
    var outcome = ProcessOutcome()
    var result = TestExecutionResult(ending)
    let inFlight = facts.tests.filter { $0.outcome == .unfinished }
    let canBlame = inFlight.count == 1 || result.wasCancelled || result.timedOut
    var settled: Set<String> = []
    var arguments = IssueArguments(console: ending.facts.tests)
    let outputs = ConsoleOutputs(ending.facts.tests, of: facts.tests)
    for var test in facts.tests {
      arguments.complete(&test)
      guard let id = test.id, let known = planned[id] else { continue }
      test.output = ending.ownOutput.isEmpty ? outputs[test.name] : ending.ownOutput
      if test.outcome == .unfinished {
        switch ending.stopReason {
        case .testTimeout(let overdue) where overdue[id] != nil:
          test.setTimedOut(
            after: overdue[id] ?? .zero, ending, isAlone: inFlight.count == 1)
        case nil where canBlame:
          test.setLastOutcome(ending.termination.outcomeOfRunningTest)
          if test.outcome == .unfinished { test.addHang(ending, isAlone: inFlight.count == 1) }
        case let reason:
          if reason == nil { outcome.suspects.append(known) }
          outcome.noteCutOff(test)
          continue
        }
      }
      settled.insert(id)
      result.tests.append(test)
    }
    let blamed = result.tests.lastIndex { $0.outcome == .crashed }
    // A test that calls exit() also ends the process.
    result.isPartial = ending.termination.isDeath || !inFlight.isEmpty
    result.diagnostics = facts.diagnostics
    if !facts.diagnostics.isEmpty {
      result.problems.append("an issue was recorded outside of a test")
    } else if case .exited(let code) = ending.termination, code != 0, inFlight.isEmpty,
      !result.tests.contains(where: { $0.outcome.isFailure })
    {
      result.problems.append(
        "the Swift Testing process exited with status \(code) although no test failed")
    }
    if let blamed {
      result.crashes.append(crash(of: &result.tests[blamed], ending))
    } else if ending.termination.signalName != nil, inFlight.isEmpty {
      result.crashes.append(ending.crash(of: nil))
      result.problems.append("the test process was \(ending.termination.words)")
    }
    let suspects = Set(outcome.suspects)
    outcome.again = job.tests.filter { !settled.contains($0.id.text) && !suspects.contains($0) }
    outcome.result = result
    return outcome
  }

  /// The crash that ended a test. The arguments that were running are part of it, and nothing that
  /// the test reported.
  private static func crash(of test: inout TestCase, _ ending: TestProcess.Ending) -> Crash {
    var crash = ending.crash(of: test.name)
    if let last = test.issues.last, last.severity == .note, last.message.hasPrefix("running with ")
    {
      test.issues.removeLast()
      crash.reason = (crash.reason.map { $0 + "\n" } ?? "") + last.message
    }
    return crash
  }
}
