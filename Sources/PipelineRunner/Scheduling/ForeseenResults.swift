import PipelineConfig

/// Which steps have nothing to do, found out for all of them before the first one starts.
///
/// To hand a step to a thread costs as much as to see that nothing has changed, so a pipeline that is
/// up to date would take twice as long as the looking. It holds until a command runs: from then on
/// every step is looked at when its turn comes.
struct ForeseenResults {
  /// By share, in the order in which each looked.
  private var results: [[StepExecution?]] = []
  /// Of each step of the plan, which it is of those that were looked at.
  private var positions: [Int?]
  private let upToDate: UpToDate?

  /// With fewer steps than this a thread costs more than it saves.
  private static let smallestShare = 64

  /// - Parameter threads: How many may look at once.
  init(
    _ plan: Plan, _ pipeline: Pipeline, _ context: RunContext, _ upToDate: UpToDate?, threads: Int
  ) {
    self.upToDate = upToDate
    positions = Array(repeating: nil, count: plan.steps.count)
    guard let upToDate else { return }
    let candidates = plan.steps.indices.filter { plan.steps[$0].mayBeForeseen }
    for (position, index) in candidates.enumerated() { positions[index] = position }
    let shares = max(1, min(threads, candidates.count / Self.smallestShare))
    let seen = upToDate.endLook()
    let look = { @Sendable (share: Int) in
      stride(from: share, to: candidates.count, by: shares).map { position in
        plan.steps[candidates[position]].foreseen(pipeline, context, upToDate, seen: seen)
      }
    }
    let others = (1..<shares).map { share in Background { look(share) } }
    results = [look(0)] + others.map { $0.value() }
  }

  /// The result of a step; `nil` when it has to be looked at, or run.
  subscript(index: Int) -> StepExecution? {
    guard let position = positions[index], upToDate?.hasRun == false else { return nil }
    return results[position % results.count][position / results.count]
  }
}

extension Plan.PlannedStep {
  /// Nothing decides about the step but what lies in the checkout.
  fileprivate var mayBeForeseen: Bool {
    !isSkipped && step.inputs != nil && step.guards.isEmpty && step.condition == .success
      && !step.isInteractive
  }

  fileprivate func foreseen(
    _ pipeline: Pipeline, _ context: RunContext, _ upToDate: UpToDate,
    seen: [FileDigests.Name: String]
  ) -> StepExecution? {
    var planned = self
    guard let environment = try? StepEnvironment(step, pipeline, context),
      (try? planned.resolve(environment)) != nil
    else { return nil }
    return upToDate.foreseen(planned, pipeline, environment, context, seen: seen)
  }
}
