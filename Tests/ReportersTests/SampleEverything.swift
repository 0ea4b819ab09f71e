import CIModel

extension SampleRecord {
  /// A run in which everything goes wrong at once.
  static var everything: RunRecord {
    var record = run(.failed, seconds: 131.7)
    record.environment.ci = "github"
    record.notes = [
      "The merge base is assumed to be the parent commit, because the clone is shallow; run "
        + "`git fetch --unshallow origin` for the real one."
    ]
    record.steps = [
      step("build", "swift-build", .passed, seconds: 71.2),
      step("test", "swift-test", .failed, seconds: 58.13, exitCode: 1, reason: "exit status 1"),
      step("lint", "lint", .warned, seconds: 0.91, exitCode: 1, reason: "exit status 1"),
      step(
        "integration-tests", "run", .timedOut, seconds: 60, exitCode: nil,
        reason: "no output for 30s, ended after 60s"),
      step("docs", "run", .blocked, seconds: 0, exitCode: nil, reason: "needs test"),
      step("deploy", "exec", .skipped, seconds: 0, exitCode: nil, reason: "branch is not main"),
    ]
    for index in 4...5 {
      record.steps[index].logPath = nil
      record.steps[index].attempts = 0
    }
    record.tests = tests
    record.changes = SampleChanges.branch
    record.reports = [
      .init(format: "terminal", path: nil), .init(format: "junit", path: "out/junit.xml"),
    ]
    record.slow = (1...7).map {
      SlowTest(
        name: "StoreTests.SearchTests/testLargeIndex\($0)", durationSeconds: Double($0) * 1.37)
    }
    record.crashes = [
      Crash(
        test: "CacheTests.testEviction", signal: "SIGILL",
        reason: "Fatal error: Index out of range",
        file: "Sources/Store/Cache.swift", line: 88)
    ]
    record.diagnostics = diagnostics
    record.runtimeWarnings = [
      RuntimeWarning(
        category: "auto-layout", count: 4,
        tests: (1...5).map { "StoreTests.HeaderTests/testLayout\($0)" },
        shapes: [
          .init(
            shape: "UIView.height == 44, UILabel.top == UIView.top + 8, UILabel.bottom == UIView."
              + "bottom", count: 3, identifiers: ["Header.height", "Title.top"]),
          .init(shape: "UIStackView.width == 0", count: 1, identifiers: []),
        ]),
      RuntimeWarning(
        category: "cgcontext", count: 1, tests: [],
        shapes: [
          .init(shape: "CGContextSetFillColor: invalid context 0x0", count: 1, identifiers: [])
        ]),
    ]
    record.coverage = SampleCoverage.small(minimum: 90)
    record.findings = [
      Finding(
        .error, "coverage.minimum", "71.42% of lines are covered, 90% are required",
        help: "Cover the files listed under Coverage."),
      Finding(
        .warning, "pr-size", "changes 612 lines, limit is 400",
        help: "Split the change into smaller ones."),
      Finding(
        .error, "no-print", "use the logger",
        at: .init("Sources/Store/Cart.swift", line: 40, column: 5)),
    ]
    return record
  }

  private static var tests: [TestCase] {
    let passed = (1...40).map { test("CartTests", "testAdd\($0)") }
    let failed = [
      test(
        "CartTests", "testTotal", .failed, seconds: 0.031,
        issues: [
          TestIssue(
            "XCTAssertEqual failed: (\"12.50\") is not equal to (\"12.05\") - the total of a cart "
              + "with a discount code that has expired since it was added",
            file: "Tests/StoreTests/CartTests.swift", line: 41),
          TestIssue(
            "XCTAssertTrue failed", file: "Tests/StoreTests/CartTests.swift", line: 44),
        ],
        output: (1...12).map { "cart line \($0)\n" }.joined()),
      test(
        "PriceTests/Rounding", "halves(_:mode:)", .failed, seconds: 0.002,
        framework: .swiftTesting,
        issues: [
          TestIssue(
            "Expectation failed: (price.rounded(mode) → 1.25 €) == (expected → 1.26 €)\n"
              + "  price → Price(cents: 125)\n  mode → .up",
            file: "Tests/StoreTests/PriceTests.swift", line: 17, column: 7,
            arguments: "価格 → 125, mode → .up"),
          TestIssue("known", isKnown: true),
        ]),
      test(
        "NameTests", "it's parsed [\"a.b\"] $5", .failed, seconds: nil, framework: .swiftTesting,
        issues: [
          TestIssue(
            "Caught error: \u{1B}[31mred\u{1B}[0m 日本語の長いメッセージは端末の幅に合わせて折り返されるべきで、"
              + "文字の幅を数える 必要があります👩‍👩‍👧 e\u{301}",
            file:
              "Tests/StoreTests/A/Very/Deep/Folder/That/Makes/A/Path/Wider/Than/The/NameTests.swift",
            line: 1_204, column: 13)
        ]),
      test("SyncTests", "testHang", .timedOut, seconds: 60),
    ]
    let lost = (1...12).map { test("SyncTests", "testAfter\($0)", .notRun, seconds: nil) }
    var flaky = test("SyncTests", "testFlaky", seconds: 0.2)
    flaky.runs.insert(TestRun(.failed, durationSeconds: 0.1), at: 0)
    flaky.issues = [TestIssue("XCTAssertTrue failed", file: "Tests/A.swift", line: 3)]
    return passed + failed + [
      test(
        "CacheTests", "testEviction", .crashed, seconds: nil,
        output: "filling the cache\nFatal error: Index out of range\n"), flaky,
      test("CartTests", "testOnLinux", .skipped, issues: [TestIssue("needs Metal")]),
    ] + lost
  }

  private static var diagnostics: [Diagnostic] {
    let deprecated = (1...11).map { line in
      Diagnostic(
        .warning, "'total()' is deprecated: use 'sum' instead", file: "Sources/Store/Cart.swift",
        line: line * 10, column: 5, group: "DeprecatedDeclaration", count: line == 1 ? 3 : 1)
    }
    var unknown = Diagnostic(
      .error, "cannot find 'total' in scope", file: "Sources/Store/Cart.swift", line: 12,
      column: 14,
      count: 2)
    unknown.excerpt = "\treturn (" + String(repeating: "0 + ", count: 40) + "1) * total"
    unknown.column = unknown.excerpt.map { $0.utf8.count - 4 }
    unknown.notes = ["did you mean 'totals'? (line 3)"]
    return deprecated + [
      unknown,
      Diagnostic(
        .warning, "immutable value 'unused' was never used", file: "Sources/Store/Price.swift",
        line: 3, column: 7),
      Diagnostic(
        .error, "[Indentation] unindent by 2 spaces", file: "Sources/Store/Cart.swift", line: 9,
        column: 1, step: "lint"),
    ]
  }
}
