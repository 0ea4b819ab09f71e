/// A numeric requirement of `.ci.yml` for tests or warnings, and the number of the run.
package struct Requirement: Codable, Hashable, Sendable {
  /// The key in `.ci.yml`: `tests.minimum`, `warnings.compiler`.
  package var name: String
  /// The actual and the required number: a sentence without its full stop.
  package var text: String
  /// Whether the requirement is met; `nil` when it cannot be judged.
  @NullCoded package var passed: Bool?

  package init(_ name: String, _ text: String, passed: Bool?) {
    (self.name, self.text, self.passed) = (name, text, passed)
  }
}
