import CIModel

extension RunComparison {
  /// The comparison in one line: `1 newly failing, 2 fixed, coverage 87.31% → 86.00%`.
  var headline: String {
    func part(_ count: Int, _ words: String) -> String? {
      count > 0 ? "\(count.grouped) \(words)" : nil
    }
    var parts = [
      part(newlyFailing.count, "newly failing"), part(fixed.count, "fixed"),
      part(stillFailing, "still failing"), part(newlyFlaky.count, "newly flaky"),
      part(newlySlow.count, "slower"),
      newWarnings.isEmpty
        ? nil : counted(newWarnings.count, "new or more frequent warning"),
      part(newTests.count, newTests.count == 1 ? "new test" : "new tests"),
      missingTests.isEmpty ? nil : "\(counted(missingTests.count, "test")) not in this run",
    ].compactMap { $0 }
    if parts.isEmpty, isEmpty, note == nil { return "Tests, warnings and coverage are the same." }
    if parts.isEmpty { parts = ["No test differs"] }
    return parts.joined(separator: ", ")
  }
}

extension RunComparison.CoverageChange {
  /// The change as `87.31% → 86.00%`; the missed lines when both percentages look alike.
  func words(_ arrow: String) -> String {
    guard before.percent == after.percent else {
      return "\(before.percent) \(arrow) \(after.percent) of lines"
    }
    guard before.missed != after.missed else { return "\(after.percent) of lines" }
    return "\(after.percent) of lines, \(before.missed) \(arrow) \(after.missed) missed"
  }

  /// Files with a visible change of coverage, not those that only grew or shrank.
  var shownFiles: [File] { files.filter { $0.words.before != $0.words.after } }
}

extension RunComparison.CoverageChange.File {
  /// Two percentages, or the missed lines when the percentages look alike.
  var words: (before: String, after: String) {
    guard let before, let after, before.percent == after.percent else {
      return (before?.percent ?? "new", after?.percent ?? "gone")
    }
    return ("\(before.missed) missed", "\(after.missed) missed")
  }
}

extension DurationChange {
  /// The change as `3.1 × 0.4s → 1.24s`.
  func times(_ times: String, _ arrow: String) -> String {
    "\(factor.decimals(1)) \(times): \(beforeSeconds.duration) \(arrow) \(afterSeconds.duration)"
  }
}

extension BaseRun.TestChanges {
  /// The duration of a slower test on the base and in this run; `nil` when it is unknown.
  func slowerWords(_ test: String, _ symbols: Symbols) -> String? {
    slowerTimes?.first { $0.test == test }.map { $0.times(symbols.times, symbols.arrow) }
  }
}

extension WarningChange {
  /// The warning as `Sources/A.swift: warning: unused value`.
  var sentence: String {
    (file.map { "\(displayedPath($0)): " } ?? "") + "\(kind): \(message.firstLine)"
  }
}

extension RunSummary {
  /// The number of tests: `27 tests`, `2 of 27 tests failed`, `no tests`.
  var testWords: String {
    if tests == 0 { return "no tests" }
    return failedTests == 0
      ? counted(tests, "test") : "\(failedTests) of \(counted(tests, "test")) failed"
  }

  /// Branch and commit: `main 1a2b3c4d5e`; empty when neither is known.
  var placeWords: String {
    [branch, head.map { String($0.prefix(10)) }].compactMap(\.self).joined(separator: " ")
  }

  /// Tests and location: `2 of 27 tests failed, main 1a2b3c4d5e`.
  var testAndPlaceWords: String {
    placeWords.isEmpty ? testWords : "\(testWords), \(placeWords)"
  }
}
