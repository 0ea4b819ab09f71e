import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The wish to end a run early, shared by everything that runs in it.
///
/// The first request asks children to stop and lets the run write its report; a second one ends
/// them at once.
package final class Cancellation: Sendable {
  private struct State {
    var signal: Int32?
    var isImmediate = false
    var insistent: Cancellation?
  }

  private let state = Mutex(State())
  /// Becomes readable with the first request and stays so; -1 when the system had none to give.
  package let descriptor: Int32
  private let writeEnd: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    if platform_pipe(&ends) == 0 {
      for end in ends { neverBlock(end) }
    } else {
      ends = [-1, -1]
    }
    descriptor = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      close(writeEnd)
    }
  }

  /// Asks the run to end because `signal` arrived.
  package func request(signal: Int32) {
    let (isFirst, insistent) = state.withLock { state in
      if state.signal == nil {
        state.signal = signal
        return (true, Cancellation?.none)
      }
      state.isImmediate = true
      return (false, state.insistent)
    }
    // Who asks twice wants an end at once.
    insistent?.request(signal: signal)
    insistent?.request(signal: signal)
    if isFirst, writeEnd >= 0 {
      var byte: UInt8 = 1
      _ = write(writeEnd, &byte, 1)
    }
  }

  /// A cancellation for what cleans up after this one: requested with the second request.
  package func makeInsistent() -> Cancellation {
    let insistent = Cancellation()
    state.withLock { $0.insistent = insistent }
    return insistent
  }

  /// The signal of the first request; `nil` when nobody asked.
  package var signal: Int32? { state.withLock { $0.signal } }
  package var isRequested: Bool { signal != nil }
  /// Asked twice: no more grace.
  package var isImmediate: Bool { state.withLock { $0.isImmediate } }
}

/// Makes reading and writing answer at once instead of waiting.
func neverBlock(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
}
