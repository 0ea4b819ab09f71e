import CIModel

/// Sources without coverage that have a page: those that failures, findings or messages name, and
/// those of tests.
enum NamedSources {
  /// The maximum number of pages.
  private static let most = 5_000
  /// The maximum number of paths that are considered.
  private static let mostNamed = 10_000

  /// The paths of sources that can be shown, with their line counts, those of failures first.
  static func of(
    _ record: RunRecord, _ sources: ReportSources
  ) -> [(path: String, lineCount: Int)] {
    var known = Set((record.coverage?.files ?? []).map(\.path))
    var paths: [String] = []
    func add(_ path: String?) {
      guard let path, known.count < 1 << 20, paths.count < mostNamed, known.insert(path).inserted
      else { return }
      paths.append(path)
    }
    for crash in record.crashes { add(crash.file) }
    for test in record.tests where test.outcome.isFailure || !test.issues.isEmpty {
      for issue in test.issues { add(issue.file) }
      for attempt in test.attempts ?? [] { for issue in attempt.issues { add(issue.file) } }
      add(test.file)
    }
    for finding in record.findings { add(finding.location?.file) }
    for diagnostic in record.diagnostics { add(diagnostic.file) }
    for warning in record.runtimeWarnings { for shape in warning.shapes { add(shape.file) } }
    for test in record.tests { add(test.file) }
    var found: [(path: String, lineCount: Int)] = []
    for path in paths where found.count < most {
      if case .lines(let source, _) = sources.read(path) { found.append((path, source.count)) }
    }
    return found
  }
}
