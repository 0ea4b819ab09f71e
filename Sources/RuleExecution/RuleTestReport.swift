internal import CIModel

/// The results of the examples, as text and as JSON, `devtool.rules-test/1`.
package struct RuleTestReport: Encodable {
  private var schema = "devtool.rules-test/1"
  private var counts: Counts
  private var examples: [Example]
  private let outcomes: [RuleTester.Outcome]

  private enum CodingKeys: CodingKey { case schema, counts, examples }

  private struct Counts: Encodable {
    var passed: Int
    var failed: Int
  }

  private struct Example: Encodable {
    var title: String
    @NullCoded var rule: String?
    var file: String
    @NullCoded var line: Int?
    var passed: Bool
    /// Unmet expectations as `.ci.yml` writes them.
    var missing: [String]
    var surplus: [Finding]
    var notes: [String]
  }

  package init(_ outcomes: [RuleTester.Outcome]) {
    self.outcomes = outcomes
    examples = outcomes.map { outcome in
      Example(
        title: outcome.title, rule: outcome.rule, file: outcome.location.file,
        line: outcome.location.line, passed: outcome.passed,
        missing: outcome.missing.map(\.text), surplus: outcome.surplus, notes: outcome.notes)
    }
    let passed = examples.count(where: \.passed)
    counts = Counts(passed: passed, failed: examples.count - passed)
  }

  package var passed: Bool { counts.failed == 0 }

  /// One line for each example, more lines for each failed one, and the totals.
  package var text: String {
    var text = ""
    for outcome in outcomes {
      let name = (outcome.rule.map { "\($0): " } ?? "") + outcome.title
      text += "\(outcome.passed ? "passed" : "FAILED")  \(name)\n"
      if outcome.passed { continue }
      let place = outcome.location
      text += "        \(place.file)" + (place.line.map { ":\($0)" } ?? "") + "\n"
      for missing in outcome.missing { text += "        expected  \(missing.text)\n" }
      if outcome.found.isEmpty { text += "        found     nothing\n" }
      for finding in outcome.surplus { text += "        surplus   \(Self.text(of: finding))\n" }
      for note in outcome.notes { text += "        note      \(note)\n" }
    }
    return text + "\(counted(examples.count, "example")): \(counts.passed) passed, "
      + "\(counts.failed) failed\n"
  }

  private static func text(of finding: Finding) -> String {
    let place = finding.location.map { $0.file + ($0.line.map { ":\($0)" } ?? "") + ": " } ?? ""
    return "\(place)\(finding.severity.rawValue): \(finding.message) [\(finding.ruleID)]"
  }
}
