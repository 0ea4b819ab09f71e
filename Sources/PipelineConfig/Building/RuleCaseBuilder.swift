internal import CIModel
internal import YAMLDocument

/// Makes the examples of rules with their facts.
struct RuleCaseBuilder {
  /// The file that contains the examples.
  var fileName: String

  /// - Parameter value: The value of `examples` of a rule, of `rules` or of a file of examples.
  func cases(_ value: Checked?, _ checker: inout Checker) -> [RuleCase] {
    (value?.list ?? []).compactMap { element in
      element.mapping.flatMap { ruleCase($0, element.range, &checker) }
    }
  }

  private func ruleCase(
    _ example: CheckedMapping, _ range: SourceRange, _ checker: inout Checker
  ) -> RuleCase? {
    let title = demanded("title", in: example, range, &checker)
    let expect = demanded("expect", in: example, range, &checker)
    let expected = expect.flatMap { expectations($0, &checker) }
    let surroundings = Surroundings(example["run"]?.mapping, example["env"]?.mapping)
    let now = surroundings.now ?? Surroundings.exampleTime
    let changes = ExampleChange(example, now: now)
    for path in changes.textsOfUnchangedFiles {
      checker.report(
        "'\(shortened(path))' has lines in this example, but its status or line count "
          + "allows none",
        help: "remove it from 'files', or give it a matching status", at: range)
    }
    var facts = changes.facts
    facts.pullRequest = example["pull-request"]?.mapping.map { PullRequest($0, now: now) }
    let contents = contents(example["contents"])
    facts.contents =
      contents.merging(changes.contents(besides: contents)) { told, _ in told }.byPath
    facts.reports = reports(example["reports"])
    facts.baseReports = reports(example["base-reports"])
    facts.coverage = example["coverage"]?.mapping.map { Coverage(percentages: $0) }
    facts.tests = (example["tests"]?.list ?? []).compactMap(\.mapping).map { TestCase($0) }
    facts.steps = (example["steps"]?.mapping?.entries ?? []).map { entry in
      StepResult(
        id: entry.key, action: "run",
        status: entry.value.text.flatMap(StepResult.Status.init) ?? .passed, attempts: 1)
    }
    facts.surroundings = surroundings
    guard let title = title?.text, let expected else { return nil }
    return RuleCase(
      title, at: SourceLocation(fileName, line: range.start.line), rule: example["rule"]?.text,
      facts: facts, expected: expected)
  }

  /// The value of a key that every example must have.
  private func demanded(
    _ key: String, in example: CheckedMapping, _ range: SourceRange, _ checker: inout Checker
  ) -> Checked? {
    if let value = example[key] { return value }
    if !example.hasRejectedKeys {
      let written = Schema.example[key]?.example ?? ""
      checker.report("an example needs '\(key)'", help: "add `\(key): \(written)`", at: range)
    }
    return nil
  }

  private func expectations(
    _ value: Checked, _ checker: inout Checker
  ) -> [RuleCase.Expectation]? {
    if let word = value.text {
      return Severity(rawValue: word).map { [RuleCase.Expectation($0)] } ?? []
    }
    if let mapping = value.mapping { return [expectation(mapping)] }
    return value.list?.map { element in
      element.mapping.map(expectation)
        ?? RuleCase.Expectation(element.text.flatMap(Severity.init))
    }
  }

  private func expectation(_ finding: CheckedMapping) -> RuleCase.Expectation {
    RuleCase.Expectation(
      finding["level"]?.text.flatMap(Severity.init), rule: finding["rule"]?.text,
      message: finding["message"]?.text, file: finding["file"]?.text,
      line: finding["line"]?.integer)
  }

  private func reports(_ value: Checked?) -> [ReportFile] {
    texts(value).map { ReportFile(path: $0.path, bytes: Array($0.text.utf8)) }
  }

  private func contents(_ value: Checked?) -> [String: FileContents] {
    var contents: [String: FileContents] = [:]
    for entry in value?.mapping?.entries ?? [] {
      if let text = entry.value.text {
        contents[entry.key] = FileContents(new: Array(text.utf8))
      } else if let versions = entry.value.mapping {
        contents[entry.key] = FileContents(
          old: versions["old"]?.text.map { Array($0.utf8) },
          new: versions["new"]?.text.map { Array($0.utf8) })
      }
    }
    return contents
  }
}

/// The texts of a mapping from paths, sorted by path.
func texts(_ value: Checked?) -> [(path: String, text: String)] {
  (value?.mapping?.entries ?? []).compactMap { entry in
    entry.value.text.map { (entry.key, $0) }
  }.sorted { $0.path < $1.path }
}

extension PullRequest {
  fileprivate init(_ mapping: CheckedMapping, now: Timestamp) {
    self.init(
      number: mapping["number"]?.integer, title: mapping["title"]?.text,
      body: mapping["body"]?.text,
      author: mapping["author"]?.text, labels: mapping["labels"]?.texts,
      draft: mapping["draft"]?.boolean,
      branch: mapping["branch"]?.text, base: mapping["base"]?.text,
      milestone: mapping["milestone"]?.text, assignees: mapping["assignees"]?.texts,
      reviewers: mapping["reviewers"]?.texts, fork: mapping["fork"]?.boolean,
      association: mapping["association"]?.text, approved: mapping["approved"]?.boolean,
      mergeable: mapping["mergeable"]?.boolean, merged: mapping["merged"]?.boolean,
      maintainerCanModify: mapping["maintainer-can-modify"]?.boolean,
      created: mapping["age"]?.duration.map { now.before($0) })
  }
}

extension Surroundings {
  /// The time of examples that name no weekday: a Friday.
  fileprivate static let exampleTime = Timestamp(secondsSinceEpoch: 1_767_322_800)

  fileprivate init(_ run: CheckedMapping?, _ environment: CheckedMapping?) {
    let variables = (environment?.entries ?? []).compactMap { entry in
      entry.value.text.map { (entry.key, $0) }
    }
    self.init(
      service: run?["service"]?.text, event: run?["event"]?.text.flatMap(Event.init),
      os: run?["os"]?.text ?? "linux", architecture: run?["arch"]?.text ?? "x86_64",
      branch: run?["branch"]?.text,
      environment: Dictionary(variables) { _, last in last })
    let days = (0..<7).map { day in
      Timestamp(secondsSinceEpoch: Self.exampleTime.secondsSinceEpoch + day * Timestamp.day)
    }
    now = days.first { $0.weekday == run?["weekday"]?.text } ?? Self.exampleTime
  }
}

extension TestCase {
  fileprivate init(_ mapping: CheckedMapping) {
    let name = mapping["name"]?.text ?? ""
    let (seconds, attoseconds) = mapping["duration"]?.duration?.components ?? (0, 0)
    let duration = mapping["duration"].map { _ in Double(seconds) + Double(attoseconds) / 1e18 }
    self.init(
      name: name, framework: .xctest, function: name,
      outcome: mapping["outcome"]?.text.flatMap(TestOutcome.init) ?? .passed,
      durationSeconds: duration, file: mapping["file"]?.text)
    runs = [TestRun(outcome, durationSeconds: duration)]
  }
}

extension Coverage {
  /// Makes files of 10,000 lines, so that hundredths of a percent are whole lines.
  fileprivate init(percentages: CheckedMapping) {
    let files = percentages.entries.compactMap { entry -> File? in
      guard let hundredths = entry.value.percent else { return nil }
      let lines = Ratio(covered: hundredths, count: 10_000)
      return File(
        path: entry.key, target: nil, lines: lines, functions: lines, regions: lines,
        uncoveredLines: hundredths < 10_000 ? [[hundredths + 1, 10_000]] : [], partialLines: [])
    }.sorted { $0.path < $1.path }
    let lines = files.reduce(Ratio(covered: 0, count: 0)) { $0 + $1.lines }
    self.init(
      metric: .distinct, isPartial: false,
      totals: Totals(lines: lines, functions: lines, regions: lines), files: files, excluded: [])
  }
}
