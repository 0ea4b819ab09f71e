import CIModel
import ProcessExecution

/// What has to be done although no process says anything.
extension ExecutionSession {
  /// Until something may have to be done although no process says anything.
  func waitingTime() -> Duration {
    var limits: [Duration] = []
    if let timeout = plan.settings.timeout { limits.append(timeout) }
    if let slow = plan.settings.slowAfter { limits.append(slow) }
    let now = SuspendingClock.now
    var wait = Duration.seconds(60)
    if !limits.isEmpty {
      for job in running.values {
        // Swift Testing's tests and those of a new process start without a message.
        wait = min(wait, job.nextDeadline(limits, now: now) ?? .milliseconds(250))
      }
      wait = max(.milliseconds(5), min(wait, limits.min() ?? wait))
    }
    if !swiftTests.isEmpty, xctests.isEmpty, freeWorkers > 0 {
      wait = min(wait, .milliseconds(50))
    }
    return wait
  }

  func watchTheClock() {
    let now = SuspendingClock.now
    for job in running.values {
      if let limit = plan.settings.slowAfter {
        for (id, time) in job.newlySlow(after: limit, now: now) {
          context.onNote("SLOW  \(id) has been running for \(time.seconds.rounded(.down)) s")
        }
      }
      if let limit = plan.settings.timeout {
        if let overdue = job.overdue(after: limit, now: now) { end(job, overdue, limit) }
      }
    }
  }

  /// Looks where the process hangs, and ends it.
  private func end(_ job: RunningJob, _ overdue: Set<String>, _ limit: Duration) {
    guard job.claimStop(because: .testTimeout(overdue)) else { return }
    let inspector = HangInspector(
      launcher: context.launcher, environment: context.environment, root: context.repositoryRoot,
      writesProfile: context.profileDirectory != nil)
    startThread {
      var hang = TestProcess.Hang(message: "")
      if let pid = job.control.pid {
        switch inspector.inspect(pid: pid) {
        case .stack(let stack): hang = stack
        case .unavailable(let reason): hang.message = "  (\(reason))"
        }
      }
      hang.message = "timed out after \(limit.seconds) s, in\n" + hang.message
      job.note(hang)
      job.control.stop()
    }
  }
}
