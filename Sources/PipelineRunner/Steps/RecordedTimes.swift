package import LocalState
package import PipelineConfig
internal import RunStorage

/// The recorded durations of tests, which also split the tests among shards.
package enum RecordedTimes {
  /// Seconds by test id for each `swift-test` step, in the order of `.ci.yml`, from runs of all
  /// tests only; empty when the history is not devtool's own.
  package static func read(_ pipeline: Pipeline, _ state: StateFolder) -> [[String: Double]] {
    guard state.ownsHistory(claims: false) else { return [] }
    let store = HistoryStore(path: state.historyPath)
    return pipeline.steps.compactMap { step in
      guard case .swiftTest(let options) = step.action else { return nil }
      return store.usualSeconds(scope: TestRequest.historyScope(directory: step.directory, options))
    }
  }
}
