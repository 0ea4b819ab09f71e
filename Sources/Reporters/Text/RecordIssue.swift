import CIModel

/// An issue that an editor or a service can show at a line: a failed test, a crash, a compiler
/// message, a finding, a warning of a test or a runtime warning.
struct RecordIssue {
  enum Kind {
    case crash
    case test
    case diagnostic
    case finding
    case testWarning
    case runtimeWarning
    /// A failed step without another explanation, or a run that did not pass for an unknown reason.
    case step
  }

  var kind: Kind
  var severity: Severity
  /// The rule: `pr-size`, `DeprecatedDeclaration`, `test-failed`.
  var rule: String
  /// The subject: the test, or the rule.
  var title: String
  var message: String
  /// Notes of the compiler.
  var notes: [String] = []
  var help: String?
  var file: String?
  /// 1-based.
  var line: Int?
  var column: Int?
  var endLine: Int?
  /// Why the issue is suppressed; `nil` when it is not.
  var suppressed: String?
  /// Whether the issue is about a test that newly fails.
  var isNew = false

  /// Lists the issues of a record: crashes and failed tests first, then the others in the order of
  /// the record.
  static func all(_ record: RunRecord) -> [RecordIssue] {
    let names = TestNames(record)
    var all = record.crashes.map { crash in
      let test = crash.ended(in: record)
      let place = test.flatMap(\.place).map { " (in the test at \($0))" }
      return RecordIssue(
        kind: .crash, severity: .error, rule: "crash",
        title: crash.test.map(names.shown) ?? "crash",
        message: crash.headline + (crash.file == nil ? "" : place ?? ""),
        file: crash.file ?? test?.file, line: crash.file == nil ? test?.line : crash.line,
        isNew: test?.isNewFailure ?? false)
    }
    for test in record.tests where test.outcome.isFailure { all += failures(test, record) }
    all += record.diagnostics.sortedByPlace.map { diagnostic in
      let rule = diagnostic.group ?? "compiler"
      return RecordIssue(
        kind: .diagnostic, severity: diagnostic.severity, rule: rule, title: rule,
        message: diagnostic.message, notes: diagnostic.shownNotes, file: diagnostic.file,
        line: diagnostic.line, column: diagnostic.column)
    }
    all += record.findings.map { finding in
      RecordIssue(
        kind: .finding, severity: finding.severity, rule: finding.ruleID, title: finding.ruleID,
        message: finding.message, help: finding.help, file: finding.location?.file,
        line: finding.location?.line, column: finding.location?.column,
        endLine: finding.location?.endLine, suppressed: finding.suppressed)
    }
    all += record.testWarnings.map { warning in
      RecordIssue(
        kind: .testWarning, severity: .warning, rule: "test-warning", title: "test-warning",
        message: warning.message, file: warning.file, line: warning.line, column: warning.column)
    }
    for warning in record.shownRuntimeWarnings {
      let tests =
        warning.tests.isEmpty ? "" : " in " + warning.tests.map(names.shown).joined(separator: ", ")
      all.append(
        RecordIssue(
          kind: .runtimeWarning, severity: .warning, rule: warning.category,
          title: warning.category, message: "\(counted(warning.count, "warning"))\(tests)"))
    }
    return all
  }

  private static func failures(_ test: TestCase, _ record: RunRecord) -> [RecordIssue] {
    let rule = "test-\(test.outcome.rawValue)"
    let issues = test.issues.filter { !$0.isKnown && $0.severity == .error }
    if issues.isEmpty {
      let isToldAsCrash = record.crashes.contains { $0.test == test.name || $0.test == test.id }
      if isToldAsCrash { return [] }
      return [
        RecordIssue(
          kind: .test, severity: .error, rule: rule, title: test.shownName,
          message: "test \(test.outcome.words)", file: test.file, line: test.line,
          suppressed: test.quarantine?.reason, isNew: test.isNewFailure)
      ]
    }
    return issues.map { issue in
      RecordIssue(
        kind: .test, severity: .error, rule: rule, title: test.shownName,
        message: issue.message + (issue.arguments.map { "\nwith \($0)" } ?? ""),
        file: issue.file ?? test.file, line: issue.file == nil ? test.line : issue.line,
        column: issue.column, suppressed: test.quarantine?.reason, isNew: test.isNewFailure)
    }
  }
}

extension Diagnostic {
  /// The first notes of the compiler, such as fix-its; each begins with `note:`.
  var shownNotes: [String] { (notes ?? []).prefix(3).map { "note: \($0)" } }
}
