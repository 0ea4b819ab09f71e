import CIModel

extension LogFolder {
  /// The meaning of an event in its context.
  enum Meaning {
    /// The meaning of the line by itself.
    case same
    /// Output of a program.
    case output
    case other(LogEvent)
  }

  /// Adds an event to the facts; the result of a test that never started is only output.
  mutating func fold(_ event: LogEvent, _ line: LogLine) -> Meaning {
    switch event {
    case .buildProgress(_, _, let task): return buildGoesOn(task)
    case .notice, .unrecognized: return .same
    case .buildCommand:
      context = .buildCommand
      return .same
    case .diagnostic(let diagnostic):
      return fold(diagnostic, line)
    case .failureWrapper(let text):
      guard !isInTest || crashes.isInReport else { return output(line) }
      evidence.fail(text)
      (context, isBuilding) = (.none, false)
      return .same
    case .buildEnded(let action, let succeeded, _):
      guard !isInTest || !succeeded && !isBehindOutput(line) else { return output(line) }
      evidence.buildEnded(action, succeeded: succeeded)
      isBuilding = false
      if line.content.starts(with: "** TEST ") { xcodebuild = xcodebuild ?? XcodebuildCall() }
      context = .none
      return .same
    case .runtimeWarning(let category, let shape, let identifiers):
      warn(category, shape, identifiers, line)
      return .same
    case .sanitizerReport(let category, let reason, let file, let line):
      startSanitizer(category, reason, file, line)
      return .same
    case .sanitizerSummary(let category, let text):
      // The headline of the report was lost in mixed output.
      warn(category, WarningShape.shape(of: text), [], line)
      return .same
    case .snapshotImages(let reference, let actual):
      foldImages(SnapshotImages(reference: reference, actual: actual), line)
      return .same
    case .listStarted(let kind):
      context = .list(kind)
      if kind == .failingTests || kind == .reasons { xcodebuild = xcodebuild ?? XcodebuildCall() }
      return .same
    case .xcodebuildCalled(let call):
      guard !isInTest else { return output(line) }
      xcodebuild = call
      return .same
    case .deviceReportStarted:
      deviceReport = DeviceReportBlock(test: testInFlight, testIndex: tests.onlyInFlight)
      _ = deviceReport?.take(line)
      context = .none
      return .same
    case .runnerFailed(let reason, let crashed):
      runnerFailed(reason, crashed: crashed)
      return .same
    case .foreignTotals, .foreignTest, .foreignStarted, .foreignEnded, .foreignExecuted:
      return foldForeign(event, line)
    case .fatalError, .signalCaught, .crashReport, .frame, .processEnded, .crashReportEnded,
      .crashReportThread, .restarted:
      return foldCrash(event, line)
    default:
      return foldTest(event, line)
    }
  }

  /// Whether a test can have printed the line. Tests run in a suite or a run, and after the build; any other
  /// start of one was printed by other code, such as a plugin of the build, or stands in a message.
  private var isInTest: Bool { tests.inFlightCount > 0 && evidence.isInRun && !isBuilding }

  /// Other tools count their tasks like SwiftPM, but print no end of the build.
  private mutating func buildGoesOn(_ task: String) -> Meaning {
    let compiles = task.hasPrefix("Compiling ") || task.hasPrefix("Emitting module ")
    if compiles, !isInTest { isBuilding = true }
    context = .none
    return .same
  }

  /// Whether xcodebuild's last line follows output without a line feed.
  private func isBehindOutput(_ line: LogLine) -> Bool {
    line.content.ends(with: "** TEST FAILED **") && !line.content.starts(with: "** ")
  }

  private mutating func foldImages(_ found: SnapshotImages, _ line: LogLine) {
    images = found
    // swift-snapshot-testing prints the command of its diff tool after the failure.
    if case .snapshotIssue(let reference) = context {
      tests[reference].message += "\n" + line.text
      tests[reference].snapshot = images
      images = nil
    }
  }

  /// Treats a line that only looks like an event as output.
  mutating func output(_ line: LogLine) -> Meaning {
    tests.addOutput(line)
    return .output
  }

  private mutating func startSanitizer(
    _ category: String, _ reason: String, _ file: String?, _ line: Int?
  ) {
    endSanitizer()
    sanitizer = SanitizerBlock(
      category: category, reason: reason, file: file, line: line, test: testInFlight, root: root)
    if category == RuntimeWarningCategory.addressSanitizer {
      crashes.report(reason, test: testInFlight, testIndex: tests.onlyInFlight)
    }
    context = .none
  }

  /// Adds a failure of the runner, and the crash when the runner names the test that caused it.
  mutating func runnerFailed(_ reason: String, crashed: String?) {
    evidence.fail(reason.utf8.count > 300 ? String(reason.prefix(300)) + "…" : reason)
    guard let crashed, canLookUp(), !crashes.knows(crashed) else { return }
    let index = tests.cases.lastIndex { $0.isCalled(crashed) }
    crashes.restarted(after: index.map { tests.cases[$0].name } ?? crashed, testIndex: index)
  }

  /// Whether another linear search for a test is allowed. Real logs have few crashes.
  private mutating func canLookUp() -> Bool {
    lookedUpTests += max(2_000, tests.cases.count)
    return lookedUpTests <= 2_000_000
  }

  /// Adds counts of another runner; while an XCTest runs, such a line is its output.
  private mutating func foldForeign(_ event: LogEvent, _ line: LogLine) -> Meaning {
    guard tests.inFlightCount == 0 else { return output(line) }
    context = .none
    switch event {
    case .foreignTotals(let passed, let failed, let skipped):
      tests.addForeign(ForeignCounts(passed: passed, failed: failed, skipped: skipped))
    case .foreignTest(let name, let outcome):
      tests.record(name, .other, outcome, seconds: nil)
    case .foreignStarted(let name):
      endForeign()
      foreign = ForeignTest(name: name)
    case .foreignEnded(let outcome, let seconds):
      guard let test = foreign else { return output(line) }
      foreign = nil
      foreignCount += 1
      let index = tests.record(test.name, .other, outcome, seconds: seconds)
      if outcome == .failed, var issue = test.issue {
        issue.file = issue.file.map(shorten)
        tests.cases[index].issues.append(issue)
      }
      tests.cases[index].output += test.output
    case .foreignExecuted(let executed, let total, let failures):
      if foreignCount == 0 {
        tests.addForeign(ForeignCounts(passed: executed - failures, failed: failures))
      } else if foreignCount != executed {
        evidence.fail("GHUnit counted \(executed) tests, the log shows \(foreignCount)")
      }
      if total > executed { tests.addForeign(ForeignCounts(skipped: total - executed)) }
      foreignCount = 0
    default:
      break
    }
    return .same
  }

  /// Adds a GHUnit test that began but did not end as unfinished.
  mutating func endForeign() {
    guard let test = foreign else { return }
    foreign = nil
    let index = tests.record(test.name, .other, .unfinished, seconds: nil)
    tests.cases[index].output += test.output
  }

  /// SwiftPM lists the files below.
  private static let endOfUnhandledFiles =
    "are unhandled; explicitly declare them as resources or exclude from the target"

  private mutating func fold(_ diagnostic: Diagnostic, _ line: LogLine) -> Meaning {
    // Nothing is compiled while tests run, so a test printed the line.
    guard !isInTest else { return output(line) }
    var diagnostic = diagnostic
    diagnostic.file = diagnostic.file.map(shorten)
    let isNote =
      // At most a blank line separates a note from the excerpt above it.
      if line.number <= diagnosticEnd + 2, diagnostic.severity == .note,
        let file = diagnostic.file
      {
        diagnostics.addNote(diagnostic.message, file: file, line: diagnostic.line)
      } else { false }
    if !isNote { diagnostics.add(diagnostic) }
    context = .diagnostic(age: 0)
    diagnosticEnd = line.number
    if diagnostic.message.hasSuffix("has no member named '__allTests'") {
      diagnostics.addNote(
        "delete this file, or build with `--enable-test-discovery`: SwiftPM finds the tests itself")
    } else if diagnostic.message.hasSuffix(Self.endOfUnhandledFiles) {
      context = .list(.files)
    }
    return .other(.diagnostic(diagnostic))
  }

  private mutating func foldCrash(_ event: LogEvent, _ line: LogLine) -> Meaning {
    let test = testInFlight
    let index = tests.onlyInFlight
    switch event {
    case .fatalError(let reason, let file, let line):
      crashes.fatalError(reason, file: file, line: line, test: test, testIndex: index)
    case .signalCaught(let signal):
      crashes.signal(signal, test: test, testIndex: index)
    case .crashReport(let reason):
      crashes.report(reason, test: test, testIndex: index)
    case .frame(let file, let line, let isSystem, let function):
      crashes.frame(file: file, line: line, isSystem: isSystem, function: function)
    case .crashReportThread(let hasCrashed):
      guard crashes.isInReport else { return output(line) }
      crashes.thread(hasCrashed: hasCrashed)
    case .crashReportEnded:
      crashes.endReport()
    case .processEnded(let signal, let names):
      // If the command names a single test, that test crashed.
      let named = names.count == 1 ? printedName(names[0]) : nil
      crashes.exited(signal: signal, test: named, inFlight: test, testIndex: index)
      tests.abandonCurrent()
    case .restarted(let name):
      evidence.restarted()
      let printed = name.map { name in
        tests.onlyInFlight.flatMap { index in
          tests.cases[index].isCalled(name) ? tests.cases[index].name : nil
        } ?? name
      }
      crashes.restarted(after: printed ?? test, testIndex: index)
      tests.abandonCurrent()
    default:
      break
    }
    return .same
  }

  /// The listed name of a test for `Module.Class/test`.
  private mutating func printedName(_ id: String) -> String {
    var name = id
    if let slash = id.lastIndex(of: "/"), let dot = id[..<slash].firstIndex(of: ".") {
      name = "\(id[id.index(after: dot)..<slash]).\(id[id.index(after: slash)...])"
    }
    if tests.knows(name, .xctest) { return name }
    if canLookUp(), let test = tests.cases.last(where: { $0.isCalled(id) }) { return test.name }
    return name
  }
}
