import CIModel

/// How many warnings there are: each place of compilers and linters once, and each that was printed while tests ran,
/// as the terminal counts them.
struct WarningTally {
  let diagnostics: Int
  let runtime: Int

  init(_ record: RunRecord) {
    diagnostics = record.diagnostics.count { $0.severity == .warning }
    runtime = record.shownRuntimeWarnings.reduce(0) { $0 + $1.count }
  }

  var total: Int { diagnostics + runtime }
}
