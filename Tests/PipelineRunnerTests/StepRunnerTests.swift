import CIModel
import PipelineConfig
import Testing

@testable import PipelineRunner

struct StepRunnerTests {
  @Test func everyActionHasItsRunnerInOrder() {
    let kinds = StepRunnerRegistry.all.map { $0.kind.rawValue }
    #expect(kinds == StepActionKind.allCases.map(\.rawValue).sorted())
  }

  /// What a record calls an action is what `.ci.yml` calls it.
  @Test func everyActionIsAKeyOfAStep() {
    let keys = Set(Schema.step.keys.map(\.name))
    #expect(StepActionKind.allCases.allSatisfy { keys.contains($0.rawValue) })
  }
}
