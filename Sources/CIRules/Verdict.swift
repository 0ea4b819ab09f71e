package import CIModel

/// The verdict on a run, from which its exit status and the verdict of its record follow.
package enum Verdict: Hashable, Sendable {
  /// All requirements are met; warnings are allowed.
  case passed
  /// A step, a test or a check failed.
  case failed
  /// A step ran out of time, and nothing else failed.
  case timedOut
  /// A step or a check lacked required input, and nothing else failed.
  case missingInput
  /// A signal ended the run.
  case cancelled(signal: Int32)

  /// Creates the verdict on a finished run.
  ///
  /// - Parameters:
  ///   - failOn: The lowest severity of a finding that fails the run; `nil` when no finding does.
  ///   - missing: The input that the checks lacked.
  ///   - signal: The signal that ended the run, if one did.
  package init(
    _ record: RunRecord, failOn: Severity?, missing: Evaluation.MissingInput? = nil,
    signal: Int32? = nil
  ) {
    let failed = record.steps.filter { $0.status == .failed }
    let findings = record.findings.filter { $0 != missing?.finding }
    if let signal {
      self = .cancelled(signal: signal)
    } else if failed.contains(where: { !$0.lacksInput }) || findings.fail(from: failOn) {
      self = .failed
    } else if record.steps.contains(where: { $0.status == .timedOut }) {
      self = .timedOut
    } else {
      self = missing == nil && failed.isEmpty ? .passed : .missingInput
    }
  }

  /// Creates the verdict on a log. Findings can only make the verdict of the log itself worse.
  ///
  /// - Parameter outcome: The verdict of the log; `unknown` when it contains neither the end of a
  ///   build nor a test.
  package init(log outcome: LogVerdict, _ findings: [Finding], failOn: Severity?) {
    if outcome == .failed || findings.fail(from: failOn) {
      self = .failed
    } else {
      self = outcome == .passed ? .passed : .missingInput
    }
  }

  package var exitCode: ExitCode {
    switch self {
    case .passed: .success
    case .failed: .checkFailed
    case .timedOut: .timedOut
    case .missingInput: .missingInput
    case .cancelled(let signal): .cancelled(signal: signal)
    }
  }

  /// The verdict in the record of the run.
  package var recorded: RunRecord.Verdict {
    switch self {
    case .passed: .passed
    case .failed, .timedOut, .missingInput: .failed
    case .cancelled: .cancelled
    }
  }
}

extension [Finding] {
  /// Whether any finding fails a run; suppressed findings do not.
  ///
  /// - Parameter severity: The lowest severity that does; `nil` when none does.
  package func fail(from severity: Severity?) -> Bool {
    guard let severity else { return false }
    return contains { $0.suppressed == nil && $0.severity >= severity }
  }
}
