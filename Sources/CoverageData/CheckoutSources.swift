import CIModel
import FileSystem

/// What the files of a checkout say beyond the coverage data: their comments, and whether they are
/// still what was measured.
package struct CheckoutSources: Sendable {
  private let repositoryRoot: String
  private let measured: Measured

  /// What is known of the sources that were measured; paths are relative to the repository root.
  package enum Measured: Hashable, Sendable {
    /// All are as they were measured but for these.
    case edited(Set<String>)
    /// The marks of their contents, from `StoredMeasurement`.
    case marks([String: String])
    /// Nothing: the data came from elsewhere.
    case unknown
  }

  /// - Parameter repositoryRoot: Absolute.
  package init(repositoryRoot: String, measured: Measured) {
    self.repositoryRoot = repositoryRoot
    self.measured = measured
  }

  /// Whether a file is not what was measured, by its content: a time stamp can be newer and the
  /// code the same. Paths are relative to the repository root.
  package func wasEdited(_ path: String) -> Bool {
    switch measured {
    case .edited(let paths): paths.contains(path)
    case .marks(let marks):
      marks[path].map { WorkFiles.mark(of: "\(repositoryRoot)/\(path)") != $0 } ?? false
    case .unknown: false
    }
  }

  /// Files that were measured over a link, by the paths of what it leads to in the repository. A build
  /// follows links, and git tells of a change where the file itself lies.
  func measuredOverLinks(_ coverage: Coverage) -> [String: String] {
    let root = realPathOfExisting(repositoryRoot)
    var paths: [String: String] = [:]
    for file in coverage.files {
      let real = realPathOfExisting("\(root)/\(file.path)")
      guard real.hasPrefix(root + "/") else { continue }
      let path = String(real.dropFirst(root.count + 1))
      if path != file.path { paths[path] = file.path }
    }
    return paths
  }

  /// Which files were written after all of some profiles; paths are relative to the repository root.
  ///
  /// That proves no edit: a checkout writes files, too.
  package func newer(_ paths: [String], than profiles: [String]) -> [String] {
    guard let last = profiles.compactMap({ FileStatus($0)?.modified }).max() else { return [] }
    return paths.filter { path in
      FileStatus("\(repositoryRoot)/\(path)").map { last < $0.modified } ?? false
    }
  }

  /// The lines of a file that are blank or hold nothing but comments, 1-based; none for a file that
  /// cannot be read.
  package func commentLines(_ path: String) -> [ClosedRange<Int>] {
    guard let file = try? MappedFile("\(repositoryRoot)/\(path)") else { return [] }
    return CommentLines.find(in: file.bytes)
  }
}
