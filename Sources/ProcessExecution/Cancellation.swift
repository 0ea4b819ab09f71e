import Synchronization

/// A request to end a run early, shared by everything that runs in it.
///
/// The first request asks children to stop and lets the run write its report; a second one ends
/// them at once.
package final class Cancellation: Sendable {
  private struct State {
    var signal: Int32?
    var isImmediate = false
    var insistent: Cancellation?
    var end: (@Sendable (_ signal: Int32) -> Void)?
  }

  private let state = Mutex(State())
  private let pipe = WakeUpPipe()
  /// Becomes readable with the first request and stays so; -1 when the system could not create a
  /// pipe.
  package var descriptor: Int32 { pipe.descriptor }

  package init() {}

  /// Asks the run to end because `signal` arrived.
  package func request(signal: Int32) {
    let (first, isFirst, end, insistent) = state.withLock { state in
      if let first = state.signal {
        state.isImmediate = true
        return (first, false, state.end, state.insistent)
      }
      state.signal = signal
      return (signal, true, state.end, nil)
    }
    end?(first)
    // The second request of a user is an immediate one for the cleanup.
    insistent?.request(signal: signal)
    insistent?.request(signal: signal)
    if isFirst { pipe.wake() }
  }

  /// Makes the next request call `end`, because no running work needs an orderly end. Has no effect
  /// after a second request.
  /// - Parameter end: Ends the process; receives the first signal, and is called on any thread.
  package func endOnRequest(_ end: @escaping @Sendable (_ signal: Int32) -> Void) {
    state.withLock { state in
      if !state.isImmediate { state.end = end }
    }
  }

  /// Undoes `endOnRequest`, before work starts that needs an orderly end.
  package func endInOrderOnRequest() { state.withLock { $0.end = nil } }

  /// Returns a cancellation for the cleanup after this one; the second request here requests it.
  package func makeInsistent() -> Cancellation {
    let insistent = Cancellation()
    state.withLock { $0.insistent = insistent }
    return insistent
  }

  /// The signal of the first request; `nil` when there was none.
  package var signal: Int32? { state.withLock { $0.signal } }
  package var isRequested: Bool { signal != nil }
  /// Whether there was a second request, which ends children without grace.
  package var isImmediate: Bool { state.withLock { $0.isImmediate } }
}
