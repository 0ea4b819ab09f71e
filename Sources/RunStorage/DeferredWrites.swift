import ProcessExecution
import Synchronization

/// What a run writes down for later runs. Each entry is written in the background, while the run goes on
/// and its report is made; only what reads it waits for it.
package final class DeferredWrites: Sendable {
  private let entries = Mutex<[Background<String?>]>([])

  package init() {}

  /// - Parameter write: Returns what kept it from being written: a sentence.
  package func add(_ write: @escaping @Sendable () -> String?) {
    let entry = Background(write)
    entries.withLock { $0.append(entry) }
  }

  /// Waits until everything is written; returns why the rest could not be, each a sentence.
  @discardableResult
  package func finish() -> [String] {
    entries.withLock { $0 }.compactMap { $0.value() }
  }
}
