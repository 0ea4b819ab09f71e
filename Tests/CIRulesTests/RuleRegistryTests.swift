import CIModel
import CIRules
import Testing

struct RuleRegistryTests {
  @Test func rulesOnMessagesAreRules() {
    let ids = RuleRegistry.messageRules
    #expect(ids == ids.sorted())
    #expect(ids.allSatisfy { RuleRegistry.rule(id: $0) != nil })
  }

  @Test func isSortedWithoutDuplicates() {
    let ids = RuleRegistry.descriptors.map(\.id)
    #expect(ids == Set(ids).sorted())
  }

  /// What is asked of everybody who says nothing; more of it would fail changes that passed.
  @Test func rulesThatAreOnByDefault() {
    #expect(
      RuleRegistry.descriptors.filter(\.isDefault).map(\.id) == [
        "commits", "conflict-markers", "focused-tests", "large-files", "pr-size", "removed-tests",
        "secrets", "tests-with-sources",
      ])
  }

  @Test func everyRuleIsDocumented() {
    for rule in RuleRegistry.rules {
      let descriptor = rule.descriptor
      #expect(descriptor.summary.last == ".", "\(descriptor.id)")
      let names = descriptor.parameters.map(\.name)
      #expect(names == Set(names).sorted(), "\(descriptor.id)")
      #expect(descriptor.parameters.allSatisfy { $0.summary.last == "." }, "\(descriptor.id)")
      #expect(rule.examples.contains { $0.expected.isEmpty }, "\(descriptor.id)")
      #expect(rule.examples.contains { !$0.expected.isEmpty }, "\(descriptor.id)")
    }
  }

  @Test func everyExampleHolds() {
    for type in RuleRegistry.rules {
      let id = type.descriptor.id
      for example in type.examples {
        let rule = type.init(settings: RuleSettings(id: id, values: example.values))
        let findings = rule.findings(in: example.facts).sorted()
        #expect(findings.map(\.severity) == example.expected, "\(id): \(example.title)")
        for finding in findings {
          #expect(finding.ruleID == id)
          #expect(finding.help?.last == ".", "\(id): \(finding.help ?? "no help")")
        }
      }
    }
  }

  @Test func everyExampleUsesDeclaredKeys() {
    for type in RuleRegistry.rules {
      let names = Set(type.descriptor.parameters.map(\.name))
      for example in type.examples {
        #expect(Set(example.values.keys).isSubset(of: names), "\(type.descriptor.id)")
      }
    }
  }
}
