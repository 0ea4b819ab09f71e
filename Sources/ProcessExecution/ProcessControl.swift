import Synchronization

/// A handle on one process while it runs: its id, and the wish to end it before the others.
///
/// The launcher fills it in and obeys it; whoever made the invocation keeps it. A process that is
/// ended this way ends as `.timedOut`.
package final class ProcessControl: Sendable {
  private struct State {
    var pid: Int32?
    var isStopRequested = false
  }

  private let state = Mutex(State())
  private let pipe = WakeUpPipe()
  /// Becomes readable with the request to stop; -1 when the system had none to give.
  var descriptor: Int32 { pipe.descriptor }
  /// Between the signals that end it.
  package let grace: Grace?

  /// - Parameter grace: `nil` takes the launcher's own.
  package init(grace: Grace? = nil) {
    self.grace = grace
  }

  /// The id of the process; `nil` before it starts and after it has ended.
  package var pid: Int32? { state.withLock { $0.pid } }

  /// Asks the process to end: SIGINT, then SIGTERM, then SIGKILL. Asking again changes nothing.
  package func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopRequested = true }
      return !state.isStopRequested
    }
    if isFirst { pipe.wake() }
  }

  package var isStopRequested: Bool { state.withLock { $0.isStopRequested } }

  func started(_ pid: Int32) { state.withLock { $0.pid = pid } }
  func ended() { state.withLock { $0.pid = nil } }
}

extension ProcessControl: Hashable {
  package static func == (left: ProcessControl, right: ProcessControl) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
