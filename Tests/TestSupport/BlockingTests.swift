import Foundation
package import Testing

extension Trait where Self == BlockingTests {
  /// For tests that wait for processes: they run on threads of their own, since those of the others are
  /// as many as there are processors.
  package static var blocking: Self { BlockingTests() }
}

/// Runs tests on a few threads that may block.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

/// Twice as many threads as there are processors.
private final class BlockingExecutor: TaskExecutor, @unchecked Sendable {
  static let shared = BlockingExecutor(threads: 2 * ProcessInfo.processInfo.activeProcessorCount)

  private let changed = NSCondition()
  /// Guarded by `changed`.
  private var jobs: [UnownedJob] = []

  private init(threads: Int) {
    for _ in 0..<threads {
      let thread = Thread { self.work() }
      thread.stackSize = 4 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    changed.withLock {
      jobs.append(job)
      changed.signal()
    }
  }

  private func work() {
    while true {
      changed.lock()
      while jobs.isEmpty { changed.wait() }
      let job = jobs.removeFirst()
      changed.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
