import CIModel
import CoverageData
import LocalState
import PipelineConfig
import ProcessExecution
import RunStorage
import SwiftPackage

/// The part of the history that a step's coverage by test lies in, and what it must agree in.
struct ByTestScope {
  let session: StepSession
  let options: SwiftTestOptions
  let pipeline: Pipeline

  /// `nil` when the history is not ours, and none can be begun.
  var history: TestLinesHistory? {
    let state = session.context.state
    return state.ownsHistory(claims: true) ? TestLinesHistory(path: state.historyPath) : nil
  }

  var name: String { TestRequest.historyScope(directory: session.step.directory, options) }

  var toolchain: String {
    let version = session.context.toolchain?.version ?? "an unknown compiler"
    return "Swift \(version) on \(session.context.surroundings.os) "
      + session.context.surroundings.architecture
  }

  /// What the step says as far as results depend on it.
  var configuration: String {
    let variables = (pipeline.environment + session.step.environment).map {
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

  var origin: TestLines.Origin {
    TestLines.Origin(
      runID: session.context.directory.id,
      measuredAt: Timestamp(secondsSinceEpoch: Int64(session.context.startedAt.seconds)).iso8601,
      toolchain: toolchain, configuration: configuration)
  }
}
