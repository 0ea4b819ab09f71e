package import ProcessExecution
import Synchronization

/// The watches of the running processes, by the number of their launch.
package final class WatchTable: Sendable {
  private let watches = Mutex<[Int: NetworkWatch]>([:])

  package init() {}

  package func set(_ watch: NetworkWatch, for launch: Int) {
    watches.withLock { $0[launch] = watch }
  }

  package func take(_ launch: Int) -> NetworkWatch? {
    watches.withLock { $0.removeValue(forKey: launch) }
  }
}
