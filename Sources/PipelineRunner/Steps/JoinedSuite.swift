package import CIModel
package import PipelineConfig
package import RunHistory

extension HistoryRun.Suite {
  /// The tests of a run that joins shards.
  ///
  /// - Returns: `nil` where several steps or other tools ran some: a record does not tell whose a test is.
  package init?(joined record: RunRecord, _ pipeline: Pipeline) {
    let ran = record.steps.filter(\.runsTests)
    guard ran.count == 1, let step = pipeline.steps.first(where: { $0.id == ran[0].id }),
      case .swiftTest(let options) = step.action
    else { return nil }
    self.init(
      scope: TestRequest.shardedScope(directory: step.directory, options),
      isPart: ran[0].suite?.isPart == true, cases: record.tests)
    if tests.isEmpty { return nil }
  }
}
