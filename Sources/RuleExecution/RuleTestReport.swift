internal import CIModel

/// The results of the examples, as text and as JSON, `devtool.rules-test/1`.
package struct RuleTestReport: Encodable {
  private var schema = "devtool.rules-test/1"
  private var counts: Counts
  private var examples: [Example]

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
    for example in examples {
      let name = (example.rule.map { "\($0): " } ?? "") + example.title
      text += "\(example.passed ? "passed" : "FAILED")  \(name)\n"
      if example.passed { continue }
      text += "        \(example.file)" + (example.line.map { ":\($0)" } ?? "") + "\n"
      for missing in example.missing { text += "        expected  \(missing)\n" }
      for finding in example.surplus { text += "        surplus   \(Self.text(of: finding))\n" }
      for note in example.notes { text += "        note      \(note)\n" }
    }
    return text + "\(counted(examples.count, "example")): \(counts.passed) passed, "
      + "\(counts.failed) failed\n"
  }

  private static func text(of finding: Finding) -> String {
    let place = finding.location.map { $0.file + ($0.line.map { ":\($0)" } ?? "") + ": " } ?? ""
    return "\(place)\(finding.severity.rawValue): \(finding.message) [\(finding.ruleID)]"
  }
}
