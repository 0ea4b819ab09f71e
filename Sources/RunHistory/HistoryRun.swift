package import CIModel

/// A run as the history keeps it: what is compared with later runs, and nothing else.
///
/// One line of `devtool history export`.
package struct HistoryRun: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.history/1"

  package var schema = HistoryRun.schemaName
  /// As of the record: sortable by time.
  package var id: String
  package var startedAt: Timestamp
  /// Wall clock.
  package var durationSeconds: Double
  package var verdict: RunRecord.Verdict
  /// `nil` outside of a repository.
  package var checkout: RunRecord.Checkout?
  /// The number of the pull request.
  package var request: Int?
  /// `linux x86_64, 2 processors, github`: durations of other machines are not compared.
  package var machine: String
  package var swiftVersion: String?
  /// The tests of each step that ran some.
  package var suites: [Suite] = []
  /// Lines by file; `nil` when none were measured, or not those of all tests.
  package var coverage: [String: Coverage.Ratio]?
  /// How those lines are counted.
  package var metric: Coverage.LineMetric?
  /// What the run left out of its measurements; `nil` for nothing.
  private var omitted: Omission?
  /// Bytes of what release builds made, by name; `nil` when there was none.
  package var products: [String: Int]?
  /// How often each message was printed, by form.
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
      // Two builds of one program differ in what they are built for.
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

  /// The globs of files that do not count; `nil` for none.
  package var ignore: [String]? {
    get { omitted?.ignore }
    set { omit { $0.ignore = newValue } }
  }

  /// Only what had changed was compiled: warnings of other files are missing; `nil` is no.
  package var isIncremental: Bool? {
    get { omitted?.isIncremental }
    set { omit { $0.isIncremental = newValue } }
  }

  private mutating func omit(_ change: (inout Omission) -> Void) {
    var changed = omitted ?? Omission()
    change(&changed)
    omitted = changed == Omission() ? nil : changed
  }

  /// Files, and forms of warnings, that are kept of one run.
  package static let mostEntries = 20_000
  /// Bytes that are kept of a message.
  package static let longestMessage = 300

  /// Whether anything beside tests was measured that a later run can be compared with.
  package var saysAnything: Bool {
    coverage != nil || !warnings.isEmpty || products != nil
  }

  /// What a later run is compared with, of the branch that it goes to.
  ///
  /// - Returns: `nil` when this run does not know its branch.
  package func base(of record: RunRecord) -> BaseRun? {
    guard let checkout, let branch = checkout.branch else { return nil }
    let isComparable =
      record.coverage.map { !$0.isPartial && $0.metric == metric && $0.ignore == ignore } ?? false
    let none = Coverage.Ratio(covered: 0, count: 0)
    let lines = isComparable ? coverage?.values.reduce(none, +) : nil
    let files = isComparable ? coverage.map { otherLines($0, record.coverage?.files ?? []) } : nil
    let known = warnings.counts
    let new = HistoryRun(record).warnings.counts.filter { key, count in
      // What was not compiled there may have been printed.
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

  /// Whether both ran the same tests: all, or the same part of them.
  func ranTests(of record: RunRecord) -> Bool {
    let selection = TestSelection(record)
    return !selection.isEmpty && selection.matches(self)
  }

  /// The lines here of files of which another run has others.
  private func otherLines(
    _ here: [String: Coverage.Ratio], _ files: [Coverage.File]
  ) -> [String: Coverage.Ratio] {
    // One that was not written down is not new.
    guard files.count <= Self.mostEntries, here.count < Self.mostEntries else { return [:] }
    var others = here
    for file in files {
      let lines = others.removeValue(forKey: file.path) ?? Coverage.Ratio(covered: 0, count: 0)
      if lines != file.lines { others[file.path] = lines }
    }
    return others
  }

  /// Whether its numbers can be added up: a line may come from anybody.
  package var isPossible: Bool {
    let possible = 0...1_000_000_000
    return warnings.count <= Self.mostEntries && coverage?.count ?? 0 <= Self.mostEntries
      && warnings.allSatisfy { possible.contains($0.count) }
      && (products ?? [:]).values.allSatisfy { (0...(1 << 50)).contains($0) }
  }

  /// The results of the tests of one step.
  package struct Suite: Hashable, Sendable {
    /// The folder and how it was built: results of others are not compared.
    package var scope: String
    /// Only a part of the tests was asked for: they had other neighbours.
    package var isPart: Bool
    package var tests: [Test]

    package init(scope: String, isPart: Bool, tests: [Test]) {
      self.scope = scope
      self.isPart = isPart
      self.tests = tests
    }

    /// - Parameter cases: Those without an id or without an end are left out.
    package init(scope: String, isPart: Bool, cases: [TestCase]) {
      self.init(scope: scope, isPart: isPart, tests: cases.compactMap(Test.init))
    }
  }

  package struct Test: Codable, Hashable, Sendable {
    package var id: String
    package var outcome: TestOutcome
    /// Of the last attempt.
    package var seconds: Double?
    package var attempts: Int
    /// It failed, and passed when it ran again.
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

  /// A message of the compiler, or a form of a runtime warning.
  package struct Warning: Codable, Hashable, Sendable {
    /// `warning`, `error`, or the category of a runtime warning.
    package var kind: String
    /// Relative to the repository root; `nil` without a place.
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

  /// Most tests pass at the first attempt: of them it is the time alone that is written, by id.
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
  /// What the history calls it: its id, or the name that another tool gives it.
  package var historyID: String? { id ?? (framework == .other ? name : nil) }
}
