import Synchronization

/// Hands on what several processes print so that their lines stay whole.
final class OutputRelay: Sendable {
  private let lock = Mutex(())
  private let receiver: @Sendable (UnsafeRawBufferPointer) -> Void

  init(to receiver: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    self.receiver = receiver
  }

  /// A line that has grown this long is handed on without its end.
  private static let longestLine = 256 * 1024

  /// The output of one process.
  struct Feed {
    fileprivate let relay: OutputRelay
    private var pending: [UInt8] = []

    fileprivate init(_ relay: OutputRelay) {
      self.relay = relay
    }

    mutating func pass(_ bytes: UnsafeRawBufferPointer) {
      guard let end = bytes.lastIndex(of: 0x0A) else {
        pending.append(contentsOf: bytes)
        if pending.count > OutputRelay.longestLine { flush() }
        return
      }
      let lines = UnsafeRawBufferPointer(rebasing: bytes[...end])
      relay.lock.withLock { _ in
        if !pending.isEmpty { pending.withUnsafeBytes { relay.receiver($0) } }
        relay.receiver(lines)
      }
      pending.removeAll(keepingCapacity: true)
      pending.append(contentsOf: bytes[(end + 1)...])
    }

    /// Hands on a last line without end.
    mutating func finish() {
      guard !pending.isEmpty else { return }
      pending.append(0x0A)
      flush()
    }

    private mutating func flush() {
      relay.lock.withLock { _ in pending.withUnsafeBytes { relay.receiver($0) } }
      pending.removeAll(keepingCapacity: true)
    }
  }

  func feed() -> Feed { Feed(self) }
}
