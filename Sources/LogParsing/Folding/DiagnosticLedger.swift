import CIModel

/// Collects diagnostics, each once, with the number of times it was printed.
struct DiagnosticLedger {
  private(set) var diagnostics: [Diagnostic] = []
  private var indices: [Key: Int] = [:]

  private struct Key: Hashable {
    var severity: Severity
    var file: String?
    var line: Int?
    var column: Int?
    var message: String
  }

  var errorCount: Int { diagnostics.count { $0.severity == .error } }

  mutating func add(_ diagnostic: Diagnostic) {
    let key = Key(
      severity: diagnostic.severity, file: diagnostic.file, line: diagnostic.line,
      column: diagnostic.column, message: diagnostic.message)
    if let index = indices[key] {
      diagnostics[index].count += 1
    } else {
      indices[key] = diagnostics.count
      diagnostics.append(diagnostic)
    }
  }
}
