import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// `swift-test`: builds the tests where no step before does, then drives the test product.
enum SwiftTestRunner: StepRunner {
  static let kind = StepActionKind.swiftTest

  static func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    guard case .swiftTest(let options) = planned.step.action else { return }
    let step = planned.step
    let isBuilt = planning.ordered.contains { other in
      planning.selected.running.contains(other.id) && step.needs.contains(other.id)
        && other.directory == step.directory && other.buildsTests(for: options)
    }
    planned.buildsTests = !isBuilt && !planning.selected.isBare
    planned.requiresFreshProduct = !isBuilt && planning.selected.isBare
    if planned.buildsTests {
      let command = options.buildOptions.command(coverage: options.coverage)
      planned.commands = [command]
      planned.buildCommand = command
    }
  }

  static func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    guard case .swiftTest(let options) = session.step.action else {
      return StepExecution(session.result(.passed))
    }
    return try SwiftTestStep(session.scope, options).execute(&session)
  }
}

extension PipelineStep {
  /// Whether the step builds the tests as a test step wants them.
  fileprivate func buildsTests(for test: SwiftTestOptions) -> Bool {
    guard case .swiftBuild(let options) = action else { return false }
    return options.buildsAllTests && options.configuration == test.configuration
      && options.sanitizer == test.sanitizer && options.buildSystem == test.buildSystem
  }
}

extension SwiftTestOptions {
  /// Of a build that makes these tests and nothing else.
  fileprivate var buildOptions: SwiftBuildOptions {
    var build = SwiftBuildOptions()
    build.configuration = configuration
    build.buildSystem = buildSystem
    build.sanitizer = sanitizer
    build.arguments = arguments
    return build
  }
}
