import CIModel

/// Logs that are attached to tests that crashed or hung.
extension ExecutionSession {
  /// Attaches the end of the output to the test that crashed the process, and the stacks to a test
  /// that hung.
  mutating func attachLogs(to outcome: inout ProcessOutcome, _ ending: TestProcess.Ending) {
    guard let keeper = context.attachments else { return }
    for index in outcome.result.tests.indices {
      let kept: TestAttachment?
      switch outcome.result.tests[index].outcome {
      case .crashed:
        guard ending.lastOutput.contains(where: { $0 > 0x20 }) else { continue }
        kept = keeper.keepBytes(ending.lastOutput, "crash.txt", .crashLog)
      case .timedOut, .unfinished:
        guard let log = ending.hang?.log, !log.isEmpty else { continue }
        kept = keeper.keepBytes(Array(log.utf8), "stacks.txt", .stack)
      default: continue
      }
      if let kept {
        outcome.result.tests[index].attachments =
          (outcome.result.tests[index].attachments ?? []) + [kept]
      } else {
        attachmentsLeftOut += 1
      }
    }
  }

  /// A sentence about attachments that were dropped without being listed; `nil` when there are
  /// none.
  var attachmentsNotice: String? {
    guard attachmentsLeftOut > 0, let keeper = context.attachments else { return nil }
    return "\(counted(attachmentsLeftOut, "attachment")) of tests "
      + (attachmentsLeftOut == 1 ? "was" : "were")
      + " left out: a test attempt keeps at most \(AttachmentKeeper.mostOfAttempt), and "
      + "\(keeper.limits)."
  }
}
