import CIModel
import SecretMasking

extension StepExecution {
  /// A copy with the secrets masked.
  func masked(_ mask: SecretMask?) -> StepExecution {
    guard let mask else { return self }
    var execution = self
    execution.result = mask.masked(result)
    execution.diagnostics = mask.masked(diagnostics)
    execution.tests = tests.map { mask.masked($0) }
    execution.crashes = mask.masked(crashes)
    execution.runtimeWarnings = mask.masked(runtimeWarnings)
    execution.notes = mask.masked(notes)
    return execution
  }
}
