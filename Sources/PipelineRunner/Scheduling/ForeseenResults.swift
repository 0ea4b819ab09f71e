import PipelineConfig

/// Which steps have nothing to do, found out for all of them before the first one starts.
///
/// To hand a step to a thread costs as much as to see that nothing has changed, so a pipeline that is
/// up to date would take twice as long as the looking. It holds until a command runs: from then on
/// every step is looked at when its turn comes.
struct ForeseenResults {
  /// By place in the plan.
  private var results: [Int: StepExecution] = [:]
  private let upToDate: UpToDate?

  /// With fewer steps than this a thread costs more than it saves.
  private static let smallestShare = 64

  /// - Parameter threads: How many may look at once.
  init(_ plan: Plan, _ pipeline: Pipeline, _ context: RunContext, threads: Int) {
    upToDate = context.upToDate
    guard context.upToDate != nil else { return }
    let candidates = plan.steps.indices.filter { plan.steps[$0].mayBeForeseen }
    let shares = max(1, min(threads, candidates.count / Self.smallestShare))
    let look = { @Sendable (share: Int) -> [(Int, StepExecution)] in
      stride(from: share, to: candidates.count, by: shares).compactMap { position in
        let index = candidates[position]
        return plan.steps[index].foreseen(pipeline, context).map { (index, $0) }
      }
    }
    let others = (1..<shares).map { share in Background { look(share) } }
    for (index, execution) in look(0) { results[index] = execution }
    for other in others {
      for (index, execution) in other.value() { results[index] = execution }
    }
  }

  /// The result of a step; `nil` when it has to be looked at, or run.
  subscript(index: Int) -> StepExecution? {
    results.isEmpty || upToDate?.hasRun == true ? nil : results[index]
  }
}

extension Plan.PlannedStep {
  /// Nothing decides about the step but what lies in the checkout.
  fileprivate var mayBeForeseen: Bool {
    !isSkipped && step.inputs != nil && step.guards.isEmpty && step.condition == .success
      && !step.isInteractive
  }

  fileprivate func foreseen(_ pipeline: Pipeline, _ context: RunContext) -> StepExecution? {
    var planned = self
    guard let environment = try? StepEnvironment(step, pipeline, context),
      (try? planned.resolve(environment)) != nil
    else { return nil }
    return context.upToDate?.foreseen(planned, pipeline, environment, context)
  }
}
