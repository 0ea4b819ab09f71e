import CIModel

/// The coverage of reports of other tools: of files in the repository, of targets and of everything.
struct ReportedCoverage {
  struct File {
    /// Relative to the repository root, or as the tool wrote it where it lies elsewhere.
    var path: String
    var lines: Coverage.Ratio
    /// 1-based; `nil` where nothing is missed or the report does not tell.
    var firstMissed: Int?
  }

  /// Of files that count, sorted by path, each once: of one in several targets the better number.
  private(set) var files: [File] = []
  private(set) var targets: [String: Coverage.Ratio] = [:]

  /// - Parameters:
  ///   - counts: Which files count, by their paths in the repository.
  ///   - changed: Paths of changed files, for reports of another machine.
  init(
    _ reports: [CoverageReport], checkout: String?, changed: ReportedFiles,
    where counts: (String) -> Bool
  ) {
    let all = reports.flatMap(\.targets).flatMap(\.files).map(\.path)
    // In paths of another machine the repository's root cannot be told apart: all of them count.
    let isHere = all.contains { !ReportPaths.relative($0, checkout).hasPrefix("/") }
    var best: [String: File] = [:]
    for target in reports.lazy.flatMap(\.targets) {
      for file in target.files {
        var path = ReportPaths.relative(file.path, checkout)
        if path.hasPrefix("/") {
          if isHere || path.contains("/SourcePackages/checkouts/") { continue }
          path = changed.path(named: path) ?? path
        }
        guard counts(path), file.lines.count > 0 else { continue }
        targets[target.name] =
          (targets[target.name] ?? Coverage.Ratio(covered: 0, count: 0)) + file.lines
        if let known = best[path], known.lines.covered >= file.lines.covered { continue }
        best[path] = File(path: path, lines: file.lines, firstMissed: file.firstMissed)
      }
    }
    files = best.values.sorted { $0.path < $1.path }
  }

  /// Of all files, each once.
  var total: Coverage.Ratio {
    files.reduce(Coverage.Ratio(covered: 0, count: 0)) { $0 + $1.lines }
  }
}
