/// Something in a run that took time, for `--trace`.
package struct TraceSpan: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case step
    case compile
    case test
  }

  package var kind: Kind
  package var name: String
  /// The step in which it happened.
  package var step: String
  /// Since the run began.
  package var startSeconds: Double
  package var durationSeconds: Double
  /// How it ended, where that is known.
  package var status: String?

  package init(
    kind: Kind, name: String, step: String, startSeconds: Double, durationSeconds: Double,
    status: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.step = step
    self.startSeconds = startSeconds
    self.durationSeconds = durationSeconds
    self.status = status
  }
}
