import CIModel

extension RunRecord {
  /// The warnings that tests recorded, such as Swift Testing's `Issue.record(_:severity:)`, sorted by
  /// place.
  var testWarnings: [Diagnostic] {
    tests.flatMap { test in
      test.issues.filter { $0.severity == .warning && !$0.isKnown }.map { issue in
        let arguments = issue.arguments.map { "\nwith \($0)" } ?? ""
        return Diagnostic(
          .warning, "\(test.shownName): \(issue.message)\(arguments)",
          file: issue.file ?? test.file,
          line: issue.file == nil ? test.line : issue.line, column: issue.column)
      }
    }.sortedByPlace
  }
}
