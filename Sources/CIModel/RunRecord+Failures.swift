extension RunRecord {
  /// The ids of the steps that did not pass, including those still running.
  package var unfinishedSteps: [String] {
    var ids: [String] = runningSteps ?? []
    for step in steps {
      switch step.status {
      case .failed, .timedOut, .blocked, .cancelled: ids.append(step.id)
      case .passed, .warned, .skipped: break
      }
    }
    return ids
  }

  /// Whether the run contains only imported results of other tools (`devtool import`).
  package var isImport: Bool { !steps.isEmpty && steps.allSatisfy(\.isImport) }

  /// The ids of the tests whose last outcome is a failure.
  package var failedTests: Set<String> {
    Set(tests.lazy.filter(\.outcome.isFailure).compactMap(\.id))
  }
}

extension RunRecord {
  /// The runtime warnings that a report lists. Snapshot failures of a known test are left out,
  /// because the failed test reports them.
  package var shownRuntimeWarnings: [RuntimeWarning] {
    runtimeWarnings.filter { warning in
      warning.count > 0
        && (warning.category != RuntimeWarningCategory.snapshot || warning.tests.isEmpty)
    }
  }
}
