/// A number that `.ci.yml` asks of tests or warnings, and what the run has.
package struct Requirement: Codable, Hashable, Sendable {
  /// The key in `.ci.yml`: `tests.minimum`, `warnings.compiler`.
  package var name: String
  /// What is there and what is asked for: a sentence without its full stop.
  package var text: String
  /// `nil` when it cannot be judged.
  @NullCoded package var passed: Bool?

  package init(_ name: String, _ text: String, passed: Bool?) {
    (self.name, self.text, self.passed) = (name, text, passed)
  }
}
