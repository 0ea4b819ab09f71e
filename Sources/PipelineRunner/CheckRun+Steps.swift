import CIModel
import CoverageData
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents
import StepCache

extension CheckRun {
  /// Runs the steps of the plan and puts their results into the record, in the order of the plan.
  ///
  /// - Returns: What they left to measure, one for each package.
  func runSteps(_ record: inout RunRecord, _ history: Background<HistoryFacts>) -> [CoverageInputs]
  {
    var running: [String] = []
    var executions: [(index: Int, execution: StepExecution)] = []
    executions.reserveCapacity(plan.steps.count)
    let gate = gate(record.pullRequest, history)
    StepScheduler(pipeline: pipeline, plan: plan, context: context, caches: caches, gate: gate).run(
      onStart: { id in
        running.append(id)
        change { $0.runningSteps = running }
      },
      onEnd: { index, execution in
        running.removeAll { $0 == execution.result.id }
        change { record in
          record.runningSteps = running.isEmpty ? nil : running
          record.add(execution)
        }
        executions.append((index, execution))
      })
    change { record = $0 }
    context.launcher.endDetached()
    record.restoreOrder(executions)
    finishCaches(&record)
    let path = CriticalPath.steps(plan.steps.map(\.step), record.steps)
    if path.count > 1 { record.criticalPath = path }

    executions.sort { $0.index < $1.index }
    var coverage: [CoverageInputs] = []
    // By their places: to copy thousands of executions takes longer than to look at them.
    for index in executions.indices {
      if let inputs = executions[index].execution.coverage { coverage.add(inputs) }
    }
    return coverage
  }

  private func gate(_ pullRequest: PullRequest?, _ history: Background<HistoryFacts>) -> StepGate {
    StepGate(
      pipeline: pipeline, context: context, pullRequest: pullRequest,
      changes: { [context, addsUncommitted] in
        let changes = history.value(unless: context.cancellation)?.facts.changes
        return addsUncommitted
          ? changes?.addingUncommitted(
            in: context.gitFolder, environment: context.ownEnvironment)
          : changes
      })
  }

  /// Stores results and build folders for later runs.
  private func finishCaches(_ record: inout RunRecord) {
    caches.results?.finish(steps: Set(pipeline.steps.map(\.id)))
    let kept = caches.builds?.finish() ?? []
    record.notes += caches.remote?.notes ?? []
    for (step, messages) in kept {
      for message in messages { context.observer.onEvent(.note("\(step): \(message)")) }
      guard let index = record.steps.firstIndex(where: { $0.id == step }) else { continue }
      record.steps[index].cache = (record.steps[index].cache ?? []) + messages
    }
  }
}

extension StepResult.Status {
  /// Whether steps that need this one may run.
  var satisfiesNeeds: Bool {
    switch self {
    case .passed, .warned, .skipped: true
    case .failed, .blocked, .cancelled, .timedOut: false
    }
  }
}

extension [CoverageInputs] {
  /// Adds what a test step measured; two steps of one package are measured together.
  fileprivate mutating func add(_ other: CoverageInputs) {
    guard let index = firstIndex(where: { $0.packageRoot == other.packageRoot }) else {
      append(other)
      return
    }
    self[index].profiles += other.profiles
    self[index].edited.formUnion(other.edited)
    self[index].objects += other.objects.filter { !self[index].objects.contains($0) }
    let known = self[index]
    self[index].isPartial = known.isPartial || other.isPartial
    self[index].isSelection =
      self[index].isPartial && known.isWholeSelection && other.isWholeSelection
  }
}

extension CoverageInputs {
  /// Everything that was chosen is there.
  fileprivate var isWholeSelection: Bool { !isPartial || isSelection }
}
