import CIModel
import CoverageByTest
import PipelineConfig
import ProcessExecution
import RunStorage
import SwiftPackage

extension ByTestScope {
  /// The scope of the package whose tests a step runs.
  init(_ session: StepSession, _ options: SwiftTestOptions) {
    let run = session.run
    let version = run.environment.toolchain?.version ?? "an unknown compiler"
    let surroundings = run.environment.surroundings
    self.init(
      name: TestRequest.historyScope(directory: session.step.directory, options),
      toolchain: "Swift \(version) on \(surroundings.os) \(surroundings.architecture)",
      configuration: ByTestScope.configuration(session, options),
      runID: run.services.directory.id,
      measuredAt: run.services.record.record.startedAt.iso8601, packageRoot: session.directory,
      repositoryRoot: run.environment.repositoryRoot, variables: run.environment.ownVariables,
      state: run.services.state, base: run.options.base,
      unread: run.pipeline.coverage.byTest?.unread ?? [])
  }

  /// The settings of the step that can change test results.
  private static func configuration(_ session: StepSession, _ options: SwiftTestOptions) -> String {
    let variables = (session.run.pipeline.environment + session.step.environment).map {
      "\($0.name)=\($0.value)"
    }
    let words =
      options.arguments + options.filter + ["skip"] + options.skip
      + [
        options.cleanRoom.map { "clean-room \($0)" } ?? "", options.network.rawValue,
        options.runner.rawValue,
      ]
    return (words + variables).joined(separator: "\n")
  }
}
