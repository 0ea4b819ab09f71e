import ProcessExecution
import Synchronization

/// The data that a run writes for later runs. Each entry is written in the background while the run
/// continues and its report is made; only readers of the same store wait for it.
package final class DeferredWrites: Sendable {
  private let entries = Mutex<[Background<String?>]>([])

  package init() {}

  /// - Parameter write: Writes the entry; returns a sentence that explains a failure, else `nil`.
  package func add(_ write: @escaping @Sendable () -> String?) {
    let entry = Background(write)
    entries.withLock { $0.append(entry) }
  }

  /// Waits until all entries are written; returns the failures, each a sentence.
  @discardableResult
  package func finish() -> [String] {
    entries.withLock { $0 }.compactMap { $0.value() }
  }
}
