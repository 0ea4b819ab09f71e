package import CIModel

/// Judges a measurement by the requirements of `coverage:` in `.ci.yml`.
///
/// Every requirement adds a threshold, met or not, and a finding when it is not met. An unmet
/// requirement of a run with a part of the tests adds no threshold, but a warning that it was not
/// checked.
package struct CoverageRequirements {
  package private(set) var thresholds: [Coverage.Threshold] = []
  /// Sorted, the most severe first.
  package private(set) var findings: [Finding] = []
  private let policy: CoveragePolicy
  private let coverage: Coverage
  private let moves: MovedCode?
  /// The number of requirements of each name that a part of the tests did not meet.
  private var notJudged: [String: Int] = [:]

  /// - Parameters:
  ///   - references: The measurements that `no-drop` and `ratchet` compare with.
  ///   - moves: What the change moves, if it is not trusted.
  package init(
    _ policy: CoveragePolicy, _ coverage: Coverage,
    references: CoverageReferences = CoverageReferences(), moves: MovedCode? = nil
  ) {
    self.policy = policy
    self.moves = moves
    self.coverage = coverage
    judgeTotals()
    judgeFiles()
    judgeTargets()
    judgeComponents()
    judgePatch()
    judgeNoDrop(references.baseline)
    judgeRatchet(references.floors)
    tellWhatWasNotJudged()
    findings.sort()
  }

  // MARK: Minimums

  private mutating func judgeTotals() {
    let totals = coverage.totals
    minimum(
      policy.minimumHundredths, totals.lines, "coverage.minimum", "line coverage", "line",
      help: "Test the files with the most uncovered lines: \(worst(coverage.files)).")
    minimum(
      policy.functionMinimum, totals.functions, "coverage.minimum.functions", "function coverage",
      "function", help: "Test the files with the most uncovered lines: \(worst(coverage.files)).")
    minimum(
      policy.regionMinimum, totals.regions, "coverage.minimum.regions", "region coverage",
      "region", help: "Test the files with the most uncovered lines: \(worst(coverage.files)).")
  }

  private mutating func judgeFiles() {
    guard let required = policy.fileMinimum else { return }
    for file in coverage.files where file.lines.count > 0 {
      minimum(
        required, file.lines, "coverage.minimum.file", "line coverage of this file", "line",
        scope: file.path,
        at: SourceLocation(
          file.path, line: file.uncoveredLines.first?.first,
          endLine: file.uncoveredLines.first?.last),
        help: "Test lines \(shortRanges(file.uncoveredLines)).")
    }
  }

  private mutating func judgeTargets() {
    guard let required = policy.targetMinimum else { return }
    for (target, lines) in coverage.linesByTarget.sorted(by: { $0.key < $1.key }) {
      minimum(
        required, lines, "coverage.minimum.target", "line coverage of target \(target)", "line",
        scope: target, help: worstHelp { $0.target == target })
    }
  }

  private mutating func judgeComponents() {
    for component in policy.components {
      let isMember = component.membership
      minimum(
        component.minimum, coverage.lines(of: component), "coverage.components",
        "line coverage of component \(component.name)", "line", scope: component.name,
        isOf: component.paths, help: worstHelp { isMember($0.path) })
    }
  }

  /// - Parameter paths: The globs that choose what is counted; empty when everything is.
  private mutating func minimum(
    _ required: Int?, _ ratio: Coverage.Ratio, _ name: String, _ what: String, _ noun: String,
    scope: String? = nil, at place: SourceLocation? = nil, isOf paths: [String] = [], help: String
  ) {
    guard let required else { return }
    let actual = ratio.hundredthsOfPercent
    // Without anything to count, there is no proof of sufficient coverage.
    guard !add(name, scope, required, actual, actual.map { $0 >= required } ?? false) else {
      return
    }
    guard let actual else {
      findings.append(
        Finding(
          .error, name,
          "\(what) is unknown, minimum is \(percentText(required)): 0 executable \(noun)s were "
            + "measured", at: place,
          help: paths.isEmpty
            ? "Check that the tests ran with coverage and that `ignore` does not exclude all "
              + "sources."
            : "Check the spelling of \(paths.map { "`\($0)`" }.joined(separator: ", ")): no "
              + "measured file matches."))
      return
    }
    let partial = coverage.isPartial ? " (of partial data)" : ""
    findings.append(
      Finding(
        .error, name,
        "\(what) is \(percentText(actual))\(partial), minimum is \(percentText(required)); "
          + mustBeCovered(missing(ratio, required), ratio.count, noun),
        at: place, help: help))
  }

  /// `at least 1 more of the 13 lines must be covered`
  private func mustBeCovered(_ missing: Int, _ count: Int, _ noun: String) -> String {
    count == 1
      ? "the only \(noun) must be covered"
      : "at least \(missing) more of the \(count) \(noun)s must be covered"
  }

  // MARK: The change

  private mutating func judgePatch() {
    guard policy.requiresPatch, let patch = coverage.patch else { return }
    judgePatch(patch.lines, policy.patch.minimum, patch, component: nil)
    for component in policy.components where component.patch != nil {
      let isMember = component.membership
      let lines = patch.files.reduce(Coverage.Ratio(covered: 0, count: 0)) {
        isMember($1.path) ? $0 + $1.lines : $0
      }
      judgePatch(lines, component.patch, patch, component: component.name)
    }
    addUncoveredLines(patch)
    guard let severity = policy.patch.noData else { return }
    for file in patch.unmeasured ?? [] where file.reason != .noCode {
      findings.append(
        Finding(
          severity, "coverage.patch",
          "no coverage data for \(counted(file.addedLines, "changed line")): \(words(file.reason))",
          at: SourceLocation(file.path),
          help: file.reason == .leftOut
            ? "Merge the data of a build that contains them, such as one on another platform."
            : "Build the file with the tests, or name it under `ignore` of `coverage`."))
    }
  }

  private mutating func judgePatch(
    _ lines: Coverage.Ratio, _ required: Int?, _ patch: Coverage.Patch, component: String?
  ) {
    guard let required else { return }
    let name = "coverage.patch"
    let of = component.map { " of component \($0)" } ?? ""
    // Tests that did not run cannot cover what is not executable.
    let hasCode = lines.count > 0 || (patch.unmeasured ?? []).contains { $0.reason != .noCode }
    let problem =
      patch.problem
      ?? (coverage.isPartial && !isSelection && hasCode
        ? "the coverage data is partial: a test process died or tests were left out" : nil)
    let actual = lines.hundredthsOfPercent
    if let problem {
      _ = add(name, component, required, actual, false)
      findings.append(
        Finding(
          .error, name,
          "coverage of the changed lines\(of) cannot be judged: \(problem)",
          help: patch.problem == nil
            ? "Fix the problem that kept the tests from finishing." : patch.help))
      return
    }
    // A change without executable code needs no test.
    if add(name, component, required, actual, actual.map { $0 >= required } ?? true) { return }
    findings.append(
      Finding(
        .error, name,
        "coverage of the changed lines\(of) is \(percentText(actual ?? 0)), minimum is "
          + "\(percentText(required)); "
          + mustBeCovered(missing(lines, required), lines.count, "line"),
        help: "Test the changed lines that never ran: \(worst(patch.files))."))
  }

  /// Maximum number of findings for uncovered ranges; one finding counts the others.
  private static let mostRanges = 50

  private mutating func addUncoveredLines(_ patch: Coverage.Patch) {
    // Tests that were not selected may cover them.
    if isSelection { return }
    let isMet = thresholds.allSatisfy { $0.name != "coverage.patch" || $0.passed }
    let severity: Severity = isMet ? .note : .warning
    var ranges: [Finding] = []
    var left = 0
    for file in patch.files {
      for range in file.uncoveredLines {
        guard let first = range.first, let last = range.last else { continue }
        if ranges.count == CoverageRequirements.mostRanges {
          left += 1
          continue
        }
        let text =
          first == last
          ? "changed line \(first) never ran" : "changed lines \(first) to \(last) never ran"
        ranges.append(
          Finding(
            severity, "coverage.patch", text,
            at: SourceLocation(file.path, line: first, endLine: last)))
      }
    }
    findings += ranges
    if left > 0 {
      findings.append(
        Finding(
          severity, "coverage.patch", "\(counted(left, "more range")) of changed lines never ran",
          help: "`devtool coverage` lists all of them."))
    }
  }

  private func words(_ reason: Coverage.UnmeasuredFile.Reason) -> String {
    switch reason {
    case .leftOut: "they are behind `#if`, and the measured build left them out"
    case .noCode: "the file contains no executable code"
    case .notBuilt: "none of the measured binaries contains its target"
    case .noTarget: "the file belongs to no target of the package"
    case .unknown: "the data does not name the file"
    }
  }

  // MARK: Comparisons

  private mutating func judgeNoDrop(_ baseline: CoverageReferences.Baseline?) {
    guard let rule = policy.noDrop, let baseline else { return }
    let name = "coverage.no-drop"
    let lines = coverage.totals.lines
    let actual = lines.hundredthsOfPercent
    switch baseline {
    case .missing(let reason, let help):
      guard !isSelection else {
        notJudged[name, default: 0] += 1
        return
      }
      findings.append(
        Finding(.error, name, "cannot determine whether the coverage fell: \(reason)", help: help))
    case .found(let base, let source):
      let before = base.hundredthsOfPercent ?? 0
      let required = max(0, before - rule.tolerance)
      guard refusePartial(name, required) else { return }
      // Deleting covered code lowers the percentage, but leaves no more lines uncovered.
      let passed = (actual ?? 10_000) >= required || lines.missed <= base.missed
      if add(name, nil, required, actual, passed) { return }
      findings.append(
        Finding(
          .error, name,
          "line coverage fell from \(percentText(before)) to \(percentText(actual ?? 0)), and "
            + "\(lines.missed) lines are uncovered instead of \(base.missed) (compared with "
            + "\(source))",
          help: "Test the files with the most uncovered lines: \(worst(coverage.files))."))
    }
  }

  private mutating func judgeRatchet(_ floors: CoverageReferences.Floors?) {
    guard let rule = policy.ratchet, let floors else { return }
    let name = "coverage.ratchet"
    switch floors {
    case .missing(let reason, let help):
      findings.append(Finding(.error, name, reason, help: help))
    case .found(let floors):
      guard floors.metric == coverage.metric else {
        findings.append(
          Finding(
            .error, name,
            "the floors in \(rule.file) use metric \(floors.metric.rawValue), but the coverage "
              + "uses metric \(coverage.metric.rawValue)",
            help: "Set `metric` of `coverage` in .ci.yml, or delete the file and create it again."))
        return
      }
      let parts = coverage.parts(policy)
      guard refusePartial(name, floors.floors[CoverageFloors.total]?.hundredths ?? 0) else {
        return
      }
      var slack: [String] = []
      for (part, floor) in floors.floors.sorted(by: { $0.key < $1.key }) {
        guard let left = parts[part], left.count > 0 else {
          findings.append(withoutEffect(part, rule.file))
          continue
        }
        let moved = moves?.lines(from: part) ?? Coverage.Ratio(covered: 0, count: 0)
        let lines = left + moved
        let actual = lines.hundredthsOfPercent ?? 0
        if add(name, part, floor.hundredths, actual, floor.holds(lines)) {
          if actual - floor.hundredths > rule.slack {
            slack.append("\(part) (\(percentText(actual)), floor \(percentText(floor.hundredths)))")
          }
          continue
        }
        let isMember = policy.components.first { $0.name == part }?.membership
        findings.append(
          Finding(
            .error, name,
            "line coverage of \(part) is \(percentText(actual)) with \(lines.missed) lines "
              + "uncovered, the floor is \(percentText(floor.hundredths)) or \(floor.missed) lines"
              + (moved.count > 0
                ? "; this includes the lines that the change moves out of it" : ""),
            help: worstHelp {
              isMember?($0.path) ?? (part == CoverageFloors.total || $0.target == part)
            }))
      }
      if !slack.isEmpty {
        findings.append(
          Finding(
            .warning, name, "the floor is far below the coverage of \(shortList(slack))",
            help: "Run `devtool coverage --update-ratchet` and commit \(rule.file)."))
      }
    }
  }

  /// The finding for a floor of a part without lines. A change that is not trusted could take a floor
  /// away by a new name of the target.
  private func withoutEffect(_ part: String, _ file: String) -> Finding {
    let message = "the floor of \(part) has no effect: no line of it was measured"
    if let moves, !moves.remove(part) {
      return Finding(
        .error, "coverage.ratchet", message,
        help: "Keep its name, or first remove its floor from \(file) on the base branch.")
    }
    return Finding(
      .warning, "coverage.ratchet", message,
      help: "Add a floor for its replacement to \(file), and remove this one.")
  }

  /// Refuses to compare partial data, which proves neither a drop nor its absence; returns whether
  /// the data is complete.
  private mutating func refusePartial(_ name: String, _ required: Int) -> Bool {
    guard coverage.isPartial else { return true }
    if isSelection {
      notJudged[name, default: 0] += 1
      return false
    }
    _ = add(name, nil, required, coverage.totals.lines.hundredthsOfPercent, false)
    findings.append(
      Finding(
        .error, name,
        "partial data cannot be compared: a test process died or tests were left out",
        help: "Fix the problem that kept the tests from finishing."))
    return false
  }

  // MARK: A part of the tests

  private var isSelection: Bool { coverage.isSelection == true }

  private mutating func tellWhatWasNotJudged() {
    for (name, count) in notJudged {
      let what = count == 1 ? "not checked" : "\(count) requirements are not checked"
      findings.append(
        Finding(
          .warning, name, "\(what): the data is partial, because only a part of the tests ran",
          help: "Run all tests to check it."))
    }
  }

  // MARK: Wording

  /// Adds a threshold and returns whether there is no objection to it.
  ///
  /// All tests together cover at least as much as a part of them: a requirement that the part meets
  /// is met, and one that it does not meet remains open.
  private mutating func add(
    _ name: String, _ scope: String?, _ required: Int, _ actual: Int?, _ passed: Bool
  ) -> Bool {
    if isSelection, !passed {
      notJudged[name, default: 0] += 1
      return true
    }
    thresholds.append(
      Coverage.Threshold(
        name: name, scope: scope, required: Double(required) / 100,
        actual: actual.map { Double($0) / 100 }, passed: passed))
    return passed
  }

  /// The number of further items that must be covered to reach the minimum.
  private func missing(_ ratio: Coverage.Ratio, _ minimum: Int) -> Int {
    let (product, overflow) = ratio.count.multipliedReportingOverflow(by: minimum)
    let needed = overflow ? ratio.count : (product + 9_999) / 10_000
    return max(0, needed - ratio.covered)
  }

  private func worstHelp(_ isIncluded: (Coverage.File) -> Bool) -> String {
    "Test the files with the most uncovered lines: \(worst(coverage.files.filter(isIncluded)))."
  }

  private func worst(_ files: [Coverage.File]) -> String {
    worst(files.map { ($0.path, $0.lines.missed) })
  }

  private func worst(_ files: [Coverage.PatchFile]) -> String {
    worst(files.map { ($0.path, $0.lines.missed) })
  }

  private func worst(_ files: [(path: String, missed: Int)]) -> String {
    let uncovered = files.filter { $0.missed > 0 }
      .sorted { $0.missed != $1.missed ? $0.missed > $1.missed : $0.path < $1.path }
    return shortList(uncovered.map { "\(displayedPath($0.path)) (\($0.missed))" })
  }

  private func shortRanges(_ ranges: [[Int]]) -> String {
    shortList(
      ranges.compactMap { range in
        guard let first = range.first, let last = range.last else { return nil }
        return first == last ? "\(first)" : "\(first)-\(last)"
      })
  }

  /// `80 %`, `79.9 %`, `79.99 %`.
  private func percentText(_ hundredths: Int) -> String {
    var decimals = String(hundredths % 100 + 100).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(hundredths / 100)\(decimals.isEmpty ? "" : ".\(decimals)") %"
  }
}
