import CIModel
import PipelineConfig
import ProcessExecution

/// Runs the steps of a plan, as many at once as the plan allows, in the order of its schedule.
struct StepScheduler {
  let pipeline: Pipeline
  let plan: Plan
  let context: RunContext
  let gate: StepGate

  /// How long a step with `when: always` may take once the run is being cancelled.
  private static let cleanupTime = Duration.seconds(30)

  /// Runs to the end. Both handlers are called on the calling thread, one at a time.
  /// - Parameters:
  ///   - onStart: Gets the step's id.
  ///   - onEnd: Gets the step's place in the plan; called for steps that never ran, too.
  func run(onStart: (String) -> Void, onEnd: (Int, StepExecution) -> Void) {
    let jobs = min(plan.jobs, commandsWithinFileLimit())
    var schedule = Schedule(plan.steps, jobs: jobs)
    let threads = min(jobs, plan.steps.count)
    // Each line tells its step, or nothing is shown before a step ends: nobody has to wait.
    let turns =
      threads > 1 && context.output == .grouped ? OutputTurns(context.observer) : nil
    let observer =
      turns?.observer
      ?? (context.output == .failed ? FailedOutput(context.observer).observer : context.observer)
    let foreseen = ForeseenResults(plan, pipeline, context, threads: threads)
    var pool: StepPool?
    defer {
      pool?.finish()
      turns?.finish()
    }
    var hasFailed = false
    var results: [StepResult] = []
    results.reserveCapacity(plan.steps.count)
    let origin = SuspendingClock.now
    var starts: [Int: Double] = [:]
    var running: [String] = []

    /// What had nothing to do since the last step of which something was said, and the first of them.
    var untoldCount = 0
    var untold: [StepResult] = []

    func tell() {
      if untoldCount > StepResult.listedUpToDate {
        observer.onEvent(.upToDate(count: untoldCount))
      } else {
        for result in untold { observer.onEvent(.stepEnded(result)) }
      }
      untoldCount = 0
      untold.removeAll()
    }

    func ended(_ index: Int, _ execution: StepExecution) {
      var execution = execution
      if execution.result.attempts > 0 { execution.result.startSeconds = starts[index] }
      let status = execution.result.status
      hasFailed = hasFailed || !status.satisfiesNeeds
      results.append(execution.result)
      if execution.result.status != .skipped {
        context.outputs.store(execution.outputs, of: execution.result.id)
      }
      schedule.end(index, satisfiesNeeds: status.satisfiesNeeds)
      onEnd(index, execution)
      if let place = running.firstIndex(of: execution.result.id) {
        running.remove(at: place)
        if threads > 1 { observer.onEvent(.running(running)) }
      }
      if hasFailed, pipeline.failFast { schedule.stop() }
    }

    while true {
      if context.cancellation.isRequested { schedule.stop() }
      let move = schedule.next()
      if case .start(let index) = move, let execution = foreseen[index] {
        untoldCount += 1
        if untoldCount <= StepResult.listedUpToDate { untold.append(execution.result) }
        ended(index, execution)
        continue
      }
      tell()
      switch move {
      case .done:
        return
      case .settle(let index, let settlement):
        let execution = StepExecution(result(plan.steps[index].step, settlement))
        hasFailed = hasFailed || !settlement.satisfiesNeeds
        results.append(execution.result)
        onEnd(index, execution)
        // Nobody needs to be told live what he left out himself.
        if settlement != .leftOut { observer.onEvent(.stepEnded(execution.result)) }
      case .start(let index):
        let id = plan.steps[index].step.id
        turns?.reserve(id)
        onStart(id)
        starts[index] = (SuspendingClock.now - origin).seconds
        running.append(id)
        if threads > 1 { observer.onEvent(.running(running)) }
        var context = context
        context.observer = observer
        // Asked once: a step that is no cleanup and was let through a moment ago ends at once.
        let isCancelled = context.cancellation.isRequested
        let planned = prepared(
          plan.steps[index], hasFailed: hasFailed, isCancelled: isCancelled)
        if isCancelled, planned.step.condition != .success {
          context.launcher = context.cleanupLauncher
        }
        // Conditions may wait for the history, which must not keep other steps from starting.
        let body = {
          @Sendable [pipeline, context, gate, results = planned.step.guards.isEmpty ? [] : results]
          in
          gate.refusal(of: planned.step, after: results, context.observer)
            ?? planned.execute(pipeline, context)
        }
        if threads > 1 {
          let threadPool = pool ?? StepPool(threads: threads)
          pool = threadPool
          threadPool.start(index, body)
        } else {
          let execution = body()
          ended(index, execution)
          observer.onEvent(.stepEnded(execution.result))
        }
      case .wait:
        // Without a pool nothing runs here, so there is nothing to wait for.
        guard let ending = pool?.nextEnding() else { return }
        ended(ending.index, ending.execution)
        observer.onEvent(.stepEnded(ending.execution.result))
      }
    }
  }

  /// Tells steps that run after a failure or always how the run stands.
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
      StepResult(id: step.id, action: step.action.keyword, status: status, reason: reason)
    }
    switch settlement {
    case .leftOut: return with(.skipped, "left out by the command line")
    case .notWanted: return with(.skipped, "runs after a failure, and there was none")
    case .blocked where context.cancellation.isRequested:
      return with(.cancelled, "cancelled before it began")
    case .blocked(let need): return with(.blocked, "needs \(plan.steps[need].step.id)")
    case .stopped where context.cancellation.isRequested:
      return with(.cancelled, "cancelled before it began")
    case .stopped: return with(.cancelled, "not begun after the first failure")
    }
  }
}
