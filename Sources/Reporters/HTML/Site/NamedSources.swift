import CIModel

/// Sources that the coverage leaves out: those that failures, findings or messages name, and those of tests.
enum NamedSources {
  /// More have no page.
  private static let most = 5_000
  /// More paths are not looked at.
  private static let mostNamed = 10_000

  /// Their paths with how many lines they have, those of failures first; only what can be shown.
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
