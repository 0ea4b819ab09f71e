import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import StepCache

extension Plan.PlannedStep {
  /// Runs the step to its end; a step that cannot start has failed.
  func execute(in run: CheckRun, _ caches: StepCaches) -> StepExecution {
    let startedAt = SuspendingClock.now
    do throws(StepEnvironment.Failure) {
      return try StepScope(self, of: run, caches).execute(since: startedAt)
    } catch {
      var execution = StepExecution(
        StepResult(
          id: step.id, action: step.action.kind.rawValue, status: .failed, reason: error.reason))
      execution.missesInput = error.missesInput
      execution.forgiveIfAllowed(step.allowFailure)
      return execution.masked(run.secrets.mask)
    }
  }
}

extension StepScope {
  /// Runs the step with as many attempts as its `retry` allows, unless it is up to date.
  fileprivate func execute(since startedAt: SuspendingClock.Instant) -> StepExecution {
    var fingerprint: StepFingerprint?
    var problem: String?
    do throws(InputSearch.Problem) {
      fingerprint = try caches.results?.fingerprint(self)
    } catch {
      problem =
        "The input files of step \(id) cannot be determined, so it always runs: "
        + "\(error.words)."
    }
    if let fingerprint, let known = caches.results?.result(fingerprint, self) { return known }

    var execution = attempts(since: startedAt)
    execution.forgiveIfAllowed(step.allowFailure)
    if let fingerprint, let note = caches.results?.keep(execution, fingerprint, self) {
      execution.notes.append(note)
    }
    if let problem, !run.environment.cancellation.isRequested { execution.notes.append(problem) }
    if let artifacts = step.artifacts { execution.look(for: artifacts, in: run.environment.root) }
    for index in execution.diagnostics.indices { execution.diagnostics[index].step = id }
    return execution
  }

  private func attempts(since startedAt: SuspendingClock.Instant) -> StepExecution {
    let deadline = step.timeout.map { startedAt + $0 }
    var cacheMessages: [String] = []
    var number = 1
    while true {
      var (execution, logRange) = attempt(number, deadline, since: startedAt)
      execution.result.attempts = max(execution.result.attempts, number)
      cacheMessages += execution.result.cache ?? []
      if shouldRetry(execution, after: number, logRange, deadline) {
        number += 1
        continue
      }
      if !cacheMessages.isEmpty { execution.result.cache = cacheMessages }
      if number > 1 {
        execution.result.durationSeconds = (SuspendingClock.now - startedAt).seconds
        if execution.result.status == .passed {
          execution.notes.append("Step \(id) passed on attempt \(number).")
        }
      }
      return execution
    }
  }

  /// Runs one attempt; also returns the byte range of its output in the step's log.
  private func attempt(
    _ number: Int, _ deadline: SuspendingClock.Instant?, since startedAt: SuspendingClock.Instant
  ) -> (StepExecution, Range<Int>) {
    do {
      var session = try StepSession(self, attempt: number, deadline: deadline, since: startedAt)
      let logStart = session.log.size
      var execution: StepExecution
      do throws(LaunchError) {
        execution =
          try step.action.runner?.execute(&session)
          ?? StepExecution(session.result(.failed, reason: "no runner for such a step"))
      } catch {
        execution = StepExecution(session.result(.failed, reason: session.reason(error)))
        execution.missesInput = true
      }
      if let gap = session.log.finish() {
        execution.notes.append("The log of step \(id) is incomplete: \(gap).")
      }
      if let error = session.log.error {
        execution.notes.append("\(error); the log is cut off")
        execution.hasWholeLog = false
      }
      if let problem = session.log.fullDisk {
        execution.result.blame(fullDisk: problem, execution.tests, &execution.diagnostics)
      }
      execution.notes += session.notices.map { "Step \(id): \($0)" }
      execution.readOutputs(of: session)
      execution = execution.masked(session.mask)
      return (execution, logStart..<max(logStart, session.log.size))
    } catch {
      let result = StepResult(
        id: id, action: step.action.kind.rawValue, status: .failed, attempts: 0,
        reason: error.description)
      return (StepExecution(result), 0..<0)
    }
  }
}

extension StepExecution {
  /// Turns a failure that `allow-failure` covers into a warning.
  fileprivate mutating func forgiveIfAllowed(_ rule: AllowFailure) {
    guard result.status == .failed || result.status == .timedOut else { return }
    switch rule {
    case .never: return
    case .always: result.status = .warned
    case .exitStatuses(let codes):
      // A step that timed out counts as exit status 124, as with timeout(1).
      let code = result.status == .timedOut ? 124 : result.exitCode
      if let code, codes.contains(code) { result.status = .warned }
    }
  }
}
