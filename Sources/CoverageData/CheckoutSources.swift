import CIModel
import FileSystem

/// Reads facts from the files of a checkout that the coverage data does not contain: their
/// comments, and whether they have changed since the measurement.
package struct CheckoutSources: Sendable {
  private let repositoryRoot: String
  private let measured: Measured

  /// The known differences from the measured sources; paths are relative to the repository root.
  ///
  /// They are looked up in any Unicode normalization: a file counts as edited if one whose name only
  /// looks the same was.
  package enum Measured: Hashable, Sendable {
    /// All files are as measured except these.
    case edited(Set<String>)
    /// Digests of the measured contents, from `StoredMeasurement`.
    case marks([String: String])
    /// Nothing is known, because the data was measured elsewhere.
    case unknown
  }

  /// - Parameter repositoryRoot: An absolute path.
  package init(repositoryRoot: String, measured: Measured) {
    self.repositoryRoot = repositoryRoot
    self.measured = measured
  }

  /// Whether the content of a file has changed since the measurement; a newer time stamp alone is
  /// no change. Paths are relative to the repository root.
  package func wasEdited(_ path: String) -> Bool {
    switch measured {
    case .edited(let paths): paths.contains(path)
    case .marks(let marks):
      marks[path].map { WorkFiles.mark(of: "\(repositoryRoot)/\(path)") != $0 } ?? false
    case .unknown: false
    }
  }

  var trackedPaths: TrackedPaths { TrackedPaths(repositoryRoot: repositoryRoot) }

  /// Files that were measured through links: the measured paths by the path of the link's target in
  /// the repository. A build follows links, while git reports a change at the target.
  func measuredOverLinks(_ coverage: Coverage) -> [RepositoryPath: [RepositoryPath]] {
    let root = realPathOfExisting(repositoryRoot)
    var paths: [RepositoryPath: [RepositoryPath]] = [:]
    for file in coverage.files {
      // A link that a build followed is there.
      guard let target = realPath("\(root)/\(file.path)")?.path(below: root) else { continue }
      let (path, measured) = (RepositoryPath(target), RepositoryPath(file.path))
      if path != measured { paths[path, default: []].append(measured) }
    }
    return paths
  }

  /// The files that were written after all of the given profiles; paths are relative to the
  /// repository root.
  ///
  /// This does not prove an edit, because a checkout also writes files.
  package func newer(_ paths: [String], than profiles: [String]) -> [String] {
    guard let last = profiles.compactMap({ FileStatus($0)?.modified }).max() else { return [] }
    return paths.filter { path in
      FileStatus("\(repositoryRoot)/\(path)").map { last < $0.modified } ?? false
    }
  }

  /// The lines of Swift functions behind `#if`, or of functions in C, without those that comments
  /// exclude; empty for a file that cannot be read.
  func functionLines(_ path: String) -> LineHits {
    guard let file = try? MappedFile("\(repositoryRoot)/\(path)") else { return LineHits() }
    let bytes = Array(file.bytes)
    let lines =
      path.hasSuffix(".swift")
      ? ConditionalLines.find(in: bytes, path: path) : HeaderFunctions.find(in: bytes, path: path)
    return lines.without(ExclusionComments.read("\(repositoryRoot)/\(path)").excluded)
  }

  /// The 1-based lines of a file that are blank or contain only comments; empty for a file that
  /// cannot be read.
  package func commentLines(_ path: String) -> [ClosedRange<Int>] {
    guard let file = try? MappedFile("\(repositoryRoot)/\(path)") else { return [] }
    return CommentLines.find(in: Array(file.bytes), path: path)
  }
}
