/// The conditions under which a failed step runs again.
package struct RetryPolicy: Hashable, Sendable {
  /// Maximum number of retries; 0 is never.
  package var limit = 0
  /// Failures that are retried; empty means those of `RetryPolicy.usual(for:)`.
  package var reasons: [Reason] = []
  /// A regular expression that a line of the failed attempt's output must match; `nil` requires no
  /// match. In Swift's `Regex` syntax, checked.
  package var pattern: String?
  /// The pause before the first retry; it doubles each time, up to five minutes.
  package var backoff = Duration.zero

  package init() {}

  package enum Reason: Hashable, Sendable {
    /// The command exited with a status other than 0.
    case exit
    /// The command exited with one of these.
    case exitStatuses([Int])
    case timeout
    /// The command was ended by a signal that devtool did not send.
    case crash
  }

  /// The default reasons. A failed test is no reason to run all tests again.
  package static func usual(for action: StepAction) -> [Reason] {
    if case .swiftTest = action { return [.timeout, .crash] }
    return [.exit, .timeout, .crash]
  }

  /// The pause before retry number `retry`; 1-based.
  package func pause(before retry: Int) -> Duration {
    min(.seconds(300), backoff * (1 << min(retry - 1, 16)))
  }
}
