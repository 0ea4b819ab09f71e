package import CIModel

/// Flags tests that took much longer than they usually do.
package struct SlowerTestsRule: Rule {
  package static let descriptor = RuleDescriptor(
    id: "slower-tests",
    summary: "Flags tests that took much longer than they usually do on this machine.",
    why:
      "A test that is suddenly slow tells of code that is. What a test usually takes is known from "
      + "at least three runs before; three times as long, and a quarter of a second, is much.",
    parameters: [
      .init("fail", .integer(min: 2), "So many times as long or more is an error; off by default."),
      .init(
        "warn", .integer(min: 2), "So many times as long or more is a warning; `3` by default."),
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
    .clean("as long as ever", tests: test(9, usual: nil)),
    .clean("nothing ran"),
    .flagged("four times as long", as: .warning, tests: test(4, usual: 1)),
    .clean("not so much", ["warn": .integer(5)], tests: test(4, usual: 1)),
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
        help: "See what the change made slower: the test, or what it tests.")
    }
  }

  /// `1.25 s`.
  private static func words(_ seconds: Double) -> String {
    let hundredths = Int((min(seconds, 1e9) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
