import CIModel

/// What findings, compilers and tests say of lines of the sources.
struct LineRemarks {
  struct Remark {
    var severity: Severity
    var text: String
    /// Who says it: a rule, a group, a test.
    var source: String
  }

  /// By path, then by line; those of a whole file have line 0.
  private var remarks: [String: [Int: [Remark]]] = [:]

  init(_ record: RunRecord) {
    for finding in record.findings where finding.suppressed == nil {
      guard let place = finding.location else { continue }
      add(
        place.file, place.line,
        Remark(
          severity: finding.severity, text: finding.messageText?.plain ?? finding.message,
          source: finding.ruleID))
    }
    for diagnostic in record.diagnostics {
      guard let file = diagnostic.file else { continue }
      add(
        file, diagnostic.line,
        Remark(
          severity: diagnostic.severity, text: diagnostic.message,
          source: diagnostic.group ?? "compiler"))
    }
    for test in record.tests {
      for issue in test.issues where !issue.isKnown {
        guard let file = issue.file else { continue }
        add(
          file, issue.line,
          Remark(severity: issue.severity, text: issue.message, source: test.shownName))
      }
    }
  }

  private mutating func add(_ file: String, _ line: Int?, _ remark: Remark) {
    remarks[file, default: [:]][line ?? 0, default: []].append(remark)
  }

  func of(_ path: String) -> [Int: [Remark]] { remarks[path] ?? [:] }
}
