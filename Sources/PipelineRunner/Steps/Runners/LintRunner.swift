import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents

/// `swift format lint` on the package's sources.
extension LintOptions: StepRunner {
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    let paths = paths.isEmpty ? planning.defaultLintPaths(planned.step.directory) : paths
    planned.commands = [
      Plan.Command(
        "swift",
        ["format", "lint", "--parallel", "--recursive"] + (strict ? ["--strict"] : [])
          + paths)
    ]
  }

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    try ToolStep(planned: session.scope.planned).execute(&session)
  }
}
