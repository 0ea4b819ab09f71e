import CIModel
import PipelineConfig
import Testing

@Suite struct SchemaTests {
  static let sections = Schema.sections + [Schema.file(rules: RuleDescriptor.samples)]

  @Test(arguments: sections) func keysAreUniqueAndDocumented(section: Section) {
    let names = section.keys.map(\.name)
    #expect(Set(names).count == names.count)
    for key in section.keys where key.availability == .now {
      #expect(key.summary.hasSuffix(".") && key.summary.first?.isUppercase == true, "\(key.name)")
      #expect(!key.example.isEmpty, "\(key.name)")
    }
  }

  /// A key that a YAML 1.1 reader takes for a boolean would be lost in editors and other tools.
  @Test(arguments: sections) func noKeyIsABooleanWord(section: Section) {
    let words: Set = ["y", "n", "yes", "no", "on", "off", "true", "false"]
    for key in section.keys where key.availability != .elsewhere(instead: key.summary) {
      #expect(!words.contains(key.name))
    }
  }

  /// What messages propose must be right itself.
  @Test func examplesOfTopLevelKeysAreRight() throws {
    for key in Schema.file(rules: RuleDescriptor.samples).keys where key.availability == .now {
      _ = try read("\(key.name): \(key.example)")
    }
  }

  @Test func examplesOfStepKeysAreRight() throws {
    for key in Schema.step.keys where key.availability == .now {
      var action = Schema.actions.contains(key.name) ? "" : ", run: make"
      if key.name == "outputs" { action += ", inputs: a" }
      _ = try read("steps: { build: make, a: { \(key.name): \(key.example)\(action) } }")
    }
  }

  @Test func examplesOfPoliciesAreRight() throws {
    let policies = [
      ("tests", Schema.tests), ("warnings", Schema.warnings), ("coverage", Schema.coverage),
      ("defaults", Schema.defaults), ("rules", Schema.ruleSection(RuleDescriptor.samples)),
    ]
    for (name, section) in policies {
      for key in section.keys where key.availability == .now {
        _ = try read("\(name): { \(key.name): \(key.example) }")
      }
    }
  }
}
