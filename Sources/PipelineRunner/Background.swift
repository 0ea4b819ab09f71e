import ProcessExecution
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work that goes on on a thread of its own until somebody asks for its value.
final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)

  init(_ body: @escaping @Sendable () -> Value) {
    startThread { [self] in
      let value = body()
      result.withLock { $0 = value }
    }
  }

  /// Waits for the work to end.
  func value() -> Value {
    while true {
      if let value = result.withLock({ $0 }) { return value }
      usleep(1_000)
    }
  }
}
