/// The differences between a run and an earlier one.
package struct RunComparison: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.comparison/1"

  package var schema = RunComparison.schemaName
  package var earlier: RunSummary
  package var later: RunSummary
  /// Tests that fail in the later run and did not fail in the earlier one, including new tests.
  package var newlyFailing: [OutcomeChange] = []
  /// Tests that failed before and pass now.
  package var fixed: [OutcomeChange] = []
  /// Number of tests that failed in both runs.
  package var stillFailing = 0
  /// Ids of tests that passed only when they were rerun, and did not need that before.
  package var newlyFlaky: [String] = []
  /// Tests that passed in both runs and take much longer in the later one, greatest factor first.
  package var newlySlow: [DurationChange] = []
  /// Tests that the earlier run did not have; sorted.
  package var newTests: [String] = []
  /// Tests that the later run did not have; sorted.
  package var missingTests: [String] = []
  /// Warnings that are new or printed more often than before.
  package var newWarnings: [WarningChange] = []
  /// Warnings that are gone or printed less often than before.
  package var goneWarnings: [WarningChange] = []
  /// The change in coverage; `nil` when one of the runs measured none or only a part, or they
  /// counted lines in different ways.
  @NullCoded package var coverage: CoverageChange?
  /// Sentences about the parts that are not compared, because the runs ran different parts; `nil`
  /// when everything is compared.
  package var note: String?

  package struct OutcomeChange: Codable, Hashable, Sendable {
    /// The id of the test if it is known, else its name.
    package var test: String
    /// The earlier outcome; `nil` when the earlier run did not have the test.
    @NullCoded package var before: TestOutcome?
    package var after: TestOutcome
  }

  package struct CoverageChange: Codable, Hashable, Sendable {
    /// Line coverage of the earlier run.
    package var before: Coverage.Ratio
    package var after: Coverage.Ratio
    /// Files whose numbers differ, sorted by path.
    package var files: [File]

    package struct File: Codable, Hashable, Sendable {
      package var path: String
      /// The earlier coverage; `nil` when only the later run has the file.
      @NullCoded package var before: Coverage.Ratio?
      /// The later coverage; `nil` when only the earlier run has the file.
      @NullCoded package var after: Coverage.Ratio?
    }
  }

  /// The minimum increase in seconds of a slower test, which must also take twice as long; less is
  /// noise.
  package static let noticeableSeconds = 0.25

  /// Whether tests, warnings and coverage are equal in both runs.
  package var isEmpty: Bool {
    newlyFailing.isEmpty && fixed.isEmpty && newlyFlaky.isEmpty && newlySlow.isEmpty
      && newTests.isEmpty && missingTests.isEmpty && newWarnings.isEmpty && goneWarnings.isEmpty
      && (coverage.map { $0.files.isEmpty && $0.before == $0.after } ?? true)
  }

  /// The warning counts of two runs, by the same keys.
  package typealias Warnings = (earlier: [WarningKey: Int], later: [WarningKey: Int])

  /// - Parameter warnings: Counts to use instead of those of the records.
  package init(_ later: RunRecord, with earlier: RunRecord, warnings: Warnings? = nil) {
    let warnings = warnings ?? (Self.warnings(of: earlier), Self.warnings(of: later))
    self.earlier = RunSummary(earlier)
    self.later = RunSummary(later)
    compareTests(Self.byName(earlier.tests), Self.byName(later.tests))
    compareWarnings(warnings.earlier, warnings.later)
    if let before = earlier.coverage, let after = later.coverage, before.isComparable(with: after) {
      coverage = CoverageChange(before, after)
    }
    leaveOutUncompiled(later, with: earlier)
    leaveOutParts(RunScope(later), with: RunScope(earlier))
  }
}

// MARK: - Tests

extension RunComparison {
  /// Tests by name; if several steps ran a test, a failure takes precedence.
  private static func byName(_ tests: [TestCase]) -> [String: TestCase] {
    Dictionary(tests.map { ($0.shownName, $0) }) { $1.outcome.isFailure ? $1 : $0 }
  }

  private mutating func compareTests(_ before: [String: TestCase], _ after: [String: TestCase]) {
    // Swift Testing's tests beside one that hangs wait for a thread, and their times count that.
    let hangs = after.values.contains { $0.framework == .swiftTesting && $0.outcome == .timedOut }
    for (name, test) in after.sorted(by: { $0.key < $1.key }) {
      guard let old = before[name] else {
        newTests.append(name)
        if test.outcome.saysFailure {
          newlyFailing.append(OutcomeChange(test: name, before: nil, after: test.outcome))
        }
        continue
      }
      let change = OutcomeChange(test: name, before: old.outcome, after: test.outcome)
      switch (old.outcome.isFailure, test.outcome.isFailure) {
      case (false, true): if test.outcome.saysFailure { newlyFailing.append(change) }
      case (true, true): stillFailing += 1
      case (true, false): if test.outcome == .passed { fixed.append(change) }
      case (false, false): break
      }
      if test.isFlaky == true, old.isFlaky != true { newlyFlaky.append(name) }
      if hangs, test.framework == .swiftTesting { continue }
      if let slower = Self.slower(name, old, test) { newlySlow.append(slower) }
    }
    newlySlow.sort { ($1.factor, $0.test) < ($0.factor, $1.test) }
    missingTests = before.keys.filter { after[$0] == nil }.sorted()
  }

  private static func slower(
    _ name: String, _ old: TestCase, _ new: TestCase
  ) -> DurationChange? {
    guard old.outcome == .passed, new.outcome == .passed, let before = old.durationSeconds,
      let after = new.durationSeconds, before > 0, after >= 2 * before,
      after - before >= noticeableSeconds
    else { return nil }
    return DurationChange(test: name, beforeSeconds: before, afterSeconds: after)
  }
}

// MARK: - Warnings

extension RunComparison {
  /// The identity of a warning when runs are compared.
  package struct WarningKey: Hashable {
    package var kind: String
    package var file: String?
    package var message: String

    package init(kind: String, file: String?, message: String) {
      self.kind = kind
      self.file = file
      self.message = message
    }
  }

  /// For each message of the compiler, the number of places that it was printed for; for each form
  /// of a runtime warning, the number of times it was printed.
  package static func warnings(of record: RunRecord) -> [WarningKey: Int] {
    var counts: [WarningKey: Int] = [:]
    func add(_ count: Int, _ key: WarningKey) {
      counts[key] = (counts[key] ?? 0).addingReportingOverflow(count).partialValue
    }
    for diagnostic in record.diagnostics where diagnostic.severity != .note {
      add(
        // A build repeats the diagnostics of a file for each target that compiles it.
        1,
        WarningKey(
          kind: diagnostic.severity.rawValue, file: diagnostic.file,
          message: diagnostic.message + (diagnostic.group.map { " [\($0)]" } ?? "")))
    }
    for warning in record.shownRuntimeWarnings {
      for shape in warning.shapes {
        add(shape.count, WarningKey(kind: warning.category, file: nil, message: shape.shape))
      }
    }
    return counts
  }

  private mutating func compareWarnings(_ before: [WarningKey: Int], _ after: [WarningKey: Int]) {
    let changes = Set(before.keys).union(after.keys).map { key in
      WarningChange(
        kind: key.kind, file: key.file, message: key.message, before: before[key] ?? 0,
        after: after[key] ?? 0)
    }.sorted { ($0.kind, $0.file ?? "", $0.message) < ($1.kind, $1.file ?? "", $1.message) }
    newWarnings = changes.filter { $0.after > $0.before }
    goneWarnings = changes.filter { $0.after < $0.before }
  }
}

// MARK: - Coverage

extension RunComparison.CoverageChange {
  fileprivate init(_ before: Coverage, _ after: Coverage) {
    self.before = before.totals.lines
    self.after = after.totals.lines
    let old = Dictionary(before.files.map { ($0.path, $0.lines) }) { $1 }
    let new = Dictionary(after.files.map { ($0.path, $0.lines) }) { $1 }
    files = Set(old.keys).union(new.keys).sorted().compactMap { path in
      old[path] == new[path] ? nil : File(path: path, before: old[path], after: new[path])
    }
  }
}

extension RunRecord {
  /// The difference between the coverage of the base branch and this one; `nil` when they cannot be
  /// compared.
  package var coverageSinceBase: RunComparison.CoverageChange? {
    guard let before = base?.lines, let files = base?.files, let coverage else { return nil }
    let after = Dictionary(coverage.files.map { ($0.path, $0.lines) }) { $1 }
    return RunComparison.CoverageChange(
      before: before, after: coverage.totals.lines,
      files: files.sorted { $0.key < $1.key }.map { path, lines in
        .init(path: path, before: lines.count == 0 ? nil : lines, after: after[path])
      })
  }
}
