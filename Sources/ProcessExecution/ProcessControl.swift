import Synchronization

/// A handle to a running process: its id, and a request to end it before the others.
///
/// The launcher fills it in and follows it; the creator of the invocation keeps it. A process that
/// is ended this way ends as `.timedOut`.
package final class ProcessControl: Sendable {
  private struct State {
    var pid: Int32?
    var isStopRequested = false
    var beforeCancel: (@Sendable (Int32) -> Void)?
  }

  private let state = Mutex(State())
  private let pipe = WakeUpPipe()
  /// Becomes readable with the request to stop; -1 when the system could not create a pipe.
  var descriptor: Int32 { pipe.descriptor }
  /// The time between the signals that end the process; `nil` uses the launcher's own.
  package let grace: Grace?

  /// - Parameter grace: `nil` uses the launcher's own.
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

  /// Sets a closure that inspects the process when the run is cancelled, before the first signal.
  /// It receives the process id on a separate thread; `ProcessSupervisor.longestLook` limits the
  /// wait for it.
  package func beforeCancel(_ look: @escaping @Sendable (_ pid: Int32) -> Void) {
    state.withLock { $0.beforeCancel = look }
  }

  /// Returns the closure of `beforeCancel` and removes it, so that it runs once.
  func takeBeforeCancel() -> (@Sendable (Int32) -> Void)? {
    state.withLock { state in
      defer { state.beforeCancel = nil }
      return state.beforeCancel
    }
  }

  func started(_ pid: Int32) { state.withLock { $0.pid = pid } }
  func ended() {
    state.withLock { state in
      state.pid = nil
      state.beforeCancel = nil
    }
  }
}

extension ProcessControl: Hashable {
  package static func == (left: ProcessControl, right: ProcessControl) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
