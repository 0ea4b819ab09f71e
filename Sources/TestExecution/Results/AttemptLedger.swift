import CIModel

/// Keeps the attempts at every planned test, and makes one result of each test's attempts.
///
/// Of a test that runs thousands of times only outcomes and durations are kept for every attempt.
struct AttemptLedger {
  private let tests: [PlannedTest]
  private let isStress: Bool
  /// Whether a test that failed may still pass.
  private let forgives: Bool
  /// Takes back the attachments of an attempt that is not kept.
  private let release: @Sendable ([TestAttachment]) -> Void
  /// By test id: attempts that failed before a neighbour or a limit ended their process.
  private var cutOff: [String: TestCase] = [:]
  private var histories: [String: History] = [:]
  /// By test id: why it failed among others.
  private var interferences: [String: Interference] = [:]

  /// What is known of the attempts at one test.
  private struct History {
    var last: TestCase
    var firstFailure: TestCase?
    /// The first attempts, in a stress run those that failed.
    var detailed: [TestCase] = []
    var runs: [TestRun] = []
    var count = 0
    /// The last one is not the last one only.
    var keepsLast = false

    init(_ test: TestCase) { last = test }
  }

  /// More attempts than this are kept as outcome and duration alone.
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

  /// Keeps an attempt that failed and could not end; the test runs again, as it may have done worse.
  mutating func addCutOff(_ test: TestCase) {
    if let id = test.id { cutOff[id] = test }
  }

  /// Books an attempt, after the one that was cut off when only that one failed.
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
      // The first attempt is the last one when it comes.
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

  /// Notes that a test failed among others and passed alone.
  mutating func excuse(_ id: String, _ interference: Interference, passed: TestCase) {
    book(passed, id)
    interferences[id] = interference
  }

  /// Keeps what a test printed when it ran alone, if what it printed among others is not known.
  mutating func addOutput(_ output: String, to id: String) {
    if histories[id]?.last.output.isEmpty == true { histories[id]?.last.output = output }
  }

  func attemptCount(_ id: String) -> Int { histories[id]?.count ?? 0 }
  func lastOutcome(_ id: String) -> TestOutcome? { histories[id]?.last.outcome }

  /// Tests whose last attempt failed.
  var failedTests: [PlannedTest] {
    tests.filter { lastOutcome($0.id.text)?.isFailure == true }
  }

  /// One result for each planned test, in the order of the plan.
  var results: [TestCase] {
    tests.map { planned in
      guard let history = histories[planned.id.text] else {
        if let failed = cutOff[planned.id.text] { return failed }
        return TestCase(notRun: planned.id, planned.framework)
      }
      var result = history.last
      if history.count == 1 { return result }
      if isStress, let failed = history.firstFailure {
        // One failure in a hundred is what a stress run is for.
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
