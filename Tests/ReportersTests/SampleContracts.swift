import CIModel
import Reporters
import RunHistory

/// Values in which every key is filled that can be left out.
enum SampleContracts {
  private static let ratio = Coverage.Ratio(covered: 3, count: 4)

  static var changes: ChangeSet {
    var changes = SampleChanges.branch
    var file = FileChange(
      .renamed, "\u{FFFD}", pathBytes: "/w==", oldPath: "\u{FFFD}.old", oldPathBytes: "/y5vbGQ=",
      similarity: 60, additions: 2, deletions: 1, size: 5_000_000, lfsPointerSize: 130)
    file.ignoringWhitespace = ChangedLineCounts(additions: 1, deletions: 0)
    file.moved = ChangedLineCounts()
    file.movedIgnoringWhitespace = ChangedLineCounts()
    file.hiddenLines = ChangedLineCounts()
    file.otherPaths = ["Sources/A.swift"]
    file.oldOtherPaths = ["Sources/B.swift"]
    file.leadsToFile = true
    file.leadsElsewhere = true
    file.wasText = true
    changes.files.append(file)
    changes.otherMergeBases = [changes.base]
    changes.commits[0].parents = [changes.base, changes.mergeBase]
    return changes
  }

  static var coverage: Coverage {
    var file = Coverage.File(
      path: "Sources/A.swift", target: "A", lines: ratio, functions: ratio, regions: ratio,
      otherLines: ratio, uncoveredLines: [[3, 4]], partialLines: [7])
    var hits = LineHits()
    hits.append(1, 2, count: 12)
    hits.append(4, 4, count: 0)
    file.lineHits = hits
    file.functionList = [
      Coverage.Function(name: "A.a()", line: 1, endLine: 4, count: 12, regions: ratio)
    ]
    file.missedFunctions = file.functionList
    var patch = Coverage.Patch(
      lines: ratio,
      files: [
        Coverage.PatchFile(
          path: "Sources/A.swift", lines: ratio, uncoveredLines: [[3, 3]], partialLines: [7])
      ])
    patch.base = "origin/main"
    patch.addedLines = 9
    patch.notCounted = [Coverage.Exclusion(reason: "comments", files: 1, lines: ratio)]
    patch.unmeasured = [
      Coverage.UnmeasuredFile(path: "Sources/B.swift", addedLines: 2, reason: .notBuilt)
    ]
    patch.explanation = "no changed line holds code"
    patch.problem = "the data is older than the sources"
    patch.help = "Run the tests again."
    var coverage = Coverage(
      metric: .llvm, isPartial: true,
      totals: Coverage.Totals(lines: ratio, functions: ratio, regions: ratio, otherLines: ratio),
      files: [file],
      excluded: [
        Coverage.Exclusion(reason: "tests", files: 2, lines: ratio, otherLines: ratio)
      ],
      patch: patch,
      thresholds: [
        Coverage.Threshold(
          name: "coverage.minimum", scope: "A", required: 80, actual: 75.5, passed: false)
      ], targets: [Coverage.Target(name: "A", path: "Sources/A", isTest: false)])
    coverage.targets?[0].isTestable = false
    coverage.ignore = ["Vendor/**"]
    return coverage
  }

  static var log: LogReport {
    var facts = LogFacts()
    facts.verdict = .failed
    facts.reasons = ["1 test failed"]
    facts.counts = TestCounts(
      xctest: XCTestCounts(passed: 1, notTold: 1), swiftTesting: SwiftTestingCounts(failed: 1),
      other: ForeignCounts(skipped: 1))
    facts.tests = [test]
    facts.crashes = [
      Crash(
        test: "a()", signal: "SIGILL", reason: "Fatal error", file: "A.swift", line: 3, process: "A"
      )
    ]
    facts.diagnostics = [
      Diagnostic(
        .warning, "unused", file: "A.swift", line: 1, column: 2, group: "Unused", count: 2,
        step: "build")
    ]
    facts.diagnostics[0].excerpt = "let unused = 1"
    facts.diagnostics[0].notes = ["replace 'unused' with '_'"]
    facts.runtimeWarnings = [
      RuntimeWarning(
        category: "auto-layout", count: 1, tests: ["a()"],
        shapes: [
          RuntimeWarning.Shape(
            shape: "UIView.width == 0", count: 1, identifiers: ["Title"], file: "A.swift", line: 3,
            message: "Unable to satisfy", tests: [.init(name: "a()", count: 1)])
        ])
    ]
    facts.lines = LineCounts(total: 9, unrecognized: 1)
    return LogReport(facts: facts, slowSeconds: 0, findings: [finding])
  }

  static var run: RunRecord {
    var record = log.record(from: SampleRecord.everything)
    record.exitCode = 1
    record.packageName = "Store"
    record.requirements = [Requirement("tests.minimum", "3 tests ran", passed: nil)]
    record.runningSteps = ["test"]
    record.criticalPath = ["build", "test"]
    record.steps[0].command = "swift build"
    record.steps[0].outputs = ["version": "1.2"]
    record.steps[0].artifacts = ["out/tool"]
    record.steps[0].startSeconds = 0.5
    record.steps[0].isUpToDate = true
    record.steps[0].shard = StepShard(index: 1, count: 3, split: "0a1b2c3d", isNarrowed: true)
    record.steps[0].cache = [".build was restored"]
    record.steps[0].lastLines = ["no such file"]
    record.steps[0].missesInput = true
    record.steps[0].isIncremental = true
    record.steps[0].products = ["tool": 1_000_000]
    record.steps[0].suite = SuiteResult(
      durationSeconds: 1.5, targets: [.init(name: "ATests", path: "Tests/ATests", tests: 1)])
    record.steps[0].suite?.isPart = true
    record.judgedRun = "20261120-101112-1"
    record.base = BaseRun(
      run: "1", branch: "main", commit: "a", lines: .init(covered: 1, count: 2),
      files: ["Sources/A.swift": .init(covered: 1, count: 2)],
      newWarnings: [
        .init(kind: "warning", file: "Sources/A.swift", message: "unused", before: 0, after: 1)
      ])
    record.base?.tests = BaseRun.TestChanges(
      newlyFailing: ["M.C/a"], fixed: ["M.C/b"],
      slower: [.init(test: "M.C/c", beforeSeconds: 0.4, afterSeconds: 1.2)], missing: ["M.C/d"])
    record.checkout = RunRecord.Checkout(
      commit: String(repeating: "a", count: 40), branch: "topic", subject: "Add a cart",
      author: "Ada", isModified: true)
    record.environment.links = ServiceLinks(
      host: "example.com", run: "https://example.com/1", commits: "https://example.com/commit/")
    record.choices = [
      TestChoice(
        step: "test", everything: "Package.swift changed",
        chosen: [.init(test: "M.A/test", reason: "runs Sources/A.swift:3")], notRun: ["M.B/test"])
    ]
    record.changes = changes
    record.pullRequest = PullRequest(
      number: 7, url: "https://example.com/7", title: "Add", body: "", author: "ada",
      labels: ["a"], draft: false, branch: "topic", base: "main", milestone: "1.0",
      milestoneDue: Timestamp(secondsSinceEpoch: 1_767_323_045), assignees: ["ada"],
      reviewers: ["bob"], fork: false, association: "member", approved: true,
      mergeable: true, merged: false, maintainerCanModify: false,
      created: Timestamp(secondsSinceEpoch: 1_767_323_045))
    record.coverage = coverage
    return record
  }

  private static let finding = {
    var finding = Finding(
      .error, "pr-size", "changes 9 lines, limit is 8",
      at: SourceLocation("A.swift", line: 1, column: 2, endLine: 3), help: "Split it.",
      suppressed: "on purpose (commit abc1234)")
    finding.messageText = TeamText([.markdown("changes "), .text("9 lines, limit is 8")])
    finding.helpText = TeamText([.markdown("Split "), .text("it.")])
    return finding
  }()

  private static var test: TestCase {
    var issue = TestIssue(
      "failed", file: "ATests.swift", line: 3, column: 4, isKnown: false, arguments: "n → 1")
    issue.snapshot = SnapshotImages(reference: "a.png", actual: "b.png")
    var run = TestRun(.failed, durationSeconds: 1.5)
    (run.startSeconds, run.worker) = (0.25, 1)
    var test = TestCase(
      name: "a()", id: "ATests.S/a()", framework: .swiftTesting, module: "ATests", suite: "S",
      function: "a()", outcome: .failed, durationSeconds: 1.5,
      runs: [run], issues: [issue], output: "said",
      file: "ATests.swift", line: 3)
    test.attempts = [
      TestAttempt(
        number: 1, outcome: .failed, durationSeconds: 1, issues: [issue], output: "",
        attachments: [
          TestAttachment(
            "a.png", .expected, .png, size: 8, digest: String(repeating: "a", count: 64)),
          TestAttachment("b", .attached, size: 1, leftOut: "it contains a secret"),
        ])
    ]
    test.attachments = [
      TestAttachment("a.bin", .attached, size: 20_000_000, leftOut: "it is larger than 16 MiB")
    ]
    test.isFlaky = true
    test.interference = Interference(
      beside: (0..<30).map { "ATests.S/b\($0)()" }, after: ["ATests.S/c()"], isReproduced: true)
    test.quarantine = Quarantine(reason: "flaky on Mondays", since: "2026-11-20")
    test.tags = ["slow"]
    test.usualSeconds = 0.1
    test.slowed = Slowdown(
      beforeSeconds: 0.1, afterSeconds: 0.4, since: .init(run: "1", commit: "a"))
    test.earlier = EarlierOutcomes(
      outcomes: [.failed], branch: "main", failingSince: .init(run: "1", commit: "a"),
      failsOnBase: false, newSince: "main")
    test.assertsNothing = true
    test.step = "test"
    test.recentSeconds = [0.5, 1]
    test.command = "xcodebuild test -only-testing:M/A/b"
    return test
  }
}

extension LogReport {
  /// A run with what the log says.
  fileprivate func record(from record: RunRecord) -> RunRecord {
    var record = record
    record.counts = facts.counts
    record.tests = facts.tests
    record.slow = slow
    record.crashes = facts.crashes
    record.diagnostics = facts.diagnostics
    record.runtimeWarnings = facts.runtimeWarnings
    record.findings = findings
    return record
  }
}
