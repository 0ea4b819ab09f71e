import CIModel

/// The coverage that other tools report: of files in the repository, of targets and of everything.
struct ReportedCoverage {
  struct File {
    /// Relative to the repository root, or as the tool wrote it for a file elsewhere.
    var path: String
    var lines: Coverage.Ratio
    /// First line of the first function that never ran, 1-based; `nil` when there is none or the
    /// report does not contain it.
    var firstMissed: Int?

    private var share: Double { Double(lines.covered) / Double(lines.count) }

    static func worse(_ one: File, _ other: File) -> File { one.share <= other.share ? one : other }
  }

  /// The files that count, sorted by path. Of a file in several targets the better result is kept;
  /// of several files of another machine that may be one changed file, the worst.
  private(set) var files: [File] = []
  private(set) var targets: [String: Coverage.Ratio] = [:]

  /// - Parameters:
  ///   - counts: Whether a file counts, by its path in the repository.
  ///   - changed: The changed files, for reports from another machine.
  init(
    _ reports: [CoverageReport], checkout: String?, changed: consuming ReportedFiles,
    where counts: (String) -> Bool
  ) {
    let all = reports.flatMap(\.targets).flatMap(\.files).map(\.path)
    // Paths of another machine do not show the root of the repository: all of them count.
    let isHere = all.contains { !ReportPaths.relative($0, checkout).hasPrefix("/") }
    // By the path in the report, since two of another machine can end like one changed file.
    var best: [RepositoryPath: File] = [:]
    for target in reports.lazy.flatMap(\.targets) {
      for file in target.files {
        var path = ReportPaths.relative(file.path, checkout)
        let reported = RepositoryPath(path)
        if path.hasPrefix("/") {
          if isHere || path.contains("/SourcePackages/checkouts/") { continue }
          path = changed.path(named: path) ?? path
        }
        guard counts(path), file.lines.count > 0 else { continue }
        targets[target.name] =
          (targets[target.name] ?? Coverage.Ratio(covered: 0, count: 0)) + file.lines
        if let known = best[reported], known.lines.covered >= file.lines.covered { continue }
        best[reported] = File(path: path, lines: file.lines, firstMissed: file.firstMissed)
      }
    }
    let worst = Dictionary(
      best.values.map { (RepositoryPath($0.path), $0) }, uniquingKeysWith: File.worse)
    files = worst.values.sorted { $0.path < $1.path }
  }

  /// The coverage of all files, each counted once.
  var total: Coverage.Ratio {
    files.reduce(Coverage.Ratio(covered: 0, count: 0)) { $0 + $1.lines }
  }
}
