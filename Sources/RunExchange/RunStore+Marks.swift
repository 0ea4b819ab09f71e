package import CoverageData
import LocalState
package import RunStorage

extension RunStore {
  /// Marks of the sources that a run measured, in all its packages (`StoredMeasurement`).
  package func marks(of run: String) -> [String: String] {
    var marks: [String: String] = [:]
    for (_, stored) in (try? measurements(of: run)) ?? [] {
      marks.merge(stored.sources ?? [:]) { $1 }
    }
    return marks
  }

  /// The measurements of a run, one for each package, and the folder of each profile.
  ///
  /// - Throws: When a file cannot be read, or there is none.
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
