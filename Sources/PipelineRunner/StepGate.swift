import CIModel
import Expressions
import PipelineConfig
import RunEvents
import SecretMasking

/// Decides by `if` and `changed` whether a step runs, after the steps that it needs have ended.
///
/// An unknown fact never skips a step silently:
/// - Without a provable merge base everything may have changed, so the step runs, with a note.
/// - A division by zero runs the step, with a note: a change can make the divisor zero.
/// - A condition on a pull request skips the step outside of one, and the result gives that reason.
/// - A fact that the CI service does not provide, or the branch of a detached head, fails the step.
struct StepGate: Sendable {
  let run: CheckRun
  /// Returns the change and, on a developer's machine, the uncommitted files. Waits until the
  /// history has been read; `nil` when there is no provable merge base.
  let changes: @Sendable () -> ChangeSet?

  /// The result of a step that does not run; `nil` when it runs.
  /// - Parameter results: Results of the steps that have ended.
  func refusal(
    of step: PipelineStep, after results: [StepResult], _ observer: RunObserver
  ) -> StepExecution? {
    if step.guards.isEmpty { return nil }
    let facts = facts(for: step, results)
    var missing: [MissingFact] = []
    for condition in step.guards {
      let evaluation = condition.evaluate(facts)
      switch evaluation.outcome {
      case .holds: continue
      case .doesNotHold:
        return refusal(step, .skipped, "\(condition.text) is false\(evaluation.trace.because)")
      case .unknown: missing += evaluation.missing
      }
    }
    let words = missing.map(\.description).joined(separator: ", ")
    if missing.isEmpty { return nil }
    if missing.contains(where: { [.notTold, .tooMuchWork, .unknown].contains($0.reason) }) {
      var execution = refusal(step, .failed, "its condition cannot be evaluated: \(words)")
      execution.missesInput = true
      return execution
    }
    if missing.contains(where: { $0.reason != .noMergeBase && $0.reason != .dividedByZero }) {
      return refusal(step, .skipped, "its condition needs \(words)")
    }
    let note =
      missing.contains { $0.reason == .noMergeBase }
      ? "Step \(step.id) runs regardless of changes: there is no merge base to compare with."
      : "Step \(step.id) runs: its condition cannot be evaluated: \(words)."
    observer.onEvent(.note(run.secrets.mask?.masked(note) ?? note))
    return nil
  }

  private func refusal(
    _ step: PipelineStep, _ status: StepResult.Status, _ reason: String
  ) -> StepExecution {
    StepExecution(
      StepResult(
        id: step.id, action: step.action.kind.rawValue, status: status,
        reason: run.secrets.mask?.masked(reason) ?? reason))
  }

  private func facts(for step: PipelineStep, _ results: [StepResult]) -> ConditionFacts {
    let asksForChange = step.guards.contains(where: \.asksForChange)
    return ConditionFacts(
      of: step, in: run, changes: asksForChange ? changes() : nil, after: results)
  }
}

extension ConditionFacts {
  /// The facts for the conditions of a step.
  /// - Parameters:
  ///   - changes: The change; `nil` when no condition asks for it, or when it is not known.
  ///   - results: Results of the steps that have ended.
  init(
    of step: PipelineStep, in run: CheckRun, changes: ChangeSet?, after results: [StepResult]
  ) {
    var surroundings = run.surroundings
    for variable in run.pipeline.environment + step.environment {
      surroundings.environment[variable.name] = variable.value
    }
    self.init(
      changes: changes, pullRequest: run.options.pullRequest, surroundings: surroundings,
      steps: run.pipeline.withGroups(results),
      matrix: Dictionary(
        (step.cell?.values ?? []).map { ($0.axis, $0.text) },
        uniquingKeysWith: { first, _ in first }))
  }
}

extension Trace {
  /// The values of the parts that decided: `: branch is "work"`.
  fileprivate var because: String {
    // A single name that does not hold is false, which the message already states.
    if children.isEmpty, files == nil { return "" }
    var parts: [String] = []
    collect(&parts)
    return parts.isEmpty ? "" : ": " + parts.prefix(3).joined(separator: ", ")
  }

  private func collect(_ parts: inout [String]) {
    if children.isEmpty, !isConstant, let value {
      if let files {
        let number = counted(files.total, "changed file")
        parts.append(
          files.total == 0
            ? "nothing changed"
            : files.matched.isEmpty
              ? "none of \(number)" : "\(files.matched.count) of \(number)")
      } else if isSecret {
        parts.append("\(text) is hidden")
      } else {
        parts.append("\(text) is \(value.description)")
      }
    }
    for child in children { child.collect(&parts) }
  }
}
