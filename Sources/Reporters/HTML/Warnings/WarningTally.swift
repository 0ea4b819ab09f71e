import CIModel

/// The number of warnings, counted as in the terminal: each location of compilers and linters once,
/// and each warning that a test recorded or that was printed while tests ran.
struct WarningTally {
  let diagnostics: Int
  let tests: Int
  let runtime: Int

  init(_ record: RunRecord) {
    diagnostics = record.diagnostics.count { $0.severity == .warning }
    tests = record.testWarnings.count
    runtime = record.shownRuntimeWarnings.reduce(0) { $0 + $1.count }
  }

  var total: Int { diagnostics + tests + runtime }
}
