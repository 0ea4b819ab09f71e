import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import StepCache

extension Plan.PlannedStep {
  /// Runs the step to its end, with as many attempts as its `retry` allows; a step that cannot even
  /// start is a failed step.
  func execute(
    _ pipeline: Pipeline, _ context: RunContext, _ caches: StepCaches
  ) -> StepExecution {
    let startedAt = SuspendingClock.now
    let deadline = step.timeout.map { startedAt + $0 }
    let environment: StepEnvironment
    var planned = self
    do throws(StepEnvironment.Failure) {
      environment = try StepEnvironment(step, pipeline, context)
      try planned.resolve(environment)
    } catch {
      return refused(error).masked(context.mask)
    }
    var fingerprint: StepFingerprint?
    var problem: String?
    do throws(InputSearch.Problem) {
      fingerprint = try caches.results?.fingerprint(planned, pipeline, environment, context)
    } catch {
      problem = note(error)
    }
    if let fingerprint,
      let known = caches.results?.result(fingerprint, planned, pipeline, environment, context)
    {
      return known
    }
    var attempt = 1
    var cacheMessages: [String] = []
    while true {
      var (execution, logRange) = planned.attempt(
        attempt, deadline, environment, pipeline, context, caches)
      execution.result.attempts = max(execution.result.attempts, attempt)
      cacheMessages += execution.result.cache ?? []
      if shouldRetry(execution, after: attempt, logRange, deadline, context) {
        attempt += 1
        continue
      }
      if !cacheMessages.isEmpty { execution.result.cache = cacheMessages }
      if attempt > 1 {
        execution.result.durationSeconds = (SuspendingClock.now - startedAt).seconds
        if execution.result.status == .passed {
          execution.notes.append("Step \(step.id) passed at attempt \(attempt).")
        }
      }
      execution.forgiveIfAllowed(step.allowFailure)
      if let fingerprint,
        let note = caches.results?.keep(
          execution, fingerprint, planned, pipeline, environment, context)
      {
        execution.notes.append(note)
      }
      if let problem, !context.cancellation.isRequested { execution.notes.append(problem) }
      if let artifacts = step.artifacts { execution.look(for: artifacts, in: context.root) }
      for index in execution.diagnostics.indices { execution.diagnostics[index].step = step.id }
      return execution
    }
  }

  /// A step that cannot begin is a failed one.
  private func refused(_ failure: StepEnvironment.Failure) -> StepExecution {
    var execution = StepExecution(
      StepResult(
        id: step.id, action: step.action.kind.rawValue, status: .failed, reason: failure.reason))
    execution.missesInput = failure.missesInput
    execution.forgiveIfAllowed(step.allowFailure)
    return execution
  }

  private func note(_ problem: InputSearch.Problem) -> String {
    "The inputs of step \(step.id) cannot be found out, so it always runs: \(problem.words)."
  }

  /// Puts variables and outputs into the words of `exec`.
  mutating func resolve(_ environment: StepEnvironment) throws(StepEnvironment.Failure) {
    guard case .exec = step.action else { return }
    for index in commands.indices {
      commands[index].executable = try environment.resolve(commands[index].executable)
      for word in commands[index].arguments.indices {
        commands[index].arguments[word] = try environment.resolve(commands[index].arguments[word])
      }
    }
  }

  /// One attempt, and the part of the step's log that holds its output.
  private func attempt(
    _ number: Int, _ deadline: SuspendingClock.Instant?, _ environment: StepEnvironment,
    _ pipeline: Pipeline, _ context: RunContext, _ caches: StepCaches
  ) -> (StepExecution, Range<Int>) {
    do {
      var session = try StepSession(
        step, pipeline: pipeline, context: context, builds: caches.builds,
        environment: environment, attempt: number,
        deadline: deadline)
      let logStart = session.log.size
      var execution: StepExecution
      do throws(LaunchError) {
        execution = try StepRunnerRegistry.runner(of: step.action.kind)
          .execute(self, &session, pipeline)
      } catch {
        execution = StepExecution(session.result(.failed, reason: session.reason(error)))
        execution.missesInput = true
      }
      if let gap = session.log.finish() {
        execution.notes.append("Of the log of step \(step.id) \(gap).")
      }
      if let error = session.log.error {
        execution.notes.append("\(error); the log is cut off")
        execution.hasWholeLog = false
      }
      if let problem = session.log.fullDisk {
        execution.result.blame(fullDisk: problem, execution.tests, &execution.diagnostics)
      }
      execution.notes += session.notices.map { "Step \(step.id): \($0)" }
      execution.readOutputs(of: session)
      execution = execution.masked(session.mask)
      return (execution, logStart..<max(logStart, session.log.size))
    } catch {
      let result = StepResult(
        id: step.id, action: step.action.kind.rawValue, status: .failed, attempts: 0,
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
      // A step out of time counts as 124, as with timeout(1).
      let code = result.status == .timedOut ? 124 : result.exitCode
      if let code, codes.contains(code) { result.status = .warned }
    }
  }
}
