import CIModel
import ProcessExecution

/// Time limits: actions that are due although no process reports anything.
extension ExecutionSession {
  /// The time until an action may be due although no process reports anything.
  func waitingTime() -> Duration {
    var limits: [Duration] = []
    if let timeout = plan.settings.timeout { limits.append(timeout) }
    if let limit = trials.limit { limits.append(limit) }
    if let slow = plan.settings.slowAfter { limits.append(slow) }
    if let idle = plan.settings.idleTimeout, idle < .seconds(60) { limits.append(idle) }
    let now = SuspendingClock.now
    var wait = Duration.seconds(60)
    if !limits.isEmpty {
      for job in running.values {
        // Swift Testing tests and the tests of a new process start without a message.
        wait = min(wait, job.nextDeadline(limits, now: now) ?? .milliseconds(250))
      }
      wait = max(.milliseconds(5), min(wait, limits.min() ?? wait))
    }
    if !swiftTests.isEmpty, xctests.isEmpty, freeWorkers > 0 {
      wait = min(wait, .milliseconds(50))
    }
    return wait
  }

  /// Maximum number of slow tests that are named while the tests run; each takes a line.
  private static let mostSlowNotes = 5

  mutating func watchTheClock() {
    let now = SuspendingClock.now
    for job in running.values {
      if let limit = trials.limit, now - job.startedAt >= limit {
        trials.isCut = true
        end(job, job.running(now: now), "did not finish within \(limit.words) alone")
      }
      if let limit = plan.settings.slowAfter {
        // A slow test that runs again is not reported again. The report lists the slowest ones.
        for (id, time) in job.newlySlow(after: limit, now: now) where slow.insert(id).inserted {
          if slow.count <= Self.mostSlowNotes {
            context.onNote("slow: \(id) has been running for \(time.words)")
          } else if slow.count == Self.mostSlowNotes + 1 {
            context.onNote("slow: more tests; the report lists the slowest")
          }
        }
      }
      if let limit = plan.settings.timeout, !job.mayWaitForThreads(within: limit, now: now),
        let overdue = job.overdue(after: limit, now: now)
      {
        end(job, overdue, "timed out after \(limit.words)")
      }
      if let limit = plan.settings.idleTimeout {
        if let stuck = job.stuck(after: limit, now: now) {
          end(job, stuck, "neither finished nor printed anything for \(limit.words)")
        }
      }
    }
  }

  /// Captures the stacks of a process that hangs, and ends it.
  private func end(_ job: RunningJob, _ overdue: [String: Duration], _ what: String) {
    guard job.claimStop(because: .testTimeout(overdue)) else { return }
    let inspector = inspector(context.launcher)
    startThread {
      job.note(inspector.hang(of: job.control.pid, what))
      job.control.stop()
    }
  }

  private func inspector(_ launcher: ProcessLauncher) -> HangInspector {
    HangInspector(
      launcher: launcher, environment: context.environment, root: context.repositoryRoot,
      writesProfile: context.profileDirectory != nil)
  }

  /// The minimum running time of a test that may be the reason for cancelling the run.
  private static var longest: Duration { .seconds(1) }

  /// Captures the stacks of a test that hangs before a cancellation ends it.
  func lookBeforeCancel(_ job: RunningJob) {
    guard let launcher = context.cleanupLauncher else { return }
    let inspector = inspector(launcher)
    job.control.beforeCancel { [weak job] pid in
      let now = SuspendingClock.now
      guard let job, let stuck = job.overdue(after: Self.longest, now: now), !stuck.isEmpty else {
        return
      }
      job.note(inspector.hang(of: pid, "still running when the run was cancelled"))
    }
  }
}
