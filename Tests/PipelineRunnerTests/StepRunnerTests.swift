import CIModel
import PipelineConfig
import Testing

@testable import PipelineRunner

struct StepRunnerTests {
  @Test(arguments: StepActionKind.allCases)
  func everyActionHasItsRunner(kind: StepActionKind) {
    #expect(StepRunnerRegistry.runner(of: kind).kind == kind)
  }

  /// What a record calls an action is what `.ci.yml` calls it.
  @Test func everyActionIsAKeyOfAStep() {
    let keys = Set(Schema.step.keys.map(\.name))
    #expect(StepActionKind.allCases.allSatisfy { keys.contains($0.rawValue) })
  }
}
