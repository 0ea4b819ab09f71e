/// What the files of a checkout say beyond the coverage data: their comments and their age.
package struct CheckoutSources: Sendable {
  private let repositoryRoot: String
  private let measured: FileTime?

  /// - Parameters:
  ///   - repositoryRoot: Absolute.
  ///   - measuredBy: Binaries or profiles; a source that is newer than the oldest of them is not
  ///     what was measured. Empty when the data came from elsewhere and times mean nothing.
  package init(repositoryRoot: String, measuredBy: [String]) {
    self.repositoryRoot = repositoryRoot
    measured = measuredBy.compactMap { FileAccess.modificationTime(of: $0) }.min()
  }

  /// Whether a file was edited after the measurement; paths are relative to the repository root.
  package func isNewer(_ path: String) -> Bool {
    guard let measured,
      let time = FileAccess.modificationTime(of: "\(repositoryRoot)/\(path)")
    else { return false }
    return measured < time
  }

  /// The lines of a file that are blank or hold nothing but comments, 1-based; none for a file that
  /// cannot be read.
  package func commentLines(_ path: String) -> [ClosedRange<Int>] {
    guard let file = try? MappedFile("\(repositoryRoot)/\(path)") else { return [] }
    return CommentLines.find(in: file.bytes)
  }
}
