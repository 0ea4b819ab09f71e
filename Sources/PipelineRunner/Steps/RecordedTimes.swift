package import LocalState
package import PipelineConfig
internal import RunStorage

/// What the steps that run tests took, by test; what also splits the tests among shards.
package enum RecordedTimes {
  /// Seconds by test id for each such step, in the order of the file; of runs of all tests only. Nothing where the
  /// history is not ours.
  package static func read(_ pipeline: Pipeline, _ state: StateFolder) -> [[String: Double]] {
    guard state.ownsHistory(claims: false) else { return [] }
    let store = HistoryStore(path: state.historyPath)
    return pipeline.steps.compactMap { step in
      guard case .swiftTest(let options) = step.action else { return nil }
      let scope = TestRequest.historyScope(directory: step.directory, options)
      return store.entries(scope: scope).entries.compactMapValues(\.usualSeconds)
    }
  }
}
