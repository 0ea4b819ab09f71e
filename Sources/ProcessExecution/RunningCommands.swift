// `sigset_t` reaches Swift through the first C module that declares it, which may be this one.
import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// All commands that run at the moment, so that the leftovers of one are not mistaken for another
/// one's work, and all of them can be stopped and ended together.
package final class RunningCommands: Sendable {
  private struct State {
    var leaders: Set<pid_t> = []
    /// Leaders of sessions that may outlive their steps; they are never reaped twice.
    var detached: Set<pid_t> = []
    /// How long everything stood still altogether.
    var suspended = Duration.zero
  }

  private let state = Mutex(State())

  package init() {}

  /// Starting and noting it is one step, so that no other command's clean-up comes in between.
  func spawn(_ invocation: Invocation) throws(LaunchError) -> ChildProcess {
    let result: Result<ChildProcess, LaunchError> = state.withLock { state in
      do throws(LaunchError) {
        let child = try ChildProcess.spawn(invocation)
        state.leaders.insert(child.pid)
        // Its number was given again, so nothing of the old session is left.
        state.detached.remove(child.pid)
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func remove(_ pid: pid_t) { _ = state.withLock { $0.leaders.remove(pid) } }

  /// Lets what the command left behind live on until `endDetached`.
  func detach(_ pid: pid_t) { _ = state.withLock { $0.detached.insert(pid) } }

  /// Whether processes were left on purpose that may live still.
  var hasDetached: Bool { state.withLock { !$0.detached.isEmpty } }

  func others(than pid: pid_t) -> Set<pid_t> {
    state.withLock { $0.leaders.union($0.detached).subtracting([pid]) }
  }

  /// Whether the command is the only one, and none before it was detached.
  func isAlone(_ pid: pid_t) -> Bool {
    state.withLock { $0.detached.isEmpty && $0.leaders == [pid] }
  }

  /// A clock that stands still while `suspend` has stopped everything: what a command may not use
  /// does not count as its time.
  var now: SuspendingClock.Instant {
    let suspended = state.withLock { $0.suspended }
    return SuspendingClock.now - suspended
  }

  // MARK: All together

  /// What Ctrl-Z does to one process: stops all commands with everything they started, then this
  /// process; when that one goes on (SIGCONT), so do they.
  ///
  /// They get SIGSTOP, since a terminal's stop signal is nothing to a process group that no other one
  /// of its session looks after (setpgid(2)).
  package func suspend() {
    let start = SuspendingClock.now
    let stopped = signalAll(SIGSTOP)
    // To this thread, which then goes no further; to the process it would be another one's first. Who
    // asked to go on meanwhile would not do so again.
    if !isContinued { raise(SIGSTOP) }
    for pid in stopped { kill(pid, SIGCONT) }
    let end = SuspendingClock.now
    state.withLock { $0.suspended += end - start }
  }

  /// Whether SIGCONT, which `SignalMonitor` blocks, has come and not been taken yet.
  private var isContinued: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    return sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1
  }

  /// Ends everything at once, without waiting for it.
  package func killAll() { _ = signalAll(SIGKILL) }

  /// Sends the signal to every process of all commands, and again to those that were born meanwhile.
  ///
  /// - Returns: The processes that got it.
  private func signalAll(_ signal: Int32) -> Set<pid_t> {
    var reached: Set<pid_t> = []
    for _ in 0..<20 {
      let born = everything().filter { !reached.contains($0.pid) }
      if born.isEmpty { break }
      for entry in born {
        kill(entry.pid, signal)
        reached.insert(entry.pid)
      }
    }
    return reached
  }

  /// Ends what was left on purpose, when it is not needed any more, and reaps it.
  ///
  /// - Parameter adoptsOrphans: Also what left its session and came back to us.
  func endDetached(_ grace: Grace, adoptsOrphans: Bool) {
    let sessions = state.withLock { $0.detached }
    if sessions.isEmpty { return }
    let start = SuspendingClock.now
    var hasTerminated = false
    while true {
      let table = ProcessTable.current()
      let leaders = state.withLock { $0.leaders }
      var all: Set<ProcessTable.Entry> = []
      for (index, session) in sessions.enumerated() {
        let ancestor = adoptsOrphans && index == 0 ? getpid() : nil
        all.formUnion(
          table.leftovers(ofSession: session, orphansOf: ancestor, sparing: leaders))
      }
      for entry in all where entry.isZombie && entry.parent == getpid() {
        var status: Int32 = 0
        waitpid(entry.pid, &status, WNOHANG)
      }
      let living = all.filter { !$0.isZombie }
      if living.isEmpty { break }
      let isLast = SuspendingClock.now - start > grace.terminate
      if isLast || !hasTerminated {
        for entry in living { kill(entry.pid, isLast ? SIGKILL : SIGTERM) }
        hasTerminated = true
      }
      usleep(10_000)
    }
    state.withLock { $0.detached.subtract(sessions) }
  }

  /// The processes of all commands, wherever they went, and of sessions that were detached.
  private func everything() -> [ProcessTable.Entry] {
    let sessions = state.withLock { $0.leaders.union($0.detached) }
    let table = ProcessTable.current()
    // No process has the session -1.
    var found = Set(table.leftovers(ofSession: -1, orphansOf: getpid(), sparing: []))
    for session in sessions {
      found.formUnion(table.leftovers(ofSession: session, orphansOf: nil, sparing: []))
    }
    return found.filter { !$0.isZombie }.sorted { $0.pid < $1.pid }
  }
}
