import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// Runs the steps of a plan, as many at once as the plan allows, in the order of its schedule.
struct StepScheduler {
  let run: CheckRun
  let caches: StepCaches
  let gate: StepGate

  /// Maximum duration of a step that starts after the run was cancelled.
  private static let cleanupTime = Duration.seconds(30)

  /// Runs to the end. Both handlers are called on the calling thread, one at a time.
  /// - Parameters:
  ///   - onStart: Receives the step's id.
  ///   - onEnd: Receives the step's index in the plan; also called for steps that never ran.
  func runAll(onStart: (String) -> Void, onEnd: (Int, StepExecution) -> Void) {
    let plan = run.plan
    let jobs = min(plan.jobs, commandsWithinFileLimit())
    let threads = min(jobs, plan.steps.count)
    let turns =
      threads > 1 && run.options.output == .grouped ? OutputTurns(run.services.observer) : nil
    let observer = turns?.observer ?? ungroupedObserver
    var pool: StepPool?
    defer { turns?.finish() }
    defer { pool?.finish() }
    var progress = RunProgress(Schedule(plan.steps, jobs: jobs), failsFast: run.pipeline.failFast)
    var upToDate = UpToDateSteps()

    func end(_ index: Int, _ execution: StepExecution) {
      let wasRunning = progress.running.contains(execution.result.id)
      let execution = progress.end(index, execution)
      storeOutputs(of: execution)
      onEnd(index, execution)
      if wasRunning, threads > 1 { observer.onEvent(.running(progress.running)) }
    }

    while true {
      let move = progress.next(isCancelled: run.environment.cancellation.isRequested)
      if let (index, execution) = untouched(move) {
        upToDate.add(execution.result)
        end(index, execution)
        continue
      }
      upToDate.tell(observer)
      switch move {
      case .done: return
      case .settle(let index, let settlement):
        let execution = StepExecution(result(plan.steps[index].step, settlement))
        progress.settle(execution.result, settlement)
        onEnd(index, execution)
        // The user knows what the command line left out.
        if settlement != .leftOut { observer.onEvent(.stepEnded(execution.result)) }
      case .start(let index):
        let id = plan.steps[index].step.id
        turns?.reserve(id)
        onStart(id)
        progress.start(index, id)
        if threads > 1 { observer.onEvent(.running(progress.running)) }
        let body = body(index, progress, observer)
        if threads > 1 {
          if pool == nil { pool = StepPool(threads: threads) }
          pool?.start(index, body)
        } else {
          let execution = body()
          end(index, execution)
          observer.onEvent(.stepEnded(execution.result))
        }
      case .wait:
        // Without a pool nothing runs here, so there is nothing to wait for.
        guard let ending = pool?.nextEnding() else { return }
        end(ending.index, ending.execution)
        observer.onEvent(.stepEnded(ending.execution.result))
      }
    }
  }

  /// The index and result of a step that would start but is up to date. Checking this costs less
  /// than handing the step to a thread.
  private func untouched(_ move: Schedule.Move) -> (Int, StepExecution)? {
    guard case .start(let index) = move else { return nil }
    return caches.results?.untouchedResult(run.plan.steps[index], of: run, caches)
      .map { (index, $0) }
  }

  /// Stores the outputs of a step for later steps.
  private func storeOutputs(of execution: StepExecution) {
    guard execution.result.status != .skipped else { return }
    run.services.outputs.store(execution.outputs, of: execution.result.id)
  }

  /// The observer for output that is not grouped by step: no step waits for its turn to print.
  private var ungroupedObserver: RunObserver {
    let observer = run.services.observer
    return run.options.output == .failed ? FailedOutput(observer).observer : observer
  }

  /// Returns a closure that runs a step unless its conditions prevent that.
  private func body(
    _ index: Int, _ progress: RunProgress, _ observer: RunObserver
  ) -> @Sendable () -> StepExecution {
    var run = run
    run.services.observer = observer
    // Read only once: a step that is no cleanup step and was let through a moment ago ends at once.
    let isCancelled = run.environment.cancellation.isRequested
    let planned = prepared(
      run.plan.steps[index], hasFailed: progress.hasFailed, isCancelled: isCancelled)
    if isCancelled, planned.step.condition != .success {
      run.environment.launcher = run.environment.cleanupLauncher
    }
    // Evaluated in the closure: a condition may wait for the history, and must delay no other step.
    return {
      [
        run, caches, gate, results = planned.step.guards.isEmpty ? [] : progress.results
      ] in
      gate.refusal(of: planned.step, after: results, observer)
        ?? planned.execute(in: run, caches)
    }
  }

  /// Adds `DEVTOOL_STATUS` to steps with `when: failure` or `always`, and limits the time of steps
  /// that start after a cancellation.
  private func prepared(
    _ planned: Plan.PlannedStep, hasFailed: Bool, isCancelled: Bool
  ) -> Plan.PlannedStep {
    var planned = planned
    if planned.step.condition != .success {
      let status = isCancelled ? "cancelled" : hasFailed ? "failed" : "passed"
      planned.step.environment.append(EnvironmentVariable("DEVTOOL_STATUS", status))
    }
    if isCancelled {
      planned.step.timeout = min(
        planned.step.timeout ?? StepScheduler.cleanupTime, StepScheduler.cleanupTime)
      planned.step.retry.limit = 0
    }
    return planned
  }

  private func result(_ step: PipelineStep, _ settlement: Schedule.Settlement) -> StepResult {
    func with(_ status: StepResult.Status, _ reason: String) -> StepResult {
      StepResult(id: step.id, action: step.action.kind.rawValue, status: status, reason: reason)
    }
    switch settlement {
    case .leftOut: return with(.skipped, "excluded by the command line")
    case .notWanted: return with(.skipped, "runs only after a failure")
    case .blocked where run.environment.cancellation.isRequested:
      return with(.cancelled, "cancelled before it started")
    case .blocked(let need): return with(.blocked, "needs \(run.plan.steps[need].step.id)")
    case .stopped where run.environment.cancellation.isRequested:
      return with(.cancelled, "cancelled before it started")
    case .stopped: return with(.cancelled, "not started after the first failure")
    }
  }
}
