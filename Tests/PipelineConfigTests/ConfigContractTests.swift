import CIModel
import Foundation
import PipelineConfig
import TestSupport
import Testing
import YAMLDocument

/// What editors are told of `.ci.yml` is what is read.
@Suite struct ConfigContractTests {
  private let contract = Schema.contract(rules: RuleDescriptor.samples)

  /// As an editor reads YAML (the core schema of YAML 1.2).
  private func value(_ node: Node) -> JSONValue {
    switch node.content {
    case .scalar(let scalar):
      if scalar.isNull { return .null }
      guard scalar.style == .plain else { return .text(scalar.text) }
      if let boolean = Bool(scalar.text) { return .boolean(boolean) }
      return Double(scalar.text).map { .number($0) } ?? .text(scalar.text)
    case .sequence(let nodes): return .list(nodes.map(value))
    case .mapping(let entries):
      return .object(Dictionary(entries.map { ($0.key, value($0.value)) }) { $1 })
    case .unresolved: return .null
    }
  }

  private func problems(_ text: String) throws -> [String] {
    let root = ParsedDocument(parsing: Array(text.utf8)).root
    var validation = SchemaValidation(contract.schema)
    return validation.problems(in: root.map(value) ?? .null)
  }

  @Test(arguments: [
    "everything.yml"
  ])
  func acceptsRightFiles(name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Right/\(name)")
    #expect(try problems(String(contentsOf: file, encoding: .utf8)) == [])
  }

  @Test func acceptsEveryExampleOfItsKeys() throws {
    #expect(try problems("") == [])
    for key in Schema.file(rules: RuleDescriptor.samples).keys where key.availability == .now {
      #expect(try problems("\(key.name): \(key.example)") == [], "\(key.name)")
    }
    for key in Schema.step.keys where key.availability == .now {
      #expect(try problems("steps: { a: { \(key.name): \(key.example) } }") == [], "\(key.name)")
    }
    let policies = [
      ("tests", Schema.tests), ("warnings", Schema.warnings), ("coverage", Schema.coverage),
      ("defaults", Schema.defaults), ("rules", Schema.ruleSection(RuleDescriptor.samples)),
    ]
    for (name, section) in policies {
      for key in section.keys where key.availability == .now {
        #expect(
          try problems("\(name): { \(key.name): \(key.example) }") == [], "\(name): \(key.name)")
      }
    }
    for key in Schema.customRule(RuleDescriptor.samples).keys {
      #expect(
        try problems("rules: { custom: [{ \(key.name): \(key.example) }] }") == [], "\(key.name)")
    }
    for key in Schema.example.keys {
      #expect(
        try problems("rules: { examples: [{ \(key.name): \(key.example) }] }") == [], "\(key.name)")
    }
  }

  @Test(arguments: [
    ("[1]", ": a list is no object"),
    ("x-anchors: 1", ""),
    ("stps: {}", ": 'stps' is not known"),
    ("steps: {}", ""),
    ("steps: { a: { rnu: make } }", "/steps/a: 'rnu' is not known"),
    ("steps: { 'a b': make }", "/steps: 'a b' does not match ^[A-Za-z0-9][A-Za-z0-9._-]*$"),
    ("steps: { a: { run: make, timeout: 30 } }", "/steps/a/timeout: 30 is no string"),
    ("steps: { a: { run: make, timeout: '${matrix.t}', matrix: { t: [1s, 2s] } } }", ""),
    ("steps: { a: { run: make, matrix: { include: [{ t: 1s }] } } }", ""),
    ("steps: { a: { run: make, matrix: {} } }", "/steps/a/matrix: fewer than 1"),
    ("steps: { a: { run: make, timeout: 30x } }", "/steps/a/timeout: '30x' does not match"),
    ("version: 2", "/version: 2 is none of [\"1\", \"1\"]"),
    ("rules: { changelog: loud }", "/rules/changelog: loud is none of"),
    ("fail-fast: maybe", "/fail-fast: "),
    ("jobs: 0", "/jobs: 0"),
  ])
  func seesWhatAnEditorCanSee(text: String, problem: String) throws {
    let problems = try problems(text)
    if problem.isEmpty {
      #expect(problems == [])
    } else {
      #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
    }
  }
}
