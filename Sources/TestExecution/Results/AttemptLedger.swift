import CIModel

/// Keeps every attempt at every planned test, and makes one result of each test's attempts.
struct AttemptLedger {
  private let tests: [PlannedTest]
  private let isStress: Bool
  private var attempts: [String: [TestCase]] = [:]

  /// More attempts than this are kept as outcome and duration alone.
  private static let detailedAttempts = 10

  init(_ tests: [PlannedTest], isStress: Bool) {
    self.tests = tests
    self.isStress = isStress
  }

  mutating func add(_ test: TestCase) {
    guard let id = test.id else { return }
    attempts[id, default: []].append(test)
  }

  func attemptCount(_ id: String) -> Int { attempts[id]?.count ?? 0 }
  func lastOutcome(_ id: String) -> TestOutcome? { attempts[id]?.last?.outcome }

  /// Tests whose last attempt failed.
  var failedTests: [PlannedTest] {
    tests.filter { lastOutcome($0.id.text)?.isFailure == true }
  }

  /// One result for each planned test, in the order of the plan.
  var results: [TestCase] {
    tests.map { planned in
      guard let cases = attempts[planned.id.text], var result = cases.last else {
        return TestCase(notRun: planned.id, planned.framework)
      }
      if cases.count == 1 { return result }
      let failures = cases.filter(\.outcome.isFailure)
      if isStress, let failed = failures.first {
        // One failure in a hundred is what a stress run is for.
        result = failed
      } else if let failed = failures.first, !result.outcome.isFailure {
        result.isFlaky = true
        if result.file == nil { result.file = failed.file }
      }
      result.runs = cases.flatMap(\.runs)
      let told = isStress ? failures : cases
      let detailed = told.prefix(AttemptLedger.detailedAttempts).enumerated()
      result.attempts = detailed.map { TestAttempt($1, number: $0 + 1) }
      return result
    }
  }
}

extension TestAttempt {
  fileprivate init(_ test: TestCase, number: Int) {
    self.init(
      number: number, outcome: test.outcome, durationSeconds: test.durationSeconds,
      issues: test.issues, output: test.output)
  }
}
