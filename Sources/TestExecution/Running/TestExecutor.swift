import ProcessExecution

/// Runs a plan: assigns batches of tests to worker processes, continues after crashes and hangs,
/// retries failed tests, and accounts for every planned test at the end.
///
/// The calling thread decides; each process has a thread that supervises it.
package struct TestExecutor {
  private let product: TestProduct
  private let plan: TestPlan
  private let context: TestExecutionContext

  package init(product: TestProduct, plan: TestPlan, context: TestExecutionContext) {
    self.product = product
    self.plan = plan
    self.context = context
  }

  /// Blocks until all tests have ended, the time limit is reached, or the run is cancelled.
  package func run() throws(TestExecutionError) -> TestExecutionResult {
    let settings = plan.settings
    var session = ExecutionSession(product: product, plan: plan, context: context)
    let clock = SuspendingClock()
    let startedAt = clock.now
    var round = 0
    while true {
      try session.runRound(round)
      round += 1
      if session.mustStop { break }
      if let limit = settings.stressDuration {
        if clock.now - startedAt >= limit { break }
      } else if round >= settings.repetitions {
        break
      }
    }
    return session.finish(rounds: round)
  }
}
