import CIModel
import TestExecution

extension RunRecord {
  /// Adds what a step did and found out.
  mutating func add(_ execution: StepExecution) {
    steps.append(execution.result)
    if !execution.tests.isEmpty {
      tests += execution.tests
      counts = TestCounts(of: tests)
    }
    crashes += execution.crashes
    if !execution.runtimeWarnings.isEmpty {
      runtimeWarnings = RuntimeWarning.merged(runtimeWarnings + execution.runtimeWarnings)
    }
    findings += execution.findings
    if let choice = execution.choice { choices = (choices ?? []) + [choice] }
    notes += execution.notes
    add(execution.diagnostics)
  }

  /// Puts what the steps found into the order of the plan, however they ended, so that the same run
  /// gives the same record.
  /// - Parameter executions: Everything that was added, with its place in the plan.
  mutating func restoreOrder(_ executions: [(index: Int, execution: StepExecution)]) {
    let isInOrder = executions.indices.dropFirst().allSatisfy {
      executions[$0 - 1].index < executions[$0].index
    }
    if isInOrder { return }
    let sorted = executions.sorted { $0.index < $1.index }
    let others = notes.count - executions.reduce(0) { $0 + $1.execution.notes.count }
    notes.removeLast(notes.count - max(0, others))
    (steps, tests, crashes, runtimeWarnings, diagnostics) = ([], [], [], [], [])
    choices = nil
    for (_, execution) in sorted { add(execution) }
  }

  /// Adds diagnostics, each once, however many steps print it.
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
