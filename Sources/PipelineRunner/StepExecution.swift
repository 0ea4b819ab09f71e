import CIModel
import CoverageData
import LogParsing

/// The result of a step and everything it found.
struct StepExecution {
  var result: StepResult
  var diagnostics: [Diagnostic] = []
  var tests: [TestCase] = []
  var crashes: [Crash] = []
  var runtimeWarnings: [RuntimeWarning] = []
  /// The inputs for measuring coverage; `nil` when its tests measured none.
  var coverage: CoverageInputs? {
    get { measured?.inputs }
    set { measured = newValue.map(Measured.init) }
  }
  private var measured: Measured?
  /// Observations besides the results, such as files that tests left behind.
  var observations: [StepObservation] = []
  var notes: [String] = []
  /// The tests that `--affected` left out, and why it chose the others; `nil` without it.
  var choice: TestChoice?
  /// Its outputs for later steps.
  var outputs: [String: String] = [:]
  /// Whether its log contains all of its output.
  var hasWholeLog = true
  /// The signal that its command crashed with, such as `SIGSEGV`; `nil` for every other ending.
  var crashSignal: String?
  /// Whether the step failed because something that it needs is missing.
  var missesInput: Bool {
    get { result.missesInput == true }
    set { result.missesInput = newValue ? true : nil }
  }
  /// Tests that only the summary of another runner counts.
  var unnamedTests: ForeignCounts?

  /// - Parameter facts: What the output of its command says.
  init(_ result: StepResult, _ facts: LogFacts = LogFacts()) {
    self.result = result
    diagnostics = facts.diagnostics
    tests = facts.tests
    crashes = facts.crashes
    runtimeWarnings = facts.runtimeWarnings
    unnamedTests = facts.counts.unnamed(besides: tests)
  }

  var failedTests: Int { tests.count { $0.outcome.isFailure } + (unnamedTests?.failed ?? 0) }

  /// A class, so that the executions of the many steps without tests stay small.
  private final class Measured: Sendable {
    let inputs: CoverageInputs

    init(_ inputs: CoverageInputs) {
      self.inputs = inputs
    }
  }
}
