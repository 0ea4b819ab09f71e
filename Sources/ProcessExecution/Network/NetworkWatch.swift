import Synchronization

/// Watches the network use of a process and its descendants, and blocks it under `deny`.
///
/// The creator of the invocation keeps it and reads it after the process has ended; the launcher
/// fills it in.
package final class NetworkWatch: Sendable {
  package enum Mode: Hashable, Sendable {
    /// Records attempts and allows them.
    case report
    /// Allows loopback only: attempts fail with "network is unreachable", look-ups of names with
    /// "connection refused".
    case deny
  }

  package let mode: Mode
  private let found = Mutex<[NetworkAttempt]>([])

  package init(_ mode: Mode) {
    self.mode = mode
  }

  /// The attempts in the order in which they were made.
  package var attempts: [NetworkAttempt] { found.withLock { $0 } }

  /// Limits the memory for a process that never stops trying.
  private static let mostAttempts = 10_000

  func note(_ attempt: NetworkAttempt) {
    found.withLock { if $0.count < NetworkWatch.mostAttempts { $0.append(attempt) } }
  }
}

extension NetworkWatch: Hashable {
  package static func == (left: NetworkWatch, right: NetworkWatch) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
