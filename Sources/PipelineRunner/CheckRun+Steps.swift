import CIModel
import CoverageData
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents
import StepCache

/// The results of the steps of a run.
struct RanSteps {
  /// In the order of the plan.
  var executions: [StepExecution] = []
  var observations: [StepObservation] { executions.flatMap(\.observations) }
  /// Inputs for measuring coverage, one for each package.
  var coverage: [CoverageInputs] = []
  /// Ids of the steps on the critical path, in order; `nil` when there are fewer than two.
  var criticalPath: [String]?
  /// Why the configured remote cache is not used, as a sentence.
  var cacheNote: String?
  /// Notes of the remote cache, each a sentence.
  var remoteNotes: [String] = []
}

extension CheckRun {
  /// Runs the steps of the plan; adds each to the stored record as soon as it ends.
  func runSteps(_ history: Background<HistoryFacts>) -> RanSteps {
    let caches = StepCaches(self)
    var running: [String] = []
    var ended: [(index: Int, execution: StepExecution)] = []
    ended.reserveCapacity(plan.steps.count)
    StepScheduler(run: self, caches: caches, gate: gate(history)).runAll(
      onStart: { id in
        running.append(id)
        update { $0.runningSteps = running }
      },
      onEnd: { index, execution in
        running.removeAll { $0 == execution.result.id }
        update { record in
          record.runningSteps = running.isEmpty ? nil : running
          record.add(execution)
        }
        ended.append((index, execution))
      })
    environment.launcher.endDetached()
    ended.sort { $0.index < $1.index }

    var ran = RanSteps(executions: ended.map(\.execution), cacheNote: caches.note)
    finish(caches, &ran)
    // By index: a loop over the elements would copy thousands of executions.
    for index in ran.executions.indices {
      if let inputs = ran.executions[index].coverage { ran.coverage.add(inputs) }
    }
    let path = CriticalPath.steps(plan.steps.map(\.step), ran.executions.map(\.result))
    if path.count > 1 { ran.criticalPath = path }
    return ran
  }

  private func gate(_ history: Background<HistoryFacts>) -> StepGate {
    StepGate(
      run: self,
      changes: { [environment, addsUncommitted] in
        let changes = history.value(unless: environment.cancellation)?.facts.changes
        return addsUncommitted
          ? changes?.addingUncommitted(
            in: environment.gitFolder, environment: environment.ownVariables)
          : changes
      })
  }

  /// Stores results and build folders for later runs.
  private func finish(_ caches: StepCaches, _ ran: inout RanSteps) {
    caches.results?.finish(steps: Set(pipeline.steps.map(\.id)))
    let kept = caches.builds?.finish() ?? []
    ran.remoteNotes = caches.remote?.notes ?? []
    for (step, messages) in kept {
      for message in messages { services.observer.onEvent(.note("\(step): \(message)")) }
      guard let index = ran.executions.firstIndex(where: { $0.result.id == step }) else { continue }
      let known = ran.executions[index].result.cache ?? []
      ran.executions[index].result.cache = known + messages
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
  /// Adds the coverage inputs of a test step; merges the inputs of the same package.
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
  /// Whether the coverage of all chosen tests is present.
  fileprivate var isWholeSelection: Bool { !isPartial || isSelection }
}
