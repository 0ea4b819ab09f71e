package import CIModel

/// Flags tests that took much longer than usual.
package struct SlowerTestsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "slower-tests",
    summary: "Flags tests that took much longer than usual on this machine.",
    why:
      "A test that suddenly becomes slow points to code that did. The usual duration of a "
      + "test is known from at least three earlier runs; three times as long, and a quarter "
      + "of a second longer, is much.",
    parameters: [
      .init(
        "fail", .integer(min: 2),
        "Factor of the usual duration from which a test is an error; off by default."),
      .init(
        "warn", .integer(min: 2),
        "Factor of the usual duration from which a test is a warning; `3` by default."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static func test(_ seconds: Double, usual: Double?) -> [TestCase] {
    var test = TestCase(
      name: "ATests.testAdd", framework: .xctest, module: "CoreTests", suite: "ATests",
      function: "testAdd", outcome: .passed, durationSeconds: seconds,
      file: "Tests/ATests.swift", line: 3)
    test.usualSeconds = usual
    return [test]
  }

  package static let examples: [RuleExample] = [
    .clean("as long as usual", tests: test(9, usual: nil)),
    .clean("no test ran"),
    .flagged("four times as long", as: .warning, tests: test(4, usual: 1)),
    .clean("less than the factor", ["warn": .integer(5)], tests: test(4, usual: 1)),
    .flagged(
      "ten times as long", as: .error, values: ["fail": .integer(10)], tests: test(10, usual: 1)),
  ]

  private let options: RuleOptions

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
  }

  package var id: String { options.id }

  package func missingFacts(in facts: Facts) -> [String] { facts.tests.isEmpty ? ["tests"] : [] }

  package func findings(in facts: Facts) -> [Finding] {
    facts.tests.compactMap { test in
      guard let usual = test.usualSeconds, let seconds = test.durationSeconds, usual > 0,
        seconds.isFinite
      else { return nil }
      let times = seconds / usual
      let severity: Severity
      if let fail = options.integer("fail"), times >= Double(fail) {
        severity = .error
      } else if times >= Double(options.integer("warn") ?? 3) {
        severity = options.warnLevel
      } else {
        return nil
      }
      return options.finding(
        "\(test.name) took \(Self.words(seconds)), usually \(Self.words(usual))",
        at: test.file.map { SourceLocation($0, line: test.line) }, severity: severity,
        help: "Find what the change made slower: the test, or the code that it tests.")
    }
  }

  /// `1.25 s`.
  private static func words(_ seconds: Double) -> String {
    let hundredths = Int((min(seconds, 1e9) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
