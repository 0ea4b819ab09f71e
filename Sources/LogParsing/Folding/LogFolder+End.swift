import CIModel

/// Computes the facts after the whole log has been read.
extension LogFolder {
  mutating func finish() -> LogFacts {
    endLayout()
    endMainThread()
    endSanitizer()
    endDeviceReport()
    endForeign()
    tests.add(crashed: crashes.tests)
    for name in tests.confirm(failing: listed.failingTests) {
      evidence.fail("xcodebuild lists '\(name)' as failing, the log shows that it passed")
    }
    tests.finish(died: Set(crashes.tests).contains)
    crashes.chargeSuspects(tests.cases)
    if tests.sequence == nil { tests.noteCrashed(Set(crashes.tests)) }
    classifyIssues()
    for message in listed.buildErrors(besides: diagnostics.diagnostics) {
      diagnostics.add(Diagnostic(.error, message))
    }
    if let xcodebuild {
      for index in tests.cases.indices where tests.cases[index].outcome.isFailure {
        tests.cases[index].command = xcodebuild.command(for: tests.cases[index])
      }
    }
    for custom in customs where custom.isSpent {
      evidence.fail(
        "matching the pattern of warning '\(custom.id)' takes too long, the rest of the log was not searched"
      )
    }
    let listed = listed
    let hasErrors = diagnostics.errorCount > 0
    evidence.reasons.removeAll { listed.names($0) || hasErrors && Self.isWrapper($0) }
    for reason in listed.reasons(besides: diagnostics.diagnostics) { evidence.fail(reason) }
    var facts = LogFacts()
    facts.counts = TestCounts(
      xctest: tests.xctest, swiftTesting: tests.swiftTesting, other: tests.other)
    facts.tests = tests.cases
    facts.crashes = crashes.crashes(relativeTo: shorten)
    facts.survivedCrash = crashes.survivor.map { survivor in
      var survivor = survivor
      survivor.crash.file = survivor.crash.file.map(shorten)
      return survivor
    }
    facts.diagnostics = diagnostics.final
    facts.runtimeWarnings = warnings.warnings
    facts.lines = lines
    (facts.verdict, facts.reasons) = evidence.judge(
      facts.tests, counts: facts.counts, crashes: facts.crashes.count,
      errors: diagnostics.errorCount,
      sanitizers: sanitizerReports(crashes: facts.crashes))
    return facts
  }

  /// Whether the reason only says that a command failed, whose own message is an error.
  private static func isWrapper(_ reason: String) -> Bool {
    Array(reason.utf8).withUnsafeBytes { DiagnosticText.isWrapper(ByteCursor($0)) }
  }

  /// The number of reports of each sanitizer that fail the run.
  private func sanitizerReports(crashes: [Crash]) -> [(category: String, count: Int)] {
    RuntimeWarningCategory.sanitizers.compactMap { category in
      var count = limited.contains(category) ? 0 : warnings.count(of: category)
      // A report that ended its process is already counted as a crash.
      if category == RuntimeWarningCategory.addressSanitizer {
        count -= crashes.count { $0.reason?.holds("AddressSanitizer: ") == true }
      }
      return count > 0 ? (category, count) : nil
    }
  }

  /// Adds warnings for failures that are snapshot differences or unanswered requests.
  private mutating func classifyIssues() {
    for index in tests.cases.indices {
      let test = tests.cases[index]
      for (number, issue) in test.issues.enumerated() where issue.severity == .error {
        for warning in IssueClassifier.warnings(in: issue.message) {
          // The request may already have been reported while the test ran.
          if warning.category == RuntimeWarningCategory.network,
            warnings.tests(of: warning.category).contains(test.name)
          {
            continue
          }
          var warning = warning
          if warning.category == RuntimeWarningCategory.snapshot {
            let images = issue.snapshot ?? SnapshotFailure.images(in: issue.message)
            let reference = TestLedger.IssueReference(test: index, issue: number)
            tests.note(images, at: reference)
            tests[reference].message = SnapshotFailure.withoutAdvice(issue.message)
            warning.identifiers = images?.fileNames ?? []
            warning.message = images?.words
          }
          warnings.add(
            warning.category, shape: warning.shape, identifiers: warning.identifiers,
            test: test.name,
            file: issue.file, line: issue.line, message: warning.message)
        }
      }
    }
  }
}
