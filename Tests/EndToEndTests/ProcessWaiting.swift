import Foundation
import Testing

/// Runs tests that wait for processes on threads of their own. Swift Testing has one thread per processor: two tests that
/// wait would keep all others from running.
struct ProcessWaiting: SuiteTrait, TestTrait, TestScoping {
  private static let executor = Executor()

  var isRecursive: Bool { true }

  func provideScope(
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

extension Trait where Self == ProcessWaiting {
  /// Most of the test's time passes in other processes.
  static var waitsForProcesses: Self { ProcessWaiting() }
}
