import Synchronization

/// A handle on one process while it runs: its id, and the wish to end it before the others.
///
/// The launcher fills it in and obeys it; the maker of the invocation keeps it. A process that is
/// ended this way ends as `.timedOut`.
package final class ProcessControl: Sendable {
  private struct State {
    var pid: Int32?
    var isStopRequested = false
    var beforeCancel: (@Sendable (Int32) -> Void)?
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

  /// Has something look at the process when the run is cancelled, before the first signal. It gets the
  /// process id, on a thread of its own, and is not waited for longer than `ProcessSupervisor` says.
  package func beforeCancel(_ look: @escaping @Sendable (_ pid: Int32) -> Void) {
    state.withLock { $0.beforeCancel = look }
  }

  /// What is to be done before the run cancels the process; answered once.
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
