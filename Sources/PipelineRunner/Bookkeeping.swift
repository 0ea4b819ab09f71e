import Synchronization

/// What a run writes down for later runs. It is written while the report is made, on a thread of its
/// own; only what reads it waits for it.
package final class Bookkeeping: Sendable {
  private let entries = Mutex<[Background<String?>]>([])

  package init() {}

  /// - Parameter body: Returns what kept it from being written: a sentence.
  func add(_ body: @escaping @Sendable () -> String?) {
    let entry = Background(body)
    entries.withLock { $0.append(entry) }
  }

  /// Waits until all is written; returns what could not be.
  @discardableResult
  package func finish() -> [String] {
    entries.withLock { $0 }.compactMap { $0.value() }
  }
}
