import CIModel
import Expressions
import Testing

@Suite struct RegistryTests {
  @Test func areSortedWithoutDuplicates() {
    let names = NameRegistry.names.map(\.name)
    #expect(names == Set(names).sorted())
    let functions = FunctionRegistry.functions.map(\.name)
    #expect(functions == Set(functions).sorted())
    #expect(Set(names).isDisjoint(with: functions))
  }

  @Test(arguments: NameRegistry.names.map { [$0.name, $0.example, $0.summary] })
  func namesAreDocumented(spec: [String]) throws {
    let condition = try Condition(spec[1])
    #expect(condition.names.contains(spec[0]))
    #expect(spec[2].last == ".")
    #expect(condition.evaluate(.sample).outcome != .unknown)
  }

  @Test(arguments: FunctionRegistry.functions.map { [$0.name, $0.example, $0.summary] })
  func functionsAreDocumented(spec: [String]) throws {
    let condition = try Condition(spec[1])
    #expect(condition.names.contains(spec[0]))
    #expect(spec[2].last == ".")
    #expect(condition.evaluate(.sample).outcome != .unknown)
  }

  @Test(arguments: StepKey.allCases) func stepKeysAreDocumented(key: StepKey) throws {
    let condition = try Condition(key.example, scope: Scope(steps: ["lint", "test"]))
    let steps = ["lint", "test"].map {
      StepResult(id: $0, action: "run", status: .passed, exitCode: 0)
    }
    #expect(condition.evaluate(ConditionFacts(steps: steps)).outcome != .unknown)
    #expect(key.summary.last == ".")
  }

  @Test(arguments: [
    ("GITHUB_TOKEN", true), ("NPM_AUTH", true), ("AWS_SECRET_ACCESS_KEY", true), ("my-token", true),
    ("MATCH_PASSWORD", true), ("PATH", false), ("KEYBOARD", false), ("TOKENIZER", false),
    ("HOME", false), ("GH_PAT", true),
  ])
  func secretNames(name: String, isSecret: Bool) {
    #expect(SecretName.isSecret(name) == isSecret)
  }
}
