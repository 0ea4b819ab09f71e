import CIModel

/// The remarks of findings, compilers and tests on lines of the sources.
struct LineRemarks {
  struct Remark {
    var severity: Severity
    var text: String
    /// The source of the remark: a rule, a group, a test.
    var source: String
    /// Whether a linter made the remark; those matter least.
    var isLint = false
    /// The card of the failed test, on the page of tests.
    var card: String?
  }

  /// Remarks by path, then by line; remarks on a whole file have line 0.
  private var remarks: [String: [Int: [Remark]]] = [:]

  /// - Parameter cards: Ids of failure cards, by the position of the test.
  init(_ record: RunRecord, cards: [Int: String]) {
    for finding in record.findings where finding.suppressed == nil {
      guard let place = finding.location else { continue }
      add(
        place.file, place.line,
        Remark(
          severity: finding.severity, text: finding.messageText?.plain ?? finding.message,
          source: finding.ruleID))
    }
    let lintSteps = record.lintSteps
    for diagnostic in record.diagnostics {
      guard let file = diagnostic.file else { continue }
      add(
        file, diagnostic.line,
        Remark(
          severity: diagnostic.severity,
          text: ([diagnostic.message] + diagnostic.shownNotes).joined(separator: "\n"),
          source: diagnostic.group ?? "compiler",
          isLint: diagnostic.step.map(lintSteps.contains) ?? false))
    }
    for (index, test) in record.tests.enumerated() {
      for issue in test.issues where !issue.isKnown {
        guard let file = issue.file ?? test.file else { continue }
        add(
          file, issue.file == nil ? test.line : issue.line,
          Remark(
            severity: issue.severity, text: issue.message, source: test.shownName,
            card: cards[index]))
      }
    }
    guard !record.crashes.isEmpty else { return }
    let positions = Dictionary(
      record.tests.enumerated().flatMap { index, test in
        [test.name, test.id].compactMap(\.self).map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
    for crash in record.crashes {
      guard let file = crash.file else { continue }
      let position = crash.test.flatMap { positions[$0] }
      let name = position.map { record.tests[$0].shownName } ?? crash.test ?? crash.process
      add(
        file, crash.line,
        Remark(
          severity: .error,
          text: "crashed"
            + (crash.signal.map { " with \($0)" } ?? "") + (crash.reason.map { ": \($0)" } ?? ""),
          source: name ?? "crash", card: position.flatMap { cards[$0] }))
    }
  }

  private mutating func add(_ file: String, _ line: Int?, _ remark: Remark) {
    remarks[file, default: [:]][line ?? 0, default: []].append(remark)
  }

  /// The remarks of a file by line, the worst first and those of linters last.
  func of(_ path: String) -> [Int: [Remark]] {
    (remarks[path] ?? [:]).mapValues { remarks in
      remarks.enumerated().sorted { left, right in
        let (one, other) = (left.element, right.element)
        if one.isLint != other.isLint { return other.isLint }
        if one.severity != other.severity { return one.severity > other.severity }
        return left.offset < right.offset
      }.map(\.element)
    }
  }
}
