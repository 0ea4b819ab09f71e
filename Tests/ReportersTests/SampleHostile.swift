import CIModel

extension SampleRecord {
  /// A run that ran nothing.
  static var empty: RunRecord { run(.passed, seconds: 0.01) }

  /// What a stranger would write so that a format breaks, or its reader obeys.
  static let evil =
    "\u{0}\u{7}\u{1B}[31m\u{FFFF} ]]> </script><script>alert(1)</script> \u{202E}evil\u{202C} "
    + "=cmd|' /C calc'!A0 \"q\", 'a' & <b> %0A::error::x \r\n\t\u{2028}\u{85}\u{200B}\\u0000 "
    + String(decoding: [0xFF, 0xC3] as [UInt8], as: UTF8.self)

  /// Every text of it is hostile.
  static var hostile: RunRecord {
    var record = run(.failed, seconds: .infinity)
    record.devtoolVersion = evil
    record.config = .init(path: "../../etc/passwd")
    record.notes = [evil]
    record.steps = [step(evil, "run", .failed, seconds: -1, exitCode: 1, reason: evil)]
    record.steps[0].command = evil
    record.steps[0].logPath = "../" + evil
    let issue = TestIssue(
      String(repeating: evil, count: 30), file: "../../etc/" + evil, line: -3, column: .max,
      arguments: evil)
    record.tests = [
      test(
        evil, "=1+1", .failed, module: evil, seconds: .nan, issues: [issue, issue], output: evil),
      test("S", "@SUM(1)", .failed, seconds: -5, issues: [TestIssue("", file: evil, line: 0)]),
      test("S", "-1", .crashed, seconds: 1e300), test("S", evil, .passed),
    ]
    record.tests[3].isFlaky = true
    record.tests[3].tags = [evil, ""]
    record.tests[3].attempts = [
      TestAttempt(
        number: -1, outcome: .failed, durationSeconds: nil, issues: [issue], output: evil),
      TestAttempt(number: .max, outcome: .passed, durationSeconds: .nan, issues: [], output: ""),
    ]
    record.crashes = [
      Crash(test: "S.-1", signal: evil, reason: evil, file: "/etc/passwd", line: .max),
      Crash(signal: evil, reason: evil, file: evil, line: .min),
    ]
    record.diagnostics = [
      Diagnostic(.error, evil, file: "<unknown>", line: 1, group: evil),
      Diagnostic(.warning, evil, file: "a/../../b.swift", line: 0, column: -1, group: ""),
    ]
    record.runtimeWarnings = [
      RuntimeWarning(category: evil, count: 2, tests: [evil], shapes: [])
    ]
    record.findings = [
      Finding(
        .error, evil, evil, at: .init("http://x/\(evil)", line: 9, column: 1, endLine: 2),
        help: evil),
      Finding(.error, "r", evil, at: .init("C:x.swift", line: 9), suppressed: evil),
      Finding(.error, "r", "", at: .init("Sources/é %41.swift", line: 9)),
    ]
    var coverage = SampleCoverage.small(minimum: 90)
    coverage.files[0].path = "../" + evil
    coverage.files[1].target = evil
    coverage.files[2].uncoveredLines = [[5, 3], [], [-4, -2]]
    record.coverage = coverage
    return record
  }
}
