import CIModel

extension RunRecord {
  /// What was printed while the tests ran and is no failure: a snapshot that does not match is told with the test
  /// that failed for it.
  var shownRuntimeWarnings: [RuntimeWarning] {
    runtimeWarnings.filter { warning in
      warning.count > 0
        && (warning.category != RuntimeWarningCategory.snapshot || warning.tests.isEmpty)
    }
  }
}
