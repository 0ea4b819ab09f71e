import CIModel

extension WarningPolicy {
  /// A finding for each category with more warnings than its limit, and a note for each with fewer.
  func findings(in facts: Facts) -> [Finding] {
    effectiveLimits.compactMap { category, limit in
      let occurrences = occurrences(of: category, limit, in: facts)
      if occurrences.count > limit.max ?? 0 { return finding(category, limit, occurrences, facts) }
      return slack(category, limit, occurrences.count, facts)
    }
  }

  /// The categories with a numeric limit, with their limits and their current counts.
  func counts(in facts: Facts) -> [(category: String, most: Int, count: Int)] {
    effectiveLimits.compactMap { category, limit in
      limit.max.map { (category, $0, occurrences(of: category, limit, in: facts).count) }
    }
  }

  /// The limits that are not ignored, sorted by category.
  private var effectiveLimits: [(category: String, limit: Limit)] {
    var limits = limits
    for category in RuntimeWarningCategory.sanitizers where limits[category] == nil {
      limits[category] = Limit()
    }
    for custom in custom { limits[custom.id] = custom.limit }
    return limits.filter { !$0.value.isIgnored }.sorted { $0.key < $1.key }.map { ($0, $1) }
  }

  private func occurrences(of category: String, _ limit: Limit, in facts: Facts) -> Occurrences {
    WarningPolicy.diagnosticCategories.contains(category)
      ? diagnostics(category, facts, allow: limit.allow)
      : runtimeWarnings(category, facts.runtimeWarnings, allow: limit.allow)
  }

  /// The warnings of a category without the allowed ones.
  private struct Occurrences {
    var count = 0
    /// The most frequent message, and how often it occurred.
    var top: (text: String, count: Int)?
    var tests: [String] = []
    /// The location of the most frequent message; for diagnostics only when there is exactly one.
    var location: SourceLocation?
  }

  private func finding(
    _ category: String, _ limit: Limit, _ occurrences: Occurrences, _ facts: Facts
  ) -> Finding {
    var message = counted(occurrences.count, "\(category) \(Self.noun(category))")
    if !occurrences.tests.isEmpty { message += " in \(counted(occurrences.tests.count, "test"))" }
    if let max = limit.max { message += ", limit is \(max)" }
    if let top = occurrences.top {
      let isRepeated = top.count > 1
      message +=
        occurrences.count == top.count
        ? ": \(top.text)"
        : isRepeated
          ? "; most often (\(top.count)): \(top.text)" : "; one of them: \(top.text)"
    }
    var help = "Fix it, or add it to `warnings.\(category).allow` in .ci.yml"
    if !occurrences.tests.isEmpty {
      help += "; seen in \(shortList(facts.shownNames(occurrences.tests)))"
    }
    return Finding(
      limit.level, "warnings.\(category)", message, at: occurrences.location, help: help + ".")
  }

  /// A note on a limit above the current count, which would let the number rise again.
  private func slack(
    _ category: String, _ limit: Limit, _ count: Int, _ facts: Facts
  ) -> Finding? {
    let isDiagnostic = WarningPolicy.diagnosticCategories.contains(category)
    guard let max = limit.max, count < max else { return nil }
    var help = "Set `max` of `warnings.\(category)` in .ci.yml to \(count)"
    if isDiagnostic {
      // Up-to-date files print no warnings, so a low number proves nothing.
      guard count > 0, !facts.steps.contains(where: { $0.isIncremental == true }) else {
        return nil
      }
      help += " if a clean build gives the same number"
    } else {
      // Tests that did not run to their end may have missed warnings.
      guard facts.counts.total > 0, !facts.tests.contains(where: { $0.outcome.isUnknown }) else {
        return nil
      }
    }
    return Finding(
      .note, "warnings.\(category)",
      "\(counted(count, "\(category) \(Self.noun(category))")), fewer than the limit of \(max)",
      help: help + ", so that the number cannot rise again.")
  }

  /// The noun for one occurrence of a category.
  static func noun(_ category: String) -> String {
    if RuntimeWarningCategory.sanitizers.contains(category) { return "report" }
    return [RuntimeWarningCategory.network, RuntimeWarningCategory.snapshot].contains(category)
      ? "failure" : "warning"
  }

  /// Counts each location once, however often the build printed it.
  private func diagnostics(
    _ category: String, _ facts: Facts, allow: [String]
  ) -> Occurrences {
    let globs = allow.map { PathGlob($0) }
    let lintSteps = facts.lintSteps
    let counted = facts.diagnostics.filter { diagnostic in
      guard diagnostic.severity == .warning,
        WarningPolicy.category(of: diagnostic, lintSteps: lintSteps) == category
      else { return false }
      if let file = diagnostic.file, globs.contains(where: { $0.matches(file) }) { return false }
      return !allow.contains { diagnostic.group == $0 || diagnostic.message.contains($0) }
    }
    var kinds: [String: Int] = [:]
    for diagnostic in counted {
      let group = category == WarningPolicy.linker ? nil : diagnostic.group
      kinds[group ?? diagnostic.message, default: 0] += 1
    }
    var occurrences = Occurrences(count: counted.count, top: mostFrequent(kinds))
    if counted.count == 1, let only = counted.first, let file = only.file {
      occurrences.location = SourceLocation(file, line: only.line, column: only.column)
    }
    return occurrences
  }

  private func runtimeWarnings(
    _ category: String, _ warnings: [RuntimeWarning], allow: [String]
  ) -> Occurrences {
    var occurrences = Occurrences()
    var shapes: [RuntimeWarning.Shape] = []
    let globs = allow.map { PathGlob($0) }
    for warning in warnings where warning.category == category {
      let allowed = warning.shapes.filter { shape in
        if let file = shape.file, globs.contains(where: { $0.matches(file) }) { return true }
        return allow.contains { text in
          shape.shape.contains(text) || shape.identifiers.contains { $0.contains(text) }
        }
      }
      let count = warning.count - allowed.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      occurrences.count += count
      let kept = warning.shapes.filter { !allowed.contains($0) }
      let known = kept.flatMap(\.tests).map(\.name)
      // If every shape names its tests, the tests of allowed shapes are left out.
      occurrences.tests += known.isEmpty ? warning.tests : known
      shapes += kept
    }
    occurrences.tests = Set(occurrences.tests).sorted()
    let top = shapes.max { ($0.count, $1.shape) < ($1.count, $0.shape) }
    occurrences.top = top.map { (firstLine(of: $0.message ?? $0.shape), $0.count) }
    if let top, let file = top.file { occurrences.location = SourceLocation(file, line: top.line) }
    return occurrences
  }

  private func mostFrequent(_ counts: [String: Int]) -> (text: String, count: Int)? {
    counts.max { left, right in
      left.value != right.value ? left.value < right.value : left.key > right.key
    }.map { (firstLine(of: $0.key), $0.value) }
  }

  private func firstLine(of text: String) -> String {
    String(text.prefix { !$0.isNewline })
  }
}

extension Facts {
  fileprivate var lintSteps: Set<String> {
    Set(steps.filter { $0.kind?.checksFormatting == true }.map(\.id))
  }

  /// The ids of tests, as reports show them, for the names that frameworks print; a name that two
  /// targets have is kept.
  fileprivate func shownNames(_ names: [String]) -> [String] {
    let asked = Set(names)
    let found = Dictionary(grouping: tests.filter { asked.contains($0.name) }, by: \.name)
    return names.map { name in
      let shown = Set((found[name] ?? []).map(\.shownName))
      return shown.count == 1 ? shown.first ?? name : name
    }
  }
}

extension TestOutcome {
  /// Whether the test ended before it could print everything.
  fileprivate var isUnknown: Bool {
    switch self {
    case .passed, .failed, .skipped, .cancelled: false
    case .crashed, .timedOut, .unfinished, .notRun, .notTold: true
    }
  }
}
