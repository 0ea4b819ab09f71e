import CIModel

/// A run of Swift Testing that began while an XCTest was running. Either the process of the XCTest
/// has ended without a message, or the XCTest printed the run, as shown by an end of that test. A run
/// that failed or did not end is never taken for output: a process could hide its failures so.
struct DoubtedRun {
  /// The name of the XCTest.
  let test: String
  /// What was known before the run.
  fileprivate let tests: TestLedger
  fileprivate let evidence: RunEvidence
  fileprivate let crashes: CrashLedger
  fileprivate let diagnostics: DiagnosticLedger
  /// The lines of the run, as far as the output of a test can hold them.
  fileprivate var lines: [(bytes: [UInt8], number: Int)] = []
  private var size = 0
  private var hasTests = false
  private var hasEnded = false
  private var hasFailed = false

  /// Whether nothing is lost if the run was output.
  fileprivate var isHarmless: Bool { !hasFailed && (hasEnded || !hasTests) }

  fileprivate init(_ folder: LogFolder, test: String) {
    self.test = test
    tests = folder.tests
    evidence = folder.evidence
    crashes = folder.crashes
    diagnostics = folder.diagnostics
  }

  mutating func note(_ event: LogEvent) {
    switch event {
    case .testStarted: hasTests = true
    case .runEnded(_, let outcome, _):
      hasEnded = true
      hasFailed = hasFailed || outcome == .failed
    case .testEnded(_, .swiftTesting, .failed, _, _): hasFailed = true
    default: break
    }
  }

  mutating func add(_ line: LogLine) {
    guard size < TestLedger.textLimit else { return }
    lines.append((Array(line.bytes), line.number))
    size += line.bytes.count + 1
  }
}

extension LogFolder {
  /// Keeps what is known before a run, unless too much was kept already.
  mutating func beginDoubtedRun(within test: Int, _ line: LogLine) {
    guard doubtedRun == nil, doubtedRoom >= tests.cases.count else { return }
    doubtedRoom -= tests.cases.count
    doubtedRun = DoubtedRun(self, test: tests.cases[test].name)
    doubtedRun?.add(line)
  }

  /// The XCTest runs again, so its process has ended, and the run was real.
  mutating func confirmRun(beforeStartOf name: String, _ framework: TestFramework) {
    if framework == .xctest, doubtedRun?.test == name { doubtedRun = nil }
  }

  /// The XCTest goes on, so the run was its output.
  mutating func takeBackRun(beforeEndOf name: String, _ framework: TestFramework) {
    guard framework == .xctest, let run = doubtedRun, run.test == name else { return }
    doubtedRun = nil
    guard run.isHarmless else { return }
    (tests, evidence, crashes, diagnostics) = (
      run.tests, run.evidence, run.crashes, run.diagnostics
    )
    context = .none
    // The last line is that of the end.
    for line in run.lines.dropLast() {
      line.bytes.withUnsafeBytes { tests.addOutput(LogLine($0, number: line.number)) }
    }
  }
}
