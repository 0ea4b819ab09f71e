import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import TestSupport

@testable import LocalState
@testable import PipelineRunner

extension CheckRun {
  /// A run whose commands are played.
  ///
  /// - Parameters:
  ///   - root: Where steps run; absolute.
  ///   - home: Where the run is kept; `nil` is `root`.
  ///   - key: Seals what is kept; `nil` believes nothing of earlier runs.
  ///   - onEvent: Gets the record beside each event of the run.
  static func sample(
    _ pipeline: Pipeline, in root: String, keptIn home: String? = nil, key: StateKey? = nil,
    id: String = "20261120T233118Z-1", jobs: Int = 1, options: RunOptions = RunOptions(),
    environment: RunEnvironment? = nil, launcher: ProcessLauncher = .silent,
    selection: Selection = Selection(), cancellation: Cancellation = Cancellation(),
    onEvent: @escaping @Sendable (RunEvent, RunRecord) -> Void = { _, _ in }
  ) throws -> CheckRun {
    let directory = try RunDirectory(root: home ?? root, id: id)
    let record = RecordKeeper(.sample(id: id), in: directory, key: key)
    let services = RunServices(
      record: record, directory: directory, state: StateFolder(root: home ?? root, key: key),
      observer: RunObserver(
        onEvent: { event in onEvent(event, record.record) }, onOutput: { _, _ in }))
    var plan = try Plan(pipeline, selection: selection, defaultLintPaths: { _ in [] })
    plan.jobs = jobs
    let usual = RunEnvironment(
      launcher: launcher, cancellation: cancellation, variables: ["PATH": "/usr/bin:/bin"],
      root: root, repositoryRoot: root)
    return CheckRun(
      pipeline, plan: plan, options: options, environment: environment ?? usual,
      services: services)
  }
}
