import CIModel

/// Reads what other tools reported in files of the work tree.
enum ReportFiles {
  /// The largest report that is read, in bytes.
  private static let largest = 64 << 20

  /// The files that match, sorted by path; a file that cannot be read is left out, and so is a link to
  /// one that is not in the work tree.
  static func read(_ globs: [String], in root: String) -> [ReportFile] {
    let readable = ReadablePath(root: root)
    return FileSearch.files(matching: globs, in: root).compactMap { path in
      if readable.refusal(path) != nil { return nil }
      return (try? readFile("\(root)/\(path)", limit: largest)).map {
        ReportFile(path: path, bytes: $0)
      }
    }
  }
}
