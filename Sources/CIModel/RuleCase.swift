/// An example in `.ci.yml`: invented facts and the expected findings of the rules.
///
/// `devtool rules test` runs it.
package struct RuleCase: Hashable, Sendable {
  /// A title that describes the example.
  package var title: String
  /// The file and the 1-based line of the example.
  package var location: SourceLocation
  /// The only rule to run; `nil` runs all active rules.
  package var rule: String?
  package var facts: Facts
  /// The exact list of expected findings; empty when the change must pass.
  package var expected: [Expectation]

  package init(
    _ title: String, at location: SourceLocation, rule: String? = nil, facts: Facts,
    expected: [Expectation]
  ) {
    self.title = title
    self.location = location
    self.rule = rule
    self.facts = facts
    self.expected = expected
  }

  /// An expected finding; `nil` properties are not compared.
  package struct Expectation: Hashable, Sendable {
    package var severity: Severity?
    package var rule: String?
    /// A regular expression that must match somewhere in the message.
    package var message: String?
    package var file: String?
    /// 1-based.
    package var line: Int?

    package init(
      _ severity: Severity? = nil, rule: String? = nil, message: String? = nil,
      file: String? = nil, line: Int? = nil
    ) {
      self.severity = severity
      self.rule = rule
      self.message = message
      self.file = file
      self.line = line
    }
  }
}
