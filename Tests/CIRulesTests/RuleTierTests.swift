import CIModel
import CIRules
import Testing

/// `level` beside `warn` and `fail`.
@Suite struct RuleTierTests {
  @Test(
    arguments: [
      (nil, 5, Severity.warning), (.error, 5, .error), (.note, 5, .note), (.note, 50, .error),
      (nil, 50, .error),
    ] as [(Severity?, Int, Severity)])
  func levelIsWhatWarnFinds(level: Severity?, lines: Int, expected: Severity) {
    let facts = makeFacts([FileChange(.modified, "a", additions: lines, size: lines)])
    for (id, rule, values) in [
      ("pr-size", "pr-size", ["warn": 3, "fail": 30]),
      ("large-files", "large-files", ["warn": 3, "fail": 30]),
      ("own", "limit", ["lines.warn": 3, "lines.fail": 30]),
    ] {
      let settings = RuleSettings(
        id: id, rule: rule, level: level, values: values.mapValues { .integer($0) })
      let rules = RuleSet(settings: [settings], includesDefaults: false)
      #expect(rules.findings(in: facts).map(\.severity) == [expected], "\(id)")
    }
  }

  /// `pr-size: error` is the short form that the documentation shows.
  @Test func everyRuleWithATierTakesALevel() {
    for type in RuleRegistry.rules
    where type.descriptor.parameters.contains(where: { $0.name == "warn" }) {
      for example in type.examples where example.expected == [.warning] {
        for level in [Severity.note, .error] {
          let settings = RuleSettings(
            id: type.descriptor.id, level: level, values: example.values)
          let rules = RuleSet(settings: [settings], includesDefaults: false)
          #expect(
            rules.findings(in: example.facts).map(\.severity) == [level],
            "\(type.descriptor.id): \(example.title)")
        }
      }
    }
  }
}
