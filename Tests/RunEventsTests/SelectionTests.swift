import PipelineConfig
import Testing

@testable import RunEvents

private func step(_ id: String, needs: [String] = []) -> PipelineStep {
  var step = PipelineStep(id: id, action: .run(ScriptOptions("true")))
  step.needs = needs
  return step
}

/// `a` → `b` → `c`, and `d` alone.
private let pipeline: Pipeline = {
  var pipeline = Pipeline()
  pipeline.steps = [step("a"), step("b", needs: ["a"]), step("c", needs: ["b"]), step("d")]
  return pipeline
}()

@Suite struct SelectionTests {
  struct Row: Sendable {
    var steps: [String] = []
    var only: [String] = []
    var skip: [String] = []
    var running: [String]
    var checks: Set<Check>
  }

  private static let byFacts: Set<Check> = [.coverage, .tests, .warnings]

  private static let rows: [Row] = [
    Row(running: ["a", "b", "c", "d"], checks: Set(Check.allCases)),
    Row(steps: ["b"], running: ["a", "b"], checks: byFacts),
    Row(only: ["b"], running: ["b"], checks: byFacts),
    Row(only: ["rules"], running: [], checks: [.rules]),
    Row(only: ["rules", "d"], running: ["d"], checks: Set(Check.allCases)),
    Row(skip: ["b"], running: ["a", "c", "d"], checks: Set(Check.allCases)),
    Row(skip: ["rules", "d"], running: ["a", "b", "c"], checks: byFacts),
    Row(steps: ["c"], skip: ["a"], running: ["b", "c"], checks: byFacts),
  ]

  @Test(arguments: rows) func chooses(row: Row) throws {
    var selection = Selection()
    selection.steps = row.steps
    selection.only = row.only
    selection.skip = row.skip
    let resolved = try selection.resolve(pipeline)
    #expect(resolved.running.sorted() == row.running)
    #expect(resolved.checks == row.checks)
  }

  @Test func onlyTakesNeedsWhenAsked() throws {
    var selection = Selection()
    selection.only = ["c"]
    selection.includesNeeds = true
    #expect(try selection.resolve(pipeline).running == ["a", "b", "c"])
    #expect(try !selection.resolve(pipeline).isBare)
  }

  @Test func namesWhatThereIs() {
    var selection = Selection()
    selection.skip = ["e"]
    #expect(
      throws: Selection.UnknownName(
        name: "e", known: ["a", "b", "c", "d", "coverage", "rules", "tests", "warnings"])
    ) { try selection.resolve(pipeline) }
  }

  @Test func aStepGoesBeforeACheckOfItsName() throws {
    var pipeline = Pipeline()
    pipeline.steps = [step("coverage"), step("other")]
    var selection = Selection()
    selection.skip = ["coverage"]
    let resolved = try selection.resolve(pipeline)
    #expect(resolved.running == ["other"])
    #expect(resolved.checks.contains(.coverage))
  }
}
