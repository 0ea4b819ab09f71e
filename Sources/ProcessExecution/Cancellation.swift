import Synchronization

/// The wish to end a run early, shared by everything that runs in it.
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
  /// Becomes readable with the first request and stays so; -1 when the system had none to give.
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
    // Who asks twice wants an end at once.
    insistent?.request(signal: signal)
    insistent?.request(signal: signal)
    if isFirst { pipe.wake() }
  }

  /// Has the next request do something else, because nothing is left that would need an orderly end.
  /// Who has asked twice already is not asked again.
  /// - Parameter end: Ends the process; it gets the first signal, and is called on any thread.
  package func endOnRequest(_ end: @escaping @Sendable (_ signal: Int32) -> Void) {
    state.withLock { state in
      if !state.isImmediate { state.end = end }
    }
  }

  /// Takes `endOnRequest` back: from now on something runs that needs an orderly end.
  package func endInOrderOnRequest() { state.withLock { $0.end = nil } }

  /// A cancellation for what cleans up after this one: requested with the second request.
  package func makeInsistent() -> Cancellation {
    let insistent = Cancellation()
    state.withLock { $0.insistent = insistent }
    return insistent
  }

  /// The signal of the first request; `nil` when that was not asked for.
  package var signal: Int32? { state.withLock { $0.signal } }
  package var isRequested: Bool { signal != nil }
  /// Asked twice: no more grace.
  package var isImmediate: Bool { state.withLock { $0.isImmediate } }
}
