import CIModel
import GitHistory

/// Reads what other tools reported in files of the work tree.
enum ReportFiles {
  /// The largest report that is read, in bytes.
  private static let largest = 64 << 20

  /// The files that match, sorted by path; a file that cannot be read is left out, and so is a link to
  /// one that is not in the work tree. Where the change is not trusted, one that git tracks is left out,
  /// too: the change wrote it, and no tool.
  static func read(
    _ globs: [String], in root: String, _ policy: PolicySource
  ) -> [ReportFile] {
    if globs.isEmpty { return [] }
    let readable = ReadablePath(root: root)
    let repository = policy.commit == nil ? nil : try? policy.repository()
    return FileSearch.files(matching: globs, in: root).compactMap { path in
      if readable.refusal(path) != nil { return nil }
      if policy.commit != nil, (try? repository?.isTracked(path)) != false { return nil }
      return (try? readFile("\(root)/\(path)", limit: largest)).map {
        ReportFile(path: path, bytes: $0)
      }
    }
  }
}
