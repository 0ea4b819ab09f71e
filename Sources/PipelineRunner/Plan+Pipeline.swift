package import PipelineConfig
package import RunEvents

extension Plan {
  /// - Parameter defaultLintPaths: The paths that a `lint` step without paths checks, by the step's
  ///   `dir`.
  package init(
    _ pipeline: Pipeline, selection: Selection,
    defaultLintPaths: @escaping (_ directory: String?) -> [String]
  ) throws(Selection.UnknownName) {
    let resolved = try selection.resolve(pipeline)
    let ordered = pipeline.inExecutionOrder()
    var steps: [PlannedStep] = []
    steps.reserveCapacity(ordered.count)
    for step in ordered {
      let isSkipped = resolved.skipped.contains(step.id)
      guard isSkipped || resolved.running.contains(step.id) else { continue }
      var planned = PlannedStep(step: step, isSkipped: isSkipped)
      step.action.runner?.plan(
        &planned,
        in: StepPlanning(
          pipeline: pipeline, ordered: ordered, selected: resolved,
          defaultLintPaths: defaultLintPaths))
      steps.append(planned)
    }
    self.init(steps: steps, checks: resolved.checks)
  }
}
