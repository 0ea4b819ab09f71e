/// An example in `.ci.yml`: facts that are made up, and what the rules have to say of them.
///
/// `devtool rules test` judges it.
package struct RuleCase: Hashable, Sendable {
  /// What it shows.
  package var title: String
  /// The file and the 1-based line that it is written in.
  package var location: SourceLocation
  /// The one rule that judges it; `nil` means all that are on.
  package var rule: String?
  package var facts: Facts
  /// Every finding that there has to be, and no others; empty when the change passes.
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

  /// A finding, as far as the example cares.
  package struct Expectation: Hashable, Sendable {
    package var severity: Severity?
    package var rule: String?
    /// A regular expression that is found in the message.
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
