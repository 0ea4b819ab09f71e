package import CIModel

extension RunSet {
  /// Merges the records of all machines into one, without verdict and without coverage.
  ///
  /// - Parameters:
  ///   - id: The id of the new run.
  ///   - version: The version of the devtool that merges.
  ///   - failOn: The lowest severity of a finding that will fail the run.
  package func merged(id: String, version: String, failOn: Severity? = .error) -> RunRecord {
    let records = runs.map(\.record)
    var merged = RunRecord(
      id: id, devtoolVersion: version,
      startedAt: records.map(\.startedAt).min() ?? records[0].startedAt,
      environment: records[0].environment, config: records[0].config)
    merged.durationSeconds = records.map(\.durationSeconds).max() ?? 0
    merged.steps = mergedSteps(records)
    merged.tests = TestCase.merged(
      records.flatMap { record in
        let step = merged.steps.count(where: \.runsTests) > 1 ? record.onlyTestStep : nil
        return record.tests.map { $0.withoutTimes(in: step) }
      })
    merged.counts = TestCounts(of: merged.tests)
    for record in records {
      record.counts.unnamed(besides: record.tests).map { merged.counts.add($0) }
    }
    merged.crashes = records.flatMap(\.crashes)
    merged.diagnostics = RunSet.mergedDiagnostics(records)
    merged.runtimeWarnings = RuntimeWarning.merged(records.flatMap(\.runtimeWarnings))
    merged.changes = records.lazy.compactMap(\.changes).first
    merged.pullRequest = records.lazy.compactMap(\.pullRequest).first
    merged.packageName = records.lazy.compactMap(\.packageName).first
    merged.checkout = records.lazy.compactMap(\.checkout).first
    // Anybody can have written the Markdown of another machine's record.
    merged.findings = RunSet.unique(
      records.flatMap(\.findings).filter { !$0.isPolicy }.map(\.withoutMarkdown))
    if failOn == .error, let unexplained { merged.findings.append(unexplained) }
    merged.notes = RunSet.unique(records.flatMap(\.notes).filter { !RunSet.isOfShard($0) })
    return merged
  }

  /// Merges the results of each step: the worst status of any machine, in the order of the first
  /// run that has the step.
  private func mergedSteps(_ records: [RunRecord]) -> [StepResult] {
    let ids = RunSet.unique(records.flatMap { $0.steps.map(\.id) })
    return ids.compactMap { id in
      let results = records.map { record in record.steps.first { $0.id == id } }
      let known = results.compactMap { $0 }
      guard var step = known.max(by: { $0.status.gravity < $1.status.gravity }) else { return nil }
      step.durationSeconds = known.map(\.durationSeconds).max() ?? 0
      step.attempts = known.map(\.attempts).max() ?? 0
      step.startSeconds = known.compactMap(\.startSeconds).min()
      step.artifacts = RunSet.unique(known.flatMap { $0.artifacts ?? [] })
      if step.artifacts?.isEmpty == true { step.artifacts = nil }
      step.logPath = nil
      step.suite = step.suite ?? known.lazy.compactMap(\.suite).first
      step.suite?.durationSeconds = known.compactMap(\.suite?.durationSeconds).max() ?? 0
      let isPart = !gaps.isEmpty || known.contains { $0.shard?.isNarrowed == true }
      step.suite?.isPart = isPart ? true : nil
      let bad = zip(results, records).compactMap { result, record -> String? in
        guard let result, result.status.gravity > StepResult.Status.passed.gravity,
          let reason = result.reason
        else { return nil }
        let shard = result.shard ?? record.steps.lazy.compactMap(\.shard).first
        return shard.map { "shard \($0.text): \(reason)" } ?? reason
      }
      if !bad.isEmpty { step.reason = RunSet.unique(bad).joined(separator: "; ") }
      if step.status == .passed { step.reason = nil }
      step.shard = nil
      return step
    }
  }

  /// Merges equal diagnostics: every machine builds the same sources and prints the same warnings.
  private static func mergedDiagnostics(_ records: [RunRecord]) -> [Diagnostic] {
    var merged: [Diagnostic] = []
    var positions: [Diagnostic: Int] = [:]
    for diagnostic in records.flatMap(\.diagnostics) {
      var identity = diagnostic
      identity.count = 0
      if let position = positions[identity] {
        merged[position].count = max(merged[position].count, diagnostic.count)
      } else {
        positions[identity] = merged.count
        merged.append(diagnostic)
      }
    }
    return merged
  }

  /// Whether a note describes only its shard and not the merged run.
  private static func isOfShard(_ note: String) -> Bool {
    guard note.hasPrefix("Step ") || note.hasPrefix("Coverage") else { return false }
    return note.contains(": Shard ") || note.contains(": The coverage is partial: ")
  }

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }
}

extension TestCase {
  /// Merges tests, sorted by id; a test that ran several times has all of its runs.
  package static func merged(_ all: some Sequence<TestCase>) -> [TestCase] {
    var tests: [TestCase] = []
    var positions: [String: Int] = [:]
    for test in all {
      let key = "\(test.framework.rawValue) \(test.id ?? test.name)"
      guard let position = positions[key] else {
        positions[key] = tests.count
        tests.append(test)
        continue
      }
      tests[position].add(test)
    }
    return tests.sorted { ($0.id ?? $0.name, $0.name) < ($1.id ?? $1.name, $1.name) }
  }

  /// Maximum number of attempts of a merged test that are kept with their details. Whether it is flaky
  /// does not depend on them.
  private static let mostAttempts = 100

  /// Removes start times and workers, because each machine has its own.
  ///
  /// - Parameter step: The step that ran the test, when its record does not name one.
  fileprivate func withoutTimes(in step: String?) -> TestCase {
    var test = self
    test.step = test.step ?? step
    for index in test.runs.indices {
      (test.runs[index].startSeconds, test.runs[index].worker) = (nil, nil)
    }
    return test
  }

  /// Adds the results of the same test on another machine.
  fileprivate mutating func add(_ other: TestCase) {
    runs += other.runs
    issues += other.issues
    output += other.output
    if let others = other.attachments {
      attachments = attachments ?? []
      attachments?.append(contentsOf: others)
    }
    if outcome.isFailure != other.outcome.isFailure, other.outcome.isFailure {
      (outcome, durationSeconds) = (other.outcome, other.durationSeconds)
    }
    if other.isFlaky == true { isFlaky = true }
    interference = interference ?? other.interference
    if let others = other.attempts {
      let count = attempts?.count ?? 0
      attempts = attempts ?? []
      for var attempt in others.prefix(max(0, Self.mostAttempts - count)) {
        attempt.number += count
        attempts?.append(attempt)
      }
    }
  }
}

extension RunRecord {
  /// The step that ran the tests; `nil` when there are several.
  fileprivate var onlyTestStep: String? {
    let ran = steps.filter(\.runsTests)
    return ran.count == 1 ? ran[0].id : nil
  }
}

extension Finding {
  /// Whether the finding comes from a policy that is checked again on the merged facts. No rule of
  /// `.ci.yml` has such an id.
  fileprivate var isPolicy: Bool {
    TestPolicy.findingIDs.contains(ruleID) || ruleID.hasPrefix("warnings.")
      || ruleID == "coverage"
      || ruleID.hasPrefix("coverage.") && ruleID != CoveragePolicy.exclusionsID
  }
}
