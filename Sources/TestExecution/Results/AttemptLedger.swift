import CIModel

/// Stores the attempts at every planned test, and combines the attempts of each test into one
/// result.
///
/// For a test that runs thousands of times, only the outcome and duration of every attempt are
/// stored.
struct AttemptLedger {
  private let tests: [PlannedTest]
  private let isStress: Bool
  /// Whether a failed test may still pass.
  private let forgives: Bool
  /// Removes the attachments of an attempt that is not kept.
  private let release: @Sendable ([TestAttachment]) -> Void
  /// Attempts that had failed before their process was ended because of another test or a limit, by
  /// test id.
  private var cutOff: [String: TestCase] = [:]
  /// Why tests could not run, by test id: lowercase fragments.
  private var reasons: [String: String] = [:]
  private var histories: [String: History] = [:]
  /// Why tests failed among others, by test id.
  private var interferences: [String: Interference] = [:]

  /// The attempts at one test.
  private struct History {
    var last: TestCase
    var firstFailure: TestCase?
    /// The first attempts with all details; in a stress run, the first failed ones.
    var detailed: [TestCase] = []
    var runs: [TestRun] = []
    var count = 0
    /// Whether the last attempt is also stored as the first failure or in `detailed`.
    var keepsLast = false

    init(_ test: TestCase) { last = test }
  }

  /// The maximum number of attempts with all details; others have only outcome and duration.
  private static let detailedAttempts = 10

  init(
    _ tests: [PlannedTest], _ settings: TestSettings,
    release: @escaping @Sendable ([TestAttachment]) -> Void = { _ in }
  ) {
    self.release = release
    self.tests = tests
    isStress = settings.isStress
    forgives = settings.retries > 0 || settings.isStress
  }

  /// Stores an attempt that failed but did not end; the test runs again, because it might have done
  /// worse.
  mutating func addCutOff(_ test: TestCase) {
    if let id = test.id { cutOff[id] = test }
  }

  /// Records why tests could not run.
  mutating func leaveOut(_ tests: [PlannedTest], because reason: String) {
    for test in tests { reasons[test.id.text] = reason }
  }

  /// Adds an attempt. If an earlier attempt was cut off after a failure and this one passes, the
  /// earlier one is added too.
  mutating func add(_ test: TestCase) {
    guard let id = test.id else { return }
    guard let earlier = cutOff.removeValue(forKey: id) else { return book(test, id) }
    if test.outcome.isFailure {
      release(earlier.attachments ?? [])
      return book(test, id)
    }
    book(earlier, id)
    if forgives { book(test, id) }
  }

  private mutating func book(_ test: TestCase, _ id: String) {
    let isStress = isStress
    let release = release
    func book(_ history: inout History) {
      // The first attempt is already stored as the last one.
      if history.count > 0, !history.keepsLast { release(history.last.attachments ?? []) }
      history.last = test
      history.keepsLast = false
      if test.outcome.isFailure, history.firstFailure == nil {
        history.firstFailure = test
        history.keepsLast = true
      }
      if history.detailed.count < AttemptLedger.detailedAttempts,
        !isStress || test.outcome.isFailure
      {
        history.detailed.append(test)
        history.keepsLast = true
      }
      history.runs += test.runs
      history.count += 1
    }
    book(&histories[id, default: History(test)])
  }

  /// Records that a test failed among others and passed alone.
  mutating func excuse(_ id: String, _ interference: Interference, passed: TestCase) {
    book(passed, id)
    interferences[id] = interference
  }

  /// Stores the output of a test that ran alone, if its output among others is unknown.
  mutating func addOutput(_ output: String, to id: String) {
    if histories[id]?.last.output.isEmpty == true { histories[id]?.last.output = output }
  }

  func attemptCount(_ id: String) -> Int { histories[id]?.count ?? 0 }
  func lastOutcome(_ id: String) -> TestOutcome? { histories[id]?.last.outcome }

  /// Tests whose last attempt failed.
  var failedTests: [PlannedTest] {
    tests.filter { lastOutcome($0.id.text)?.isFailure == true }
  }

  /// The results of all planned tests, in the order of the plan.
  var results: [TestCase] {
    tests.map { planned in
      guard let history = histories[planned.id.text] else {
        if let failed = cutOff[planned.id.text] { return failed }
        var test = TestCase(notRun: planned.id, planned.framework)
        test.issues =
          reasons[planned.id.text].map {
            [TestIssue($0, file: nil, line: nil, severity: .error)]
          } ?? []
        return test
      }
      var result = history.last
      if history.count == 1 { return result }
      if isStress, let failed = history.firstFailure {
        // A stress run exists to find a single failure among many passes.
        result = failed
      } else if let failed = history.firstFailure, !result.outcome.isFailure {
        if let interference = interferences[planned.id.text] {
          result.interference = interference
        } else {
          result.isFlaky = true
        }
        if result.file == nil { result.file = failed.file }
      }
      result.runs = history.runs
      result.attempts = history.detailed.enumerated().map { TestAttempt($1, number: $0 + 1) }
      return result
    }
  }
}

extension TestAttempt {
  fileprivate init(_ test: TestCase, number: Int) {
    self.init(
      number: number, outcome: test.outcome, durationSeconds: test.durationSeconds,
      issues: test.issues, output: test.output, attachments: test.attachments)
  }
}
