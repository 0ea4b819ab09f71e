import CIModel

extension TestPolicy {
  /// Findings for too few tests that ran, or too many that were skipped.
  func amountFindings(in facts: Facts) -> [Finding] {
    // If no test step ran, there is nothing to count. If it ran without tests, there is.
    guard facts.knowTests else { return [] }
    return minimumFindings(facts) + skippedFindings(facts)
  }

  private func minimumFindings(_ facts: Facts) -> [Finding] {
    let help = "Find out which tests are missing, or correct `minimum` under `tests` in .ci.yml."
    switch minimum {
    case nil: return []
    case .count(let count):
      return tooFew(facts, least: count, "minimum is \(count)", help: help)
    case .base:
      switch facts.testBaseline {
      case nil:
        return [
          Finding(
            .warning, "tests.minimum", "not checked: the tests of the base are not known here")
        ]
      case .ran(let count, let source):
        return tooFew(facts, least: count, "\(count) ran in \(source)", help: help)
      case .declared(let base, let head, let tests):
        guard head < base else {
          return tooFewRan(tests, facts, help: help)
        }
        return [
          Finding(
            .error, "tests.minimum",
            "the sources that the change affects declare \(counted(head, "test")), \(base) at the merge base",
            help: help)
        ]
      case .missing(let reason, let advice):
        return facts.ranPartOfTests
          ? [notChecked(reason)] : [Finding(.error, "tests.minimum", reason, help: advice)]
      }
    }
  }

  /// - Parameter limit: The minimum and its origin, for the message.
  private func tooFew(_ facts: Facts, least: Int, _ limit: String, help: String) -> [Finding] {
    let ran = facts.ranTests
    guard ran < least else { return [] }
    if facts.ranPartOfTests { return [notChecked("\(ran) ran, \(limit)")] }
    let skipped = facts.skippedTests
    let others = skipped > 0 ? " and \(counted(skipped, "was", plural: "were")) skipped" : ""
    return [
      Finding(
        .error, "tests.minimum", "\(counted(ran, "test")) ran\(others), \(limit)", help: help)
    ]
  }

  /// Compares the tests that the files of the change declare with those that ran.
  private func tooFewRan(_ tests: DeclaredRuns, _ facts: Facts, help: String) -> [Finding] {
    let runs = DeclaredRunCounter(facts, tests)
    if runs.isMet { return [] }
    let reason =
      "\(runs.ran) of the tests that the change declares ran, of \(runs.expected) that its files declare at the merge base"
    return facts.ranPartOfTests
      ? [notChecked(reason)] : [Finding(.error, "tests.minimum", reason, help: help)]
  }

  private func notChecked(_ reason: String) -> Finding {
    Finding(
      .warning, "tests.minimum",
      "not checked, because only a part of the tests was requested: \(reason)",
      help: "Run all tests, or join the runs of all shards with `devtool merge`.")
  }

  private func skippedFindings(_ facts: Facts) -> [Finding] {
    guard let mostSkipped else { return [] }
    let skipped = facts.tests.filter { $0.outcome.wasLeftOut }.map(\.name)
    let count = facts.skippedTests
    guard count > mostSkipped else { return [] }
    let shown = skipped.isEmpty ? "" : ": " + skipped.prefix(3).joined(separator: ", ")
    let more = count > 3 && !skipped.isEmpty ? " and \(count - min(3, skipped.count)) more" : ""
    return [
      Finding(
        .error, "tests.skipped",
        "\(counted(count, "test was", plural: "tests were")) skipped, limit is "
          + "\(mostSkipped)\(shown)\(more)",
        help: "Let them run again, or raise `skipped` under `tests` in .ci.yml.")
    ]
  }
}

extension Facts {
  /// Whether tests ran, or a test step had none.
  var knowTests: Bool {
    !tests.isEmpty || unnamedTests.total > 0 || steps.contains { $0.suite != nil }
  }

  /// Any code can print that tests passed. So if devtool ran tests itself, passed tests of other
  /// steps do not count, and in other steps no passed test of another runner does where XCTest or
  /// Swift Testing ran one.
  var ranTests: Int {
    let driven = Set(drivenSteps)
    let haveDriven = !driven.isEmpty && tests.contains { $0.isDriven(by: driven) && $0.isOwnRun }
    let steps = Set(tests.lazy.filter(\.isOwnRun).map(\.step))
    let named = tests.count { test in
      guard test.outcome.hasRun, !test.outcome.isFailure else { return test.outcome.hasRun }
      return haveDriven
        ? test.isDriven(by: driven) : test.isOwnRun || !steps.contains(test.step)
    }
    return named + unnamedTests.failed + (steps.isEmpty ? unnamedTests.passed : 0)
  }

  /// The tests that devtool ran itself, so that nothing else could print their results.
  var drivenTests: [TestCase] {
    let driven = Set(drivenSteps)
    return driven.isEmpty ? [] : tests.filter { $0.isDriven(by: driven) }
  }

  private var drivenSteps: some Sequence<String> {
    steps.lazy.filter { $0.suite != nil }.map(\.id)
  }

  var skippedTests: Int { tests.count { $0.outcome.wasLeftOut } + unnamedTests.skipped }

  /// Tests that only the summary of another runner counts.
  var unnamedTests: ForeignCounts { counts.unnamed(besides: tests) ?? ForeignCounts() }
}

extension TestCase {
  /// Whether XCTest or Swift Testing ran it.
  var isOwnRun: Bool { framework != .other && outcome.hasRun }

  /// - Parameter steps: Not empty.
  fileprivate func isDriven(by steps: Set<String>) -> Bool {
    // Only if several steps had tests, these name their step.
    step.map(steps.contains) ?? true
  }
}

extension TestOutcome {
  var wasLeftOut: Bool { self == .skipped || self == .cancelled }
}
