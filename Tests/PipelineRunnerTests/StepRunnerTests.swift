import CIModel
import PipelineConfig
import Testing

@testable import PipelineRunner

struct StepRunnerTests {
  private static let actions: [StepAction] = [
    .run(ScriptOptions("true")), .exec(ExecOptions(["true"])), .swiftBuild(SwiftBuildOptions()),
    .swiftTest(SwiftTestOptions()), .lint(LintOptions()),
  ]

  @Test func everyActionHasItsRunner() {
    #expect(Self.actions.map(\.kind) == StepActionKind.allCases)
    #expect(Self.actions.allSatisfy { $0.runner != nil })
  }

  /// What a record calls an action is what `.ci.yml` calls it.
  @Test func everyActionIsAKeyOfAStep() {
    let keys = Set(Schema.step.keys.map(\.name))
    #expect(StepActionKind.allCases.allSatisfy { keys.contains($0.rawValue) })
  }
}
