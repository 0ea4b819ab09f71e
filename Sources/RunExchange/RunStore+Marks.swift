package import CoverageData
import LocalState
package import RunStorage

extension RunStore {
  /// What the sources that a run measured were, of all its packages (`StoredMeasurement`).
  package func marks(of run: String) -> [String: String] {
    var marks: [String: String] = [:]
    for (_, stored) in (try? measurements(of: run)) ?? [] {
      marks.merge(stored.sources ?? [:]) { $1 }
    }
    return marks
  }

  /// What a run measured, package by package, and the folder that has its profile.
  ///
  /// - Throws: When a file cannot be read, or none is there.
  package func measurements(
    of run: String
  ) throws(CoverageError) -> [(folder: String, stored: StoredMeasurement)] {
    var measurements: [(folder: String, stored: StoredMeasurement)] = []
    for number in 1... {
      let folder = RunDirectory.coveragePath(root: state.root, run: run, number: number)
      guard let stored = try StoredMeasurement.read(in: folder) else {
        if measurements.isEmpty {
          throw .fileFailed(
            path: "\(folder)/\(StoredMeasurement.fileName)", message: "no such file")
        }
        break
      }
      measurements.append((folder, stored))
    }
    return measurements
  }
}
