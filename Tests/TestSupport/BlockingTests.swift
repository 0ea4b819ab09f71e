import Foundation
package import Testing

/// Gives tests that block, while a process or a server works, threads of their own. Swift Testing has one
/// thread per processor: on two processors, two tests that wait would keep all others from running.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  private static let executor = Executor()

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Testing.Test, testCase: Testing.Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.executor) { try await function() }
  }

  private final class Executor: TaskExecutor {
    private let queue: OperationQueue

    init() {
      queue = OperationQueue()
      // So many that the processors have work while some tests sleep.
      queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 2
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

extension Trait where Self == BlockingTests {
  /// The test blocks its thread while a process or a server works.
  package static var blocking: Self { BlockingTests() }
}
