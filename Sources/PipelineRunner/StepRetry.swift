import CIModel
import FileSystem
import Patterns
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension StepScope {
  /// Whether to retry after a failed attempt; waits for the pause before the next one.
  ///
  /// - Parameter log: The byte range of the step's log that the attempt wrote.
  func shouldRetry(
    _ execution: StepExecution, after attempt: Int, _ log: Range<Int>,
    _ deadline: SuspendingClock.Instant?
  ) -> Bool {
    let policy = step.retry
    guard attempt <= policy.limit, policy.covers(execution, of: step.action),
      !run.environment.cancellation.isRequested, deadline.map({ SuspendingClock.now < $0 }) ?? true
    else { return false }
    if let pattern = policy.pattern {
      let path = run.services.directory.logPath(step: id)
      guard outputMatches(pattern, path, log) else { return false }
    }
    let pause = policy.pause(before: attempt)
    let reason = execution.result.reason ?? execution.result.status.rawValue
    run.services.observer.onEvent(
      .note(
        "Step \(id): \(reason); attempt \(attempt + 1) of \(policy.limit + 1)"
          + (pause > .zero ? " in \(pause.words)." : ".")))
    return wait(pause, deadline)
  }

  /// Waits for the pause; returns `false` when the run is cancelled meanwhile or the step's
  /// deadline comes first.
  private func wait(
    _ pause: Duration, _ deadline: SuspendingClock.Instant?
  ) -> Bool {
    let end = SuspendingClock.now + pause
    if let deadline, end >= deadline { return false }
    while SuspendingClock.now < end {
      if run.environment.cancellation.isRequested { return false }
      usleep(useconds_t(min(50_000, max(1_000, (end - SuspendingClock.now).seconds * 1e6))))
    }
    return !run.environment.cancellation.isRequested
  }
}

extension RetryPolicy {
  /// Whether the policy retries this failure.
  func covers(_ execution: StepExecution, of action: StepAction) -> Bool {
    // A missing input is still missing at the next attempt.
    if execution.missesInput { return false }
    let result = execution.result
    return (reasons.isEmpty ? RetryPolicy.usual(for: action) : reasons).contains { reason in
      switch reason {
      case .timeout: result.status == .timedOut
      case .exit: result.status == .failed && result.exitCode.map { $0 != 0 } ?? false
      case .exitStatuses(let codes):
        result.status == .failed && result.exitCode.map(codes.contains) ?? false
      case .crash:
        result.status == .failed && (result.exitCode == nil || !execution.crashes.isEmpty)
      }
    }
  }
}

/// Whether a line in the byte range of a log matches; only the last MiB of the range is searched.
private func outputMatches(_ pattern: String, _ path: String, _ range: Range<Int>) -> Bool {
  guard let matcher = (try? Pattern(pattern))?.matcher() else { return false }
  guard let file = try? OpenFile(path, to: .read) else { return false }
  var bytes = [UInt8](repeating: 0, count: min(range.count, 1 << 20))
  let size = bytes.withUnsafeMutableBytes {
    try? file.read(into: $0, at: range.upperBound - $0.count)
  }
  guard let size, size > 0 else { return false }
  return bytes[..<size].split(separator: UInt8(ascii: "\n")).contains { line in
    line.withUnsafeBytes(matcher.occurs)
  }
}
