import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work on its own thread, whose value can be waited for.
package final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = Mailbox<Void>()

  /// - Parameter afterwards: Called on the same thread with the value, after the value is
  ///   available.
  package init(
    _ body: @escaping @Sendable () -> Value,
    afterwards: @escaping @Sendable (Value) -> Void = { _ in }
  ) {
    startThread { [self] in
      let value = body()
      result.withLock { $0 = value }
      isDone.send(())
      afterwards(value)
    }
  }

  /// How long `value(unless:)` waits for the work after a cancellation.
  private static var patience: Duration { .seconds(2) }

  /// Waits for the work to end. Returns `nil` soon after the run is cancelled; the work then goes
  /// on, and its value is lost.
  package func value(unless cancellation: Cancellation) -> Value? {
    var cancelledAt: SuspendingClock.Instant?
    var rounds = 0
    while true {
      if let value = result.withLock({ $0 }) { return value }
      if cancellation.isRequested {
        let since = cancelledAt ?? SuspendingClock.now
        cancelledAt = since
        if SuspendingClock.now - since >= Self.patience || cancellation.isImmediate { return nil }
      }
      usleep(rounds < 100 ? 500 : 5_000)
      rounds += 1
    }
  }

  /// Waits for the work to end.
  package func value() -> Value {
    while true {
      if let value = result.withLock({ $0 }) { return value }
      isDone.receive()
      // Wakes the next thread that waits.
      isDone.send(())
    }
  }
}
