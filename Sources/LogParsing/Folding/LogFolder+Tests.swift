import CIModel

/// Events of suites and tests, and the issues that they record.
extension LogFolder {
  mutating func foldTest(_ event: LogEvent, _ line: LogLine) -> Meaning {
    if tests.current != nil, isForeign(event) { return imitation(line) }
    let before = context
    context = .none
    doubtedRun?.note(event)
    switch event {
    case .runStarted:
      startRun(line)
    case .runEnded(let count, let outcome, _):
      evidence.swiftRunEnded(tests: count, outcome, testsSeen: tests.testsInRun)
      context = .swiftNotice
    case .suiteStarted(let name, let framework):
      startSuite(name, framework, line)
    case .suiteEnded(let name, let framework, let outcome):
      return endSuite(name, framework, outcome, line)
    case .executed(let count, let skipped, let failures):
      tests.note(.xctest)
      evidence.executed(tests: count, skipped: skipped, failures: failures, seen: tests.seenXCTests)
    case .testStarted(let name, let framework):
      confirmRun(beforeStartOf: name, framework)
      guard tests.start(name, framework) else {
        context = before
        return imitation(line)
      }
      forgetRetracted()
      crashes.endReport()
    case .testEnded(let name, let framework, let outcome, let seconds, let reason):
      takeBackRun(beforeEndOf: name, framework)
      guard let index = tests.end(name, framework, outcome, seconds: seconds) else {
        context = before
        return imitation(line)
      }
      forgetRetracted()
      crashes.survived(testIndex: index)
      evidence.testEnded(index)
      if outcome == .failed, xcodebuild == nil { evidence.failedWithoutXcodebuild = true }
      if let reason { tests.fileReason(reason, test: index) }
      if case .swiftIssue(let reference, _) = before, reference.test == index { context = before }
    case .testSkipped, .testEndedOnDevice, .testFailedOnDevice:
      foldUnstarted(event, line)
    case .testEndedSilently(let step, let total, let id):
      tests.endSilently(id)
      evidence.testedSilently(step: step, total: total)
    case .issueRecorded(let name, let framework, let issue):
      return file(issue, name, framework, line)
    case .issueDetail(let text):
      return detail(text, before, line)
    case .skipReason(let name, let issue):
      var issue = issue
      issue.file = issue.file.map { shorten(takePrinted($0, line)) }
      _ = tests.file(issue, under: name, .xctest)
    case .argumentsOpened: context = .openArguments(age: 0)
    case .testCaseStarted, .measured:
      context = before
    default:
      break
    }
    return .same
  }

  private mutating func startRun(_ line: LogLine) {
    if let current = tests.current { beginDoubtedRun(within: current, line) }
    tests.startRun()
    tests.abandonCurrent()
    crashes.processStarted()
    evidence.swiftRunStarted()
    crashes.endReport()
    context = .swiftNotice
  }

  private mutating func startSuite(_ name: String, _ framework: TestFramework, _ line: LogLine) {
    tests.note(framework)
    if framework == .swiftTesting { return evidence.swiftSuiteStarted(name) }
    tests.confirmEnd()
    guard line.content.starts(with: "Test Suite") else { return }
    evidence.suiteStarted(name, seen: tests.seenXCTests, during: tests.current)
    if LogEvent.isProcess(suite: name) {
      crashes.processStarted()
      tests.startBundle()
    } else {
      tests.startClass(name)
    }
  }

  private mutating func endSuite(
    _ name: String, _ framework: TestFramework, _ outcome: TestOutcome, _ line: LogLine
  ) -> Meaning {
    if framework == .swiftTesting {
      evidence.swiftSuiteEnded(name, outcome)
    } else {
      guard tests.current == nil else { return output(line) }
      tests.confirmEnd()
      evidence.suiteEnded(name, outcome)
    }
    return .same
  }

  /// Adds results of tests whose start is not printed.
  private mutating func foldUnstarted(_ event: LogEvent, _ line: LogLine) {
    switch event {
    case .testSkipped(let name, let reason):
      let index = tests.record(name, .swiftTesting, .skipped, seconds: nil)
      if let reason { tests.fileReason(reason, test: index) }
    case .testEndedOnDevice(let name, let framework, let outcome, let seconds):
      tests.record(qualified(name, framework), framework, outcome, seconds: seconds)
      if line.content.starts(with: "Test case '") { xcodebuild = xcodebuild ?? XcodebuildCall() }
    case .testFailedOnDevice(let name, let framework, let reason):
      let index = tests.record(qualified(name, framework), framework, .failed, seconds: nil)
      tests.fileFailure(reason, test: index)
    default: break
    }
  }

  /// Removes crashes and suites recorded for tests that turned out to be printed output.
  private mutating func forgetRetracted() {
    guard !tests.retracted.isEmpty else { return }
    for index in tests.retracted.reversed() {
      crashes.survived(testIndex: index)
      evidence.testEnded(index)
    }
    tests.retracted = []
  }

  /// The name prefixed with its class, which formatters print only above the tests.
  private func qualified(_ name: String, _ framework: TestFramework) -> String {
    guard framework == .xctest, !name.hasPrefix("-["), !name.utf8.contains(UInt8(ascii: ".")),
      let suite = evidence.innermostSuite
    else { return name }
    return "\(suite).\(name)"
  }

  /// Whether the event cannot come from the runner while it runs an XCTest in the same process.
  private func isForeign(_ event: LogEvent) -> Bool {
    switch event {
    case .testEndedOnDevice, .testFailedOnDevice, .testEndedSilently: true
    case .testStarted(_, .swiftTesting), .testSkipped, .issueRecorded(_, .swiftTesting, _),
      .suiteStarted(_, .swiftTesting), .suiteEnded(_, .swiftTesting, _), .runEnded:
      !evidence.swiftRunIsOpen
    default: false
    }
  }

  /// Treats a result of a test that is not running as output, perhaps as the next line of a
  /// message.
  private mutating func imitation(_ line: LogLine) -> Meaning {
    switch context {
    case .xctestIssue(let reference, _, true), .snapshotIssue(let reference):
      tests[reference].message += "\n" + line.text
    default:
      break
    }
    return output(line)
  }

  /// Takes the output without a line break that precedes the path of a message in its line.
  ///
  /// - Returns: The path.
  private mutating func takePrinted(_ path: String, _ line: LogLine) -> String {
    guard let root, !path.isBelow(root) else { return path }
    let (bytes, top) = (Array(path.utf8), Array("\(root)/".utf8))
    let last = bytes.count - top.count
    guard last > 0,
      let start = (1...last).first(where: { bytes[$0...].starts(with: top) })
    else { return path }
    tests.addOutput(LogLine(line.content.prefix(start).bytes, number: line.number))
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  private mutating func file(
    _ issue: TestIssue, _ name: String?, _ framework: TestFramework, _ line: LogLine
  ) -> Meaning {
    var issue = issue
    issue.file = issue.file.map { shorten(framework == .xctest ? takePrinted($0, line) : $0) }
    let reference: TestLedger.IssueReference
    switch tests.file(issue, under: name, framework) {
    case .filed(let filed): reference = filed
    case .counted: return .other(.issueRecorded(test: name, framework, issue))
    case .homeless:
      if framework == .xctest, let name {
        evidence.fail("a failure was printed for '\(name)', which never started")
      }
      if framework == .swiftTesting, issue.severity == .error, !issue.isKnown {
        let owner = name.map { $0.hasPrefix("suite ") ? $0 : "test \($0)" }
        diagnostics.add(Diagnostic(issue, of: owner))
        context = .diagnostic(age: 1)
      }
      return .other(.issueRecorded(test: name, framework, issue))
    }
    if SnapshotFailure.opens(issue.message) {
      tests[reference].snapshot = images
      images = nil
      context =
        framework == .xctest
        ? .snapshotIssue(reference) : .swiftIssue(reference, quotes: quoteCount(issue.message.utf8))
    } else if framework == .xctest {
      let quotes = quoteCount(line)
      let hasOwnWords = issue.message.holds(" - ") || issue.message.hasPrefix("failed")
      context = .xctestIssue(
        reference, quotes: quotes, isOpen: hasOwnWords || !quotes.isMultiple(of: 2))
    } else {
      context = .swiftIssue(reference, quotes: quoteCount(issue.message.utf8))
    }
    return .other(.issueRecorded(test: name, framework, issue))
  }

  /// Details that are recognized without the line above, since some services insert an empty line
  /// before them.
  private static let asides = [
    "Written to '", "//", "Testing Library Version: ", "Target Platform: ",
  ]

  /// Adds a `↳` or `±` line to the issue above it.
  private mutating func detail(_ text: String, _ before: Context, _ line: LogLine) -> Meaning {
    switch before {
    case .swiftIssue(let reference, let quotes):
      tests[reference].message += "\n" + text
      context = .swiftIssue(reference, quotes: quotes + quoteCount(text.utf8))
      return .same
    case .diagnostic:
      diagnostics.addDetail(text)
      context = before
      return .same
    case .swiftNotice:
      context = before
      return .other(.notice)
    default:
      context = before
      if Self.asides.contains(where: { text.hasPrefix($0) }) { return .other(.notice) }
      return output(line)
    }
  }
}
