import ProcessExecution
import Synchronization

/// Work that goes on on a thread of its own until somebody asks for its value.
package final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = Mailbox<Void>()

  /// - Parameter afterwards: What the same thread goes on to do with the value.
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

  /// Waits for the work to end.
  package func value() -> Value {
    while true {
      if let value = result.withLock({ $0 }) { return value }
      isDone.receive()
      // For others who wait.
      isDone.send(())
    }
  }
}
