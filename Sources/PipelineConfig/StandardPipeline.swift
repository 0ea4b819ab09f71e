extension Pipeline {
  /// The pipeline without a `.ci.yml`: `build` with tests, then `test` with coverage, and `lint`.
  ///
  /// - Parameter lints: Whether the package has a `.swift-format`. The step reports and does not
  ///   fail, because it was not asked for.
  package static func standard(lints: Bool) -> Pipeline {
    var test = PipelineStep(id: "test", action: .swiftTest(SwiftTestOptions()))
    test.needs = ["build"]
    var pipeline = Pipeline()
    pipeline.hasStandardSteps = true
    pipeline.steps = [
      PipelineStep(id: "build", action: .swiftBuild(SwiftBuildOptions())), test,
    ]
    if lints {
      pipeline.steps.append(PipelineStep(id: "lint", action: .lint(LintOptions())))
    }
    return pipeline
  }
}
