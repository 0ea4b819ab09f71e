import Synchronization

/// Watches what a process and everything it starts want from the network, and keeps it from them
/// where that is wished.
///
/// The maker of the invocation keeps it and asks it after the process has ended; the launcher fills
/// it in.
package final class NetworkWatch: Sendable {
  package enum Mode: Hashable, Sendable {
    /// Looks on.
    case report
    /// Gives nothing but loopback: attempts fail with "network is unreachable", look-ups of names
    /// with "connection refused".
    case deny
  }

  package let mode: Mode
  private let found = Mutex<[NetworkAttempt]>([])

  package init(_ mode: Mode) {
    self.mode = mode
  }

  /// In the order in which they were made.
  package var attempts: [NetworkAttempt] { found.withLock { $0 } }

  /// A process that tries for ever must not fill our memory.
  private static let mostAttempts = 10_000

  func note(_ attempt: NetworkAttempt) {
    found.withLock { if $0.count < NetworkWatch.mostAttempts { $0.append(attempt) } }
  }
}

extension NetworkWatch: Hashable {
  package static func == (left: NetworkWatch, right: NetworkWatch) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
