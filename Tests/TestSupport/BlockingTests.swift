import Foundation
package import Testing

/// Gives tests that block, while a process or a server works, threads of their own. Swift Testing has one
/// thread per processor: on two processors, two tests that wait would keep all others from running.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    // So many that the processors have work while some tests sleep.
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 2
    return queue
  }()

  /// Whether the test starts before those that do not.
  fileprivate var startsEarly = false

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Testing.Test, testCase: Testing.Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let executor = Executor(queue: Self.queue, priority: startsEarly ? .veryHigh : .normal)
    try await withTaskExecutorPreference(executor) { try await function() }
  }

  private final class Executor: TaskExecutor {
    private let queue: OperationQueue
    private let priority: Operation.QueuePriority

    init(queue: OperationQueue, priority: Operation.QueuePriority) {
      self.queue = queue
      self.priority = priority
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let operation = BlockOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
      operation.queuePriority = priority
      queue.addOperation(operation)
    }
  }
}

extension Trait where Self == BlockingTests {
  /// The test blocks its thread while a process or a server works.
  package static var blocking: Self { BlockingTests() }

  /// A blocking suite whose tests take many seconds. They start before short ones, which then run
  /// beside them, instead of running alone at the end.
  package static var longRunning: Self { BlockingTests(startsEarly: true) }
}
