import CIModel

/// How many warnings there are, each place and form once.
struct WarningTally {
  let diagnostics: Int
  let runtime: Int

  init(_ record: RunRecord) {
    diagnostics = record.diagnostics.count { $0.severity == .warning }
    runtime = record.runtimeWarnings.reduce(0) { $0 + $1.shapes.count }
  }

  var total: Int { diagnostics + runtime }
}
