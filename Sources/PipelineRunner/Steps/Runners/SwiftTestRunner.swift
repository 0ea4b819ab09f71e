import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// Builds the tests unless an earlier step does, then drives the test product.
extension SwiftTestOptions: StepRunner {
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    let step = planned.step
    let isBuilt = planning.ordered.contains { other in
      planning.selected.running.contains(other.id) && step.isBuilt(by: other)
    }
    planned.runsNoTests = planning.selected.buildsTestsOnly
    planned.buildsTests = !isBuilt && (!planning.selected.isBare || planned.runsNoTests)
    planned.requiresFreshProduct = !isBuilt && !planned.buildsTests
    if planned.buildsTests {
      let command = buildOptions.command(coverage: coverage)
      planned.commands = [command]
      planned.buildCommand = command
    }
  }

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try SwiftTestStep(session.scope, self).execute(&session)
  }
}

extension SwiftTestOptions {
  /// The options of a build of these tests and nothing else.
  fileprivate var buildOptions: SwiftBuildOptions {
    var build = SwiftBuildOptions()
    build.configuration = configuration
    build.buildSystem = buildSystem
    build.sanitizer = sanitizer
    build.arguments = arguments
    return build
  }
}
