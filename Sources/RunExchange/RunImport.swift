package import CIModel
import CIRules
package import CoverageData
package import FileSystem
import LogParsing
package import RunStorage
package import SecretMasking

/// A run made from the output of other tools: test reports, event streams, logs, coverage.
///
/// It has one step, which passes when every input reports success. A failure that a tool reports,
/// or counts without naming it, fails the step, and an import without any result does not pass
/// either.
package struct RunImport {
  private var record: RunRecord
  private var step: StepResult
  private let checkout: String
  private let mask: SecretMask?
  private let attachments: AttachmentStore?
  private var tests: [TestCase] = []
  private var logged: LogFacts?
  private var reasons: [String] = []
  /// The number of attachments that there was no room for.
  private var leftOut = 0
  /// Whether an input that contains outcomes was read.
  private var readsOutcomes = false
  /// A finding on an input that could not be read beside others; `nil` when there is none.
  package private(set) var lack: Finding?

  package enum Problem: Error, Hashable {
    case unreadable(String, reason: String, help: String)
    case file(FileError)
    case coverage(CoverageError)

    fileprivate static func empty(_ path: String) -> Problem {
      .unreadable(path, reason: "is empty", help: "Check that the tool that writes it has run.")
    }

    /// A lowercase fragment.
    package var message: String {
      switch self {
      case .unreadable(let path, let reason, _): "\(path) \(reason)"
      case .file(let error): error.description
      case .coverage(let error): error.description
      }
    }

    package var help: String? {
      switch self {
      case .unreadable(_, _, let help): help
      case .file: nil
      case .coverage(let error): error.help
      }
    }
  }

  /// - Parameters:
  ///   - record: The initial record.
  ///   - name: The name of the step.
  ///   - checkout: The absolute path of the top of the checkout. Paths below it are shown relative
  ///     to it.
  ///   - mask: Hides secrets in all imported text.
  ///   - attachments: Stores the files that reports name as attachments.
  package init(
    _ record: RunRecord, named name: String, checkout: String, mask: SecretMask?,
    attachments: AttachmentStore? = nil
  ) {
    self.attachments = attachments
    self.record = record
    self.checkout = checkout
    self.mask = mask
    step = StepResult(id: name, action: StepResult.importAction, status: .passed, attempts: 1)
  }

  /// Whether a text is a valid step name.
  package static func isName(_ text: String) -> Bool {
    (1...80).contains(text.utf8.count) && text.first != "-"
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "._-".utf8.contains(byte)
      }
  }

  // MARK: Reading

  /// Reads a JUnit report, or the output of `xcresulttool get test-results tests`.
  ///
  /// - Parameter path: The absolute path of the report.
  package mutating func addReport(_ path: String) throws(Problem) {
    readsOutcomes = true
    let bytes = try read(path, limit: ReportedTests.largest)
    let report: ReportedTests
    do throws(ReportedTests.Unreadable) {
      report = try ReportedTests(bytes)
    } catch {
      throw .unreadable(path, reason: error.reason, help: error.help)
    }
    var read = report.tests.map(placed)
    if let attachments {
      let named = NamedAttachments(below: path.parentFolder, attachments, hiding: mask)
      for index in read.indices { leftOut += named.keep(for: &read[index]) }
    }
    tests += read
    reasons += report.doubts.map { "\(path.relative(to: checkout)) \($0)" }
    step.durationSeconds += report.durationSeconds
  }

  /// The maximum size of an event stream, in bytes.
  private static let largestStream = 256 << 20

  /// Reads an event stream of Swift Testing.
  package mutating func addEvents(_ path: String) throws(Problem) {
    readsOutcomes = true
    let bytes = try read(path, limit: Self.largestStream)
    var reader = EventStreamReader(root: checkout)
    bytes.withUnsafeBytes { reader.read($0) }
    let facts = reader.finish()
    guard facts.lines.total > 0 else { throw .empty(path) }
    tests += facts.tests
    step.durationSeconds += facts.tests.reduce(0) { $0 + ($1.durationSeconds ?? 0) }
    if facts.verdict == .failed { reasons += facts.reasons }
  }

  /// Reads the log of a build or of tests, and stores it.
  ///
  /// - Parameter run: The run that stores the log, without secrets.
  package mutating func addLog(
    _ path: String, _ policy: WarningPolicy, in run: RunDirectory
  ) throws(Problem) {
    readsOutcomes = true
    let log: StepLog
    do throws(FileError) {
      log = try StepLog(path: run.logPath(step: step.id))
    } catch {
      throw .file(error)
    }
    var options = LogReader.Options(root: checkout, warnings: policy)
    options.mayHaveStamps = true
    var reader = LogReader(options: options)
    func take(_ bytes: UnsafeRawBufferPointer) {
      log.append(bytes)
      reader.read(bytes)
    }
    var masked = mask.map { MaskedStream($0) }
    do throws(FileError) {
      try OpenFile(reading: path, from: .commandLine).readPieces { bytes throws(FileError) in
        if masked == nil { take(bytes) } else { masked?.take(bytes, take) }
        return true
      }
    } catch {
      throw .file(error)
    }
    masked?.finish(take)
    if let gap = log.finish() { record.notes.append("The log is incomplete: \(gap).") }
    step.logPath = log.path.relative(to: checkout)
    var facts = reader.finish()
    guard facts.lines.total > 0 else { throw .empty(path) }
    if let other = logged {
      facts.tests = other.tests + facts.tests
      facts.crashes = other.crashes + facts.crashes
      facts.diagnostics = other.diagnostics + facts.diagnostics
      facts.runtimeWarnings = RuntimeWarning.merged(other.runtimeWarnings + facts.runtimeWarnings)
      facts.reasons = other.reasons + facts.reasons
      if other.verdict == .failed || facts.verdict == .unknown { facts.verdict = other.verdict }
    }
    logged = facts
  }

  /// Reads LCOV tracefiles and Cobertura reports.
  ///
  /// - Parameters:
  ///   - paths: Absolute paths, as are those of `cobertura`.
  ///   - root: The absolute path of the package.
  /// - Throws: When nothing else was read. Otherwise `lack` has the problem, so that test results are
  ///   not lost; files of another checkout are only a note.
  package mutating func addCoverage(
    _ paths: [String], cobertura: [String] = [], root: String, _ policy: CoveragePolicy
  ) throws(Problem) {
    let files: [CoverageFiles.Source] =
      paths.map { .init(.lcov, $0) } + cobertura.map { .init(.cobertura, $0) }
    if files.isEmpty { return }
    let inputs = CoverageInputs(
      profiles: [], objects: [], repositoryRoot: checkout, packageRoot: root, targets: nil,
      policy: policy)
    do throws(CoverageError) {
      let read = try CoverageFiles(inputs).read(files)
      record.coverage = read.coverage
      record.notes += read.notes
      record.findings += read.findings
    } catch {
      guard readsOutcomes else { throw .coverage(error) }
      if case .allFilesExcluded = error {
        record.notes.append(
          "Coverage was not read: \(error.description)." + (error.help.map { " \($0)" } ?? ""))
      } else {
        lack = Finding(
          .error, "import", "coverage was not read: \(error.description)", help: error.help)
      }
    }
  }

  private func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path, limit: limit + 1, from: .commandLine)
    } catch {
      throw .file(error)
    }
    guard bytes.count <= limit else {
      throw .unreadable(
        path, reason: "is larger than \(limit >> 20) MiB", help: "Split it into several files.")
    }
    return bytes
  }

  /// Makes paths relative to the checkout.
  private func placed(_ test: TestCase) -> TestCase {
    var test = test
    test.file = test.file.map { $0.relative(to: checkout) }
    for index in test.issues.indices {
      test.issues[index].file = test.issues[index].file.map { $0.relative(to: checkout) }
    }
    return test
  }

  // MARK: The run

  /// Returns the record of everything that was read. It contains only the verdicts of the tools.
  package consuming func finish() -> RunRecord {
    let log = logged
    // A log beside a report describes the same tests.
    let others = Self.unnamed(log?.tests ?? [], in: tests)
    record.tests = TestCase.merged(tests + others)
    record.counts = TestCounts(of: record.tests)
    record.crashes = log?.crashes ?? []
    record.diagnostics = log?.diagnostics ?? []
    record.runtimeWarnings = log?.runtimeWarnings ?? []
    let failed = record.tests.count { $0.outcome.isFailure }
    // When only a log describes the tests, its own reasons state the failures.
    let isToldByLog = tests.isEmpty && log?.reasons.isEmpty == false
    let words = "\(counted(failed, "test")) failed"
    if failed > 0, !isToldByLog, !reasons.contains(words) { reasons.insert(words, at: 0) }
    if let log, log.verdict == .failed, failed == 0 || tests.isEmpty {
      reasons += log.reasons.isEmpty ? ["the log reports a failure"] : log.reasons
    }
    let isTold = !record.tests.isEmpty || log?.verdict == .passed || hasOnlyCoverage
    if !reasons.isEmpty {
      step.status = .failed
      step.reason = reasons.prefix(5).joined(separator: "; ")
    } else if !isTold {
      (step.status, step.missesInput) = (.failed, true)
      step.reason = "the input contains no test and no outcome"
    }
    if leftOut > 0, let attachments {
      record.notes.append(
        "\(counted(leftOut, "attachment")) left out: "
          + "\(NamedAttachments.most) per test are kept, and \(attachments.limits.words).")
    }
    if !record.tests.isEmpty {
      var suite = SuiteResult(targets: [])
      suite.durationSeconds = step.durationSeconds
      step.suite = suite
    }
    record.steps = [step]
    record.durationSeconds = step.durationSeconds
    return mask?.masked(record) ?? record
  }

  /// Tests that failed according to the log and that no report names; reports and logs may use
  /// different names for one test. All tests of the log when there is no report.
  private static func unnamed(_ logged: [TestCase], in tests: [TestCase]) -> [TestCase] {
    if tests.isEmpty { return logged }
    let known = Set(tests.map(\.plainFunction))
    return logged.filter { $0.outcome.isFailure && !known.contains($0.plainFunction) }
  }

  /// Coverage alone does not decide an outcome.
  private var hasOnlyCoverage: Bool { record.coverage != nil && !readsOutcomes }
}

extension TestCase {
  /// `testTotal` of `CartTests/testTotal()` and of `com.shop.CartTests.testTotal`.
  fileprivate var plainFunction: Substring {
    let name = (id ?? self.name).prefix { $0 != "(" }
    return name.split { $0 == "." || $0 == "/" || $0 == " " }.last ?? name
  }
}
