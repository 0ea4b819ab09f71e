import CIModel
import CoverageData

/// What a step did and what it found out.
struct StepExecution {
  var result: StepResult
  var diagnostics: [Diagnostic] = []
  var tests: [TestCase] = []
  var crashes: [Crash] = []
  var runtimeWarnings: [RuntimeWarning] = []
  /// What its tests left to measure coverage from; `nil` when they measured none.
  var coverage: CoverageInputs? {
    get { measured?.inputs }
    set { measured = newValue.map(Measured.init) }
  }
  private var measured: Measured?
  /// What was seen beside the results, such as files that tests left behind.
  var observations: [StepObservation] = []
  var notes: [String] = []
  /// Which tests were left out, and why the others were not; `nil` when that was not asked for.
  var choice: TestChoice?
  /// What it left for later steps.
  var outputs: [String: String] = [:]
  /// Whether all that it printed is in its log.
  var hasWholeLog = true
  /// `SIGSEGV`: what its command crashed of; `nil` for every other end.
  var crashSignal: String?
  /// The step could not do its work because something that it needs is missing.
  var missesInput: Bool {
    get { result.missesInput == true }
    set { result.missesInput = newValue ? true : nil }
  }
  init(_ result: StepResult) {
    self.result = result
  }

  /// Outside of the execution, so that those of the many steps that test nothing stay small.
  private final class Measured: Sendable {
    let inputs: CoverageInputs

    init(_ inputs: CoverageInputs) {
      self.inputs = inputs
    }
  }
}
