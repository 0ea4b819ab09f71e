package import CIModel

/// A run in the history: only the data that later runs are compared with.
///
/// One line of `devtool history export`.
package struct HistoryRun: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.history/1"

  package var schema = HistoryRun.schemaName
  /// The id of the record; sortable by time.
  package var id: String
  package var startedAt: Timestamp
  /// The wall-clock time in seconds.
  package var durationSeconds: Double
  package var verdict: RunRecord.Verdict
  /// The checkout; `nil` outside of a repository.
  package var checkout: RunRecord.Checkout?
  /// The number of the pull request.
  package var request: Int?
  /// The kind of machine, `linux x86_64, 2 processors, github`: durations of different kinds are
  /// not compared.
  package var machine: String
  package var swiftVersion: String?
  /// The test results of each step that ran tests.
  package var suites: [Suite] = []
  /// Covered lines by file; `nil` when coverage was not measured or is partial.
  package var coverage: [String: Coverage.Ratio]?
  /// The metric of those lines.
  package var metric: Coverage.LineMetric?
  /// The parts that the measurements left out; `nil` for none.
  private var omitted: Omission?
  /// Sizes in bytes of release products, by name; `nil` when there was no release build.
  package var products: [String: Int]?
  /// The number of occurrences of each message, by form.
  package var warnings: [Warning] = []

  package init(_ record: RunRecord) {
    id = record.id
    startedAt = record.startedAt
    durationSeconds = record.durationSeconds
    verdict = record.verdict
    checkout = record.checkout
    request = record.pullRequest?.number
    let environment = record.environment
    machine =
      "\(environment.os) \(environment.architecture), \(counted(environment.cpus, "processor"))"
      + (environment.ci.map { ", \($0)" } ?? "")
    swiftVersion = environment.swiftVersion
    if let coverage = record.coverage, !coverage.isPartial {
      metric = coverage.metric
      ignore = coverage.ignore
      self.coverage = Dictionary(
        coverage.files.prefix(Self.mostEntries).map { ($0.path, $0.lines) },
        uniquingKeysWith: { first, _ in first })
    }
    if record.isIncremental { isIncremental = true }
    for step in record.steps {
      guard let sizes = step.products else { continue }
      // Two builds of one product differ in their targets.
      products = (products ?? [:]).merging(sizes) { max($0, $1) }
    }
    let all = RunComparison.warnings(of: record).map { key, count in
      Warning(
        kind: key.kind, file: key.file,
        message: String(decoding: key.message.utf8.prefix(Self.longestMessage), as: UTF8.self),
        count: count)
    }
    warnings = Array(
      all.sorted { ($1.count, $0.file ?? "", $0.message) < ($0.count, $1.file ?? "", $1.message) }
        .prefix(Self.mostEntries))
  }

  private struct Omission: Codable, Hashable {
    var ignore: [String]?
    var isIncremental: Bool?
  }

  /// The globs of files that are excluded from coverage; `nil` for none.
  package var ignore: [String]? {
    get { omitted?.ignore }
    set { omit { $0.ignore = newValue } }
  }

  /// Whether only changed files were compiled, so that warnings of other files are missing; `nil`
  /// means no.
  package var isIncremental: Bool? {
    get { omitted?.isIncremental }
    set { omit { $0.isIncremental = newValue } }
  }

  private mutating func omit(_ change: (inout Omission) -> Void) {
    var changed = omitted ?? Omission()
    change(&changed)
    omitted = changed == Omission() ? nil : changed
  }

  /// The maximum number of files, and of warning forms, that are stored for a run.
  package static let mostEntries = 20_000
  /// The maximum size of a stored message in bytes.
  package static let longestMessage = 300

  /// Whether the run contains measurements other than tests that a later run can be compared with.
  package var saysAnything: Bool {
    coverage != nil || !warnings.isEmpty || products != nil
  }

  /// Compares a later run with this one, which is of its target branch.
  ///
  /// - Returns: `nil` when the branch of this run is unknown.
  package func base(of record: RunRecord) -> BaseRun? {
    guard let checkout, let branch = checkout.branch else { return nil }
    let isComparable =
      record.coverage.map { !$0.isPartial && $0.metric == metric && $0.ignore == ignore } ?? false
    let none = Coverage.Ratio(covered: 0, count: 0)
    let lines = isComparable ? coverage?.values.reduce(none, +) : nil
    let files = isComparable ? coverage.map { otherLines($0, record.coverage?.files ?? []) } : nil
    let known = warnings.counts
    let new = HistoryRun(record).warnings.counts.filter { key, count in
      // In an incremental build, the warning may only be missing because its file was not compiled.
      key.kind != Severity.error.rawValue && count > known[key] ?? 0
        && !(isIncremental == true && key.kind == Severity.warning.rawValue)
    }.map { key, count in
      WarningChange(
        kind: key.kind, file: key.file, message: key.message, before: known[key] ?? 0, after: count)
    }.sorted { ($0.file ?? "", $0.message) < ($1.file ?? "", $1.message) }
    var base = BaseRun(
      run: id, branch: branch, commit: checkout.commit, lines: lines, files: files,
      newWarnings: new)
    if ranTests(of: record) {
      base.tests = BaseRun.TestChanges(
        RunComparison(record, with: self),
        failing: Set(record.tests.lazy.filter(\.failsTheRun).map(\.shownName)))
    }
    return base
  }

  /// Whether both runs executed the same tests: all, or the same part.
  func ranTests(of record: RunRecord) -> Bool {
    let selection = TestSelection(record)
    return !selection.isEmpty && selection.matches(self)
  }

  /// The line counts in this run of files whose counts differ in the other run.
  private func otherLines(
    _ here: [String: Coverage.Ratio], _ files: [Coverage.File]
  ) -> [String: Coverage.Ratio] {
    // A file beyond the stored ones is not new.
    guard files.count <= Self.mostEntries, here.count < Self.mostEntries else { return [:] }
    var others = here
    for file in files {
      let lines = others.removeValue(forKey: file.path) ?? Coverage.Ratio(covered: 0, count: 0)
      if lines != file.lines { others[file.path] = lines }
    }
    return others
  }

  /// Whether the numbers are plausible enough to be added up: the line is untrusted.
  package var isPossible: Bool {
    let possible = 0...1_000_000_000
    return warnings.count <= Self.mostEntries && coverage?.count ?? 0 <= Self.mostEntries
      && warnings.allSatisfy { possible.contains($0.count) }
      && (products ?? [:]).values.allSatisfy { (0...(1 << 50)).contains($0) }
  }

  /// The results of the tests of one step.
  package struct Suite: Hashable, Sendable {
    /// The folder and how it was built: results of different scopes are not compared.
    package var scope: String
    /// Whether only a part of the tests was requested, so that other tests ran beside them.
    package var isPart: Bool
    package var tests: [Test]

    package init(scope: String, isPart: Bool, tests: [Test]) {
      self.scope = scope
      self.isPart = isPart
      self.tests = tests
    }

    /// - Parameter cases: Tests; those without an id or an end are left out.
    package init(scope: String, isPart: Bool, cases: [TestCase]) {
      self.init(scope: scope, isPart: isPart, tests: cases.compactMap(Test.init))
    }
  }

  package struct Test: Codable, Hashable, Sendable {
    package var id: String
    package var outcome: TestOutcome
    /// The duration of the last attempt in seconds.
    package var seconds: Double?
    package var attempts: Int
    /// Whether it failed, and passed in a later attempt.
    package var isFlaky: Bool

    package init(
      id: String, outcome: TestOutcome, seconds: Double?, attempts: Int = 1, isFlaky: Bool = false
    ) {
      self.id = id
      self.outcome = outcome
      self.seconds = seconds
      self.attempts = attempts
      self.isFlaky = isFlaky
    }

    fileprivate init?(_ test: TestCase) {
      guard let id = test.historyID, ![.notRun, .unfinished, .notTold].contains(test.outcome)
      else { return nil }
      self.init(
        id: id, outcome: test.outcome, seconds: test.durationSeconds,
        attempts: max(1, test.attempts?.count ?? 1), isFlaky: test.isFlaky ?? false)
    }
  }

  /// A compiler message, or a form of a runtime warning.
  package struct Warning: Codable, Hashable, Sendable {
    /// `warning`, `error`, or the category of a runtime warning.
    package var kind: String
    /// The path relative to the repository root; `nil` without a location.
    package var file: String?
    package var message: String
    package var count: Int

    package init(kind: String, file: String?, message: String, count: Int) {
      self.kind = kind
      self.file = file
      self.message = message
      self.count = count
    }
  }
}

extension HistoryRun.Suite: Codable {
  private enum CodingKeys: CodingKey {
    case scope, isPart, passed, others
  }

  /// Most tests pass at the first attempt: for them, only the duration is written, by id.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scope, forKey: .scope)
    if isPart { try container.encode(true, forKey: .isPart) }
    var passed: [String: Double] = [:]
    var others: [HistoryRun.Test] = []
    for test in tests {
      if test.isPlain, let seconds = test.seconds, passed[test.id] == nil {
        passed[test.id] = seconds
      } else {
        others.append(test)
      }
    }
    try container.encode(passed, forKey: .passed)
    if !others.isEmpty { try container.encode(others, forKey: .others) }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let passed = try container.decode([String: Double].self, forKey: .passed).map {
      HistoryRun.Test(id: $0.key, outcome: .passed, seconds: $0.value)
    }
    let others = try container.decodeIfPresent([HistoryRun.Test].self, forKey: .others) ?? []
    self.init(
      scope: try container.decode(String.self, forKey: .scope),
      isPart: try container.decodeIfPresent(Bool.self, forKey: .isPart) ?? false,
      tests: (passed + others).sorted { $0.id < $1.id })
  }
}

extension HistoryRun.Test {
  fileprivate var isPlain: Bool { outcome == .passed && attempts == 1 && !isFlaky }
}

extension TestCase {
  /// The name in the history: its id, or the name that another tool reported.
  package var historyID: String? { id ?? (framework == .other ? name : nil) }
}
