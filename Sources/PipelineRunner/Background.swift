import ProcessExecution
import Synchronization

/// Work that goes on on a thread of its own until somebody asks for its value.
package final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = Mailbox<Void>()

  package init(_ body: @escaping @Sendable () -> Value) {
    startThread { [self] in
      let value = body()
      result.withLock { $0 = value }
      isDone.send(())
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
