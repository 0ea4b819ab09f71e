package import CIModel

/// What a run comes to. The exit status and the verdict of the record follow from it.
package enum Verdict: Hashable, Sendable {
  /// Everything that was asked for holds; warnings are allowed.
  case passed
  /// A step, a test or a check failed.
  case failed
  /// Steps ran out of time, and nothing else failed.
  case timedOut
  /// A step or a check lacked something that it needs, and nothing else failed.
  case missingInput
  /// A signal ended the run.
  case cancelled(signal: Int32)

  /// The verdict on a run that has ended.
  ///
  /// - Parameters:
  ///   - failOn: The least severity of a finding that fails the run; `nil` lets none fail it.
  ///   - missing: What the checks lacked.
  ///   - signal: What ended the run, if a signal did.
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

  /// The verdict on a log: that of the log itself, which exceeded limits can only make worse.
  ///
  /// - Parameter outcome: What the log says; `unknown` where it holds no end of a build and no test.
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

  /// As the record says it.
  package var recorded: RunRecord.Verdict {
    switch self {
    case .passed: .passed
    case .failed, .timedOut, .missingInput: .failed
    case .cancelled: .cancelled
    }
  }
}

extension [Finding] {
  /// Whether one of them fails a run.
  ///
  /// - Parameter severity: The least severity that does; `nil` lets none fail it.
  package func fail(from severity: Severity?) -> Bool {
    guard let severity else { return false }
    return contains { $0.suppressed == nil && $0.severity >= severity }
  }
}
