package import CIModel
package import PipelineConfig
package import RunHistory

extension HistoryRun.Suite {
  /// The suites of a merged run of shards or imported results, one for each step that ran tests.
  package static func joined(_ record: RunRecord, _ pipeline: Pipeline) -> [HistoryRun.Suite] {
    let ran = record.steps.filter(\.runsTests)
    return ran.compactMap { result in
      guard let scope = scope(of: result, pipeline) else { return nil }
      let suite = HistoryRun.Suite(
        scope: scope, isPart: result.suite?.isPart == true,
        cases: ran.count == 1 ? record.tests : record.tests.filter { $0.step == result.id })
      return suite.tests.isEmpty ? nil : suite
    }
  }

  private static func scope(of result: StepResult, _ pipeline: Pipeline) -> String? {
    if result.isImport { return "import \(result.id)" }
    guard let step = pipeline.steps.first(where: { $0.id == result.id }),
      case .swiftTest(let options) = step.action
    else { return nil }
    // A merged run of all tests equals a run on one machine, so later shards may be split by its
    // durations.
    return result.suite?.isPart == true
      ? TestRequest.shardedScope(directory: step.directory, options)
      : TestRequest.historyScope(directory: step.directory, options)
  }
}
