import Synchronization

/// Forwards the output of several processes, two streams each, in whole lines.
final class OutputRelay: Sendable {
  private let lock = Mutex(())
  private let receiver: @Sendable (UnsafeRawBufferPointer) -> Void

  init(to receiver: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    self.receiver = receiver
  }

  /// The length in bytes at which an unfinished line is forwarded.
  private static let longestLine = 256 * 1024

  /// One stream of the output of one process.
  struct Feed {
    fileprivate let relay: OutputRelay
    private var pending: [UInt8] = []

    fileprivate init(_ relay: OutputRelay) {
      self.relay = relay
    }

    /// - Parameter reader: Receives the same whole lines as the receiver of the relay.
    mutating func pass(_ bytes: UnsafeRawBufferPointer, _ reader: (UnsafeRawBufferPointer) -> Void)
    {
      guard let end = bytes.lastIndex(of: 0x0A) else {
        pending.append(contentsOf: bytes)
        if pending.count > OutputRelay.longestLine { flush(reader) }
        return
      }
      let lines = UnsafeRawBufferPointer(rebasing: bytes[...end])
      relay.lock.withLock { _ in
        if !pending.isEmpty { pending.withUnsafeBytes { relay.receiver($0) } }
        relay.receiver(lines)
      }
      if !pending.isEmpty { pending.withUnsafeBytes { reader($0) } }
      reader(lines)
      pending.removeAll(keepingCapacity: true)
      pending.append(contentsOf: bytes[(end + 1)...])
    }

    /// Forwards the last line if it is unfinished.
    mutating func finish(_ reader: (UnsafeRawBufferPointer) -> Void) {
      guard !pending.isEmpty else { return }
      pending.append(0x0A)
      flush(reader)
    }

    private mutating func flush(_ reader: (UnsafeRawBufferPointer) -> Void) {
      relay.lock.withLock { _ in pending.withUnsafeBytes { relay.receiver($0) } }
      pending.withUnsafeBytes { reader($0) }
      pending.removeAll(keepingCapacity: true)
    }
  }

  func feed() -> Feed { Feed(self) }
}
