import CIModel

extension TestPolicy {
  /// The numeric requirements for tests, met or not.
  func requirements(in facts: Facts) -> [Requirement] {
    guard facts.knowTests else { return [] }
    let numbers = [minimumRequirement(facts), skippedRequirement(facts), slowRequirement(facts)]
    return numbers.compactMap(\.self) + totalRequirements(facts)
  }

  private func minimumRequirement(_ facts: Facts) -> Requirement? {
    let ran = facts.ranTests
    func requirement(_ count: Int, _ least: Int, _ words: String) -> Requirement {
      let passed: Bool? = count >= least ? true : facts.ranPartOfTests ? nil : false
      return Requirement(
        "tests.minimum", "\(words), at least \(least) \(least == 1 ? "is" : "are") required",
        passed: passed)
    }
    switch minimum {
    case nil: return nil
    case .count(let least): return requirement(ran, least, "\(counted(ran, "test")) ran")
    case .base:
      switch facts.testBaseline {
      case .ran(let least, let source):
        var found = requirement(ran, least, "\(counted(ran, "test")) ran")
        found.text += ", as in \(source)"
        return found
      case .declared(let base, let head, let tests):
        let isRun = DeclaredRunCounter(facts, tests).isMet
        return Requirement(
          "tests.minimum",
          "The changed files declare \(counted(head, "test")); at least \(base) "
            + "\(base == 1 ? "is" : "are") required, as at the merge base",
          passed: head >= base && !isRun && facts.ranPartOfTests ? nil : head >= base && isRun)
      case .missing, nil:
        return Requirement(
          "tests.minimum",
          "As many tests as on the base are required, but that number is unknown",
          passed: nil)
      }
    }
  }

  private func skippedRequirement(_ facts: Facts) -> Requirement? {
    mostSkipped.map { most in
      let skipped = facts.skippedTests
      return Requirement(
        "tests.skipped",
        "\(counted(skipped, "test was", plural: "tests were")) skipped, at most \(most) allowed",
        passed: skipped <= most)
    }
  }

  private func slowRequirement(_ facts: Facts) -> Requirement? {
    guard let slowFailSeconds,
      let longest = facts.tests.filter({ $0.outcome == .passed || $0.outcome == .failed })
        .compactMap(\.durationSeconds).max()
    else { return nil }
    return Requirement(
      "tests.slow",
      "The slowest test took \(secondsText(longest)); the limit is \(secondsText(slowFailSeconds))",
      passed: longest < slowFailSeconds)
  }

  private func totalRequirements(_ facts: Facts) -> [Requirement] {
    guard let totalSeconds else { return [] }
    return facts.testTimes.map { step, seconds in
      Requirement(
        "tests.total",
        "The tests of step \(step) took \(timeText(seconds)), at most \(timeText(totalSeconds)) "
          + "allowed", passed: seconds <= totalSeconds)
    }
  }
}

extension WarningPolicy {
  /// The numeric limits of warnings, met or not.
  func requirements(in facts: Facts) -> [Requirement] {
    // Up-to-date files print no warnings, so a low number proves nothing.
    let isIncremental = facts.steps.contains { $0.isIncremental == true }
    return counts(in: facts).map { category, most, count in
      let isUnsure =
        isIncremental && count <= most && WarningPolicy.diagnosticCategories.contains(category)
        && category != WarningPolicy.lint
      return Requirement(
        "warnings.\(category)",
        "\(counted(count, "\(category) \(Self.noun(category))")), at most \(most) allowed"
          + (isUnsure ? "; only what had changed was compiled" : ""),
        passed: isUnsure ? nil : count <= most)
    }
  }
}

extension Facts {
  /// Whether only a part of the tests was requested.
  var ranPartOfTests: Bool { steps.contains { $0.suite?.isPart == true || $0.shard != nil } }

  /// The duration of the tests of each step in seconds, by the id of the step; skipped and blocked
  /// steps are left out.
  var testTimes: [(step: String, seconds: Double)] {
    steps.compactMap { step in
      guard step.runsTests, step.status != .skipped, step.status != .blocked else { return nil }
      // `swift test` does not report how long it builds. A step may also contain no tests.
      let seconds = step.suite?.durationSeconds ?? (tests.isEmpty ? 0 : step.durationSeconds)
      return (step.id, seconds)
    }
  }
}
