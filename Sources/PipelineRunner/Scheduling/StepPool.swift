import ProcessExecution

/// Runs steps on threads of its own, as many at once as there are threads.
final class StepPool: Sendable {
  /// A step that has ended, with its index in the plan.
  struct Ending: Sendable {
    var index: Int
    var execution: StepExecution
  }

  private let work = Mailbox<(@Sendable () -> Void)?>()
  private let endings = Mailbox<Ending>()
  private let threads: Int

  init(threads: Int) {
    self.threads = threads
    for _ in 0..<threads {
      startThread { [work] in
        while let body = work.receive() { body() }
      }
    }
  }

  func start(_ index: Int, _ body: @escaping @Sendable () -> StepExecution) {
    work.send { [endings] in endings.send(Ending(index: index, execution: body())) }
  }

  /// Waits for the next step to end, and returns it.
  func nextEnding() -> Ending { endings.receive() }

  /// Ends the threads; no step may be started afterwards.
  func finish() {
    for _ in 0..<threads { work.send(nil) }
  }
}
