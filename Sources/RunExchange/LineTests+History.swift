package import CIModel
import CoverageByTest
package import LocalState
package import Reporters
import RunStorage

extension LineTests {
  /// Reads which lines the tests of a run executed, if that run is the newest that measured them.
  ///
  /// - Parameter state: `nil` when no history is available, for example for a run of another
  ///   machine.
  package init(of record: RunRecord, in state: StateFolder?) {
    let run = record.judgedRun ?? record.id
    guard let state, record.coverage != nil, state.ownsHistory(claims: false),
      let records = try? TestLinesHistory(path: state.historyPath).all()
    else {
      self = .none
      return
    }
    let known = records.compactMap { TestLines(encoded: $0.data) }
      .filter { $0.origin.runID == run }.map(LineCoverers.init)
    if known.isEmpty {
      self = .none
      return
    }
    self.init { path in
      known.lazy.map { $0.stretches(of: path, naming: Self.named) }.first { !$0.isEmpty }?
        .map { Stretch(lines: $0.lines, count: $0.count, names: $0.tests) } ?? []
    }
  }
}
