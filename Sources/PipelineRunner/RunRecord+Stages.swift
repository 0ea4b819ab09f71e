import CIModel
import TestExecution

extension RunRecord {
  /// Adds the result of a step and everything it found.
  mutating func add(_ execution: StepExecution) {
    steps.append(execution.result)
    tests += execution.tests
    counts.add(execution.tests)
    if let unnamed = execution.unnamedTests { counts.add(unnamed) }
    crashes += execution.crashes
    if !execution.runtimeWarnings.isEmpty {
      runtimeWarnings = RuntimeWarning.merged(runtimeWarnings + execution.runtimeWarnings)
    }
    if let choice = execution.choice { choices = (choices ?? []) + [choice] }
    notes += execution.notes
    add(execution.diagnostics)
  }

  /// Adds the results of the steps in plan order, not in the order in which they ended: the same
  /// run gives the same record.
  mutating func add(_ ran: RanSteps) {
    notes += ran.cacheNote.map { [$0] } ?? []
    let haveTests = ran.executions.count { !$0.tests.isEmpty } > 1
    for var execution in ran.executions {
      if haveTests {
        for index in execution.tests.indices { execution.tests[index].step = execution.result.id }
      }
      add(execution)
    }
    notes += ran.remoteNotes
    criticalPath = ran.criticalPath
  }

  /// Adds the coverage of the packages whose tests ran.
  mutating func add(_ measured: MeasuredCoverage) {
    coverage = measured.coverage
    notes += measured.notes
    findings += measured.findings
  }

  /// Adds the coverage of the changed lines.
  mutating func add(_ patch: MeasuredPatch) {
    coverage?.patch = patch.patch
    notes += patch.note.map { [$0] } ?? []
  }

  /// Adds diagnostics; one that several steps print is added once, and counted.
  private mutating func add(_ others: [Diagnostic]) {
    if others.isEmpty { return }
    func identity(_ diagnostic: Diagnostic) -> Diagnostic {
      var identity = diagnostic
      identity.count = 0
      identity.step = nil
      return identity
    }
    var known: [Diagnostic: Int] = [:]
    for (index, diagnostic) in diagnostics.enumerated() { known[identity(diagnostic)] = index }
    for diagnostic in others {
      if let index = known[identity(diagnostic)] {
        diagnostics[index].count += diagnostic.count
      } else {
        known[identity(diagnostic)] = diagnostics.count
        diagnostics.append(diagnostic)
      }
    }
  }
}
