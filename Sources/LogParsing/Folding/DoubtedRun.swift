import CIModel

/// A run of Swift Testing that began while an XCTest was running. Either the process of the XCTest
/// has ended without a message, or the XCTest printed the run, as shown by an end of that test.
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

  fileprivate init(_ folder: LogFolder, test: String) {
    self.test = test
    tests = folder.tests
    evidence = folder.evidence
    crashes = folder.crashes
    diagnostics = folder.diagnostics
  }

  mutating func add(_ line: LogLine) {
    guard size < TestLedger.textLimit else { return }
    lines.append((Array(line.bytes), line.number))
    size += line.bytes.count + 1
  }
}

extension LogFolder {
  /// Maximum number of runs for which the state before them is kept.
  private static let mostDoubtedRuns = 20

  /// Keeps what is known before a run; returns `false` when too many runs were taken back already.
  mutating func beginDoubtedRun(within test: Int, _ line: LogLine) -> Bool {
    if doubtedRun != nil { return true }
    guard doubtedRunCount < Self.mostDoubtedRuns else { return false }
    doubtedRunCount += 1
    doubtedRun = DoubtedRun(self, test: tests.cases[test].name)
    doubtedRun?.add(line)
    return true
  }

  /// The XCTest runs again, so its process has ended, and the run was real.
  mutating func confirmRun(beforeStartOf name: String, _ framework: TestFramework) {
    if framework == .xctest, doubtedRun?.test == name { doubtedRun = nil }
  }

  /// The XCTest goes on, so the run was its output.
  mutating func takeBackRun(beforeEndOf name: String, _ framework: TestFramework) {
    guard framework == .xctest, let run = doubtedRun, run.test == name else { return }
    doubtedRun = nil
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
