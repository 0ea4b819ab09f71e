import CoverageData
import LocalState
package import RunStorage

extension RunStore {
  /// What the sources that a run measured were, of all its packages (`StoredMeasurement`).
  package func marks(of run: String) -> [String: String] {
    var marks: [String: String] = [:]
    for number in 1... {
      let folder = RunDirectory.coveragePath(root: state.root, run: run, number: number)
      guard let stored = try? StoredMeasurement.read(in: folder) else { break }
      marks.merge(stored.sources ?? [:]) { $1 }
    }
    return marks
  }
}
