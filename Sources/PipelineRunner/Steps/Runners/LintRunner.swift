import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// `lint`: `swift format lint` on the package's sources.
enum LintRunner: StepRunner {
  static let kind = StepActionKind.lint

  static func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    guard case .lint(let options) = planned.step.action else { return }
    let paths =
      options.paths.isEmpty ? planning.defaultLintPaths(planned.step.directory) : options.paths
    planned.commands = [
      Plan.Command(
        "swift",
        ["format", "lint", "--parallel", "--recursive"] + (options.strict ? ["--strict"] : [])
          + paths)
    ]
  }

  static func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try ToolStep(planned: session.scope.planned).execute(&session)
  }
}
