import CIModel

/// Reads what other tools reported in files of the work tree.
enum ReportFiles {
  /// The largest report that is read, in bytes.
  private static let largest = 64 << 20

  /// The files that match, sorted by path; a file that cannot be read is left out.
  static func read(_ globs: [String], in root: String) -> [ReportFile] {
    FileSearch.files(matching: globs, in: root).compactMap { path in
      (try? readFile("\(root)/\(path)", limit: largest)).map { ReportFile(path: path, bytes: $0) }
    }
  }
}
