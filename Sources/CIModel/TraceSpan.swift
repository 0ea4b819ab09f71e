/// A part of a run that took time, for `--trace`.
package struct TraceSpan: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case step
    case compile
    case test
  }

  package var kind: Kind
  package var name: String
  /// The step that the span belongs to.
  package var step: String
  /// Seconds since the start of the run.
  package var startSeconds: Double
  package var durationSeconds: Double
  /// The result; `nil` when it is not known.
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
