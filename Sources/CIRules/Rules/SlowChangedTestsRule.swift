package import CIModel

/// Flags slow tests in changed files.
package struct SlowChangedTestsRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "slow-changed-tests",
    summary: "Flags tests in changed files that take too long.",
    why:
      "Suites get slow one test at a time; the cheapest moment to make a test faster is when "
      + "it is written. The rule needs the tests of the same run. A test counts if its file is "
      + "known, from the framework or from a file that is named after its suite.",
    parameters: [
      .init("fail", .duration, "Maximum duration; longer is an error. Off by default."),
      .init("warn", .duration, "Maximum duration; longer is a warning. `500ms` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static func test(_ seconds: Double, file: String? = nil) -> [TestCase] {
    [
      TestCase(
        name: "ATests.testAdd", framework: .xctest, module: "CoreTests", suite: "ATests",
        function: "testAdd", outcome: .passed, durationSeconds: seconds, file: file, line: 3)
    ]
  }

  private static let touched = [FileChange(.modified, "Tests/CoreTests/ATests.swift", additions: 3)]

  package static let examples: [RuleExample] = [
    .clean("half a second", files: touched, tests: test(0.5)),
    .clean("no test ran", files: touched),
    .clean(
      "an existing slow test",
      files: [FileChange(.modified, "Tests/CoreTests/BTests.swift", additions: 3)], tests: test(9)),
    .flagged(
      "a slow test, found by the name of its suite", as: .warning, files: touched, tests: test(0.6)),
    .flagged(
      "a slow test, found by its file", as: .error, values: ["fail": .integer(2000)],
      files: [FileChange(.added, "Tests/All.swift", additions: 3, oldMode: nil)],
      tests: test(2.5, file: "Tests/All.swift")),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] { facts.tests.isEmpty ? ["tests"] : [] }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let files = changes.files.filter {
      $0.status != .deleted && $0.countedLines.additions > 0 && options.scope.contains($0)
    }.map(\.path)
    let byName = Dictionary(
      files.filter { $0.hasSuffix(".swift") }.map { (String($0.lastPathName.dropLast(6)), $0) },
      uniquingKeysWith: { first, _ in first })
    let touched = Set(files)
    return facts.tests.compactMap { test in
      let suite = test.suite?.split { $0 == "/" || $0 == "." }.last.map(String.init)
      let file = test.file ?? suite.flatMap { byName[$0] }
      guard let file, touched.contains(file), let seconds = test.durationSeconds,
        seconds.isFinite, seconds < 1e9
      else { return nil }
      let milliseconds = Int(seconds * 1000)
      guard
        let tier = options.tier(
          of: milliseconds, warn: options.integer("warn") ?? 500, fail: options.integer("fail"))
      else { return nil }
      return options.finding(
        "\(test.name) took \(milliseconds) ms, limit is \(tier.limit) ms",
        at: SourceLocation(file, line: test.file == nil ? nil : test.line),
        severity: tier.severity, help: "Make the test faster, or raise the limit of the rule.")
    }
  }
}
