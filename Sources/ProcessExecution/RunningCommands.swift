// `sigset_t` reaches Swift through the first C module that declares it, which may be this one.
import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// All running commands, so that the leftovers of one are not confused with the processes of
/// another, and all of them can be stopped and ended together.
package final class RunningCommands: Sendable {
  private struct State {
    var leaders: Set<pid_t> = []
    /// Leaders of sessions that may outlive their steps.
    var detached: Set<pid_t> = []
    /// Total time that all commands were suspended.
    var suspended = Duration.zero
  }

  private let state = Mutex(State())
  /// Reads the process table.
  let table: @Sendable () -> ProcessTable

  package convenience init() { self.init { ProcessTable.current() } }

  init(table: @escaping @Sendable () -> ProcessTable) { self.table = table }

  /// Starts and registers a command under one lock, so that no other command's cleanup runs in
  /// between.
  func spawn(_ invocation: Invocation) throws(LaunchError) -> ChildProcess {
    let result: Result<ChildProcess, LaunchError> = state.withLock { state in
      do throws(LaunchError) {
        let child = try ChildProcess.spawn(invocation)
        state.leaders.insert(child.pid)
        // Its process id was reused, so the old session is gone.
        state.detached.remove(child.pid)
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func remove(_ pid: pid_t) { _ = state.withLock { $0.leaders.remove(pid) } }

  /// Lets background processes of the command continue until `endDetached`.
  func detach(_ pid: pid_t) { _ = state.withLock { $0.detached.insert(pid) } }

  func others(than pid: pid_t) -> Set<pid_t> {
    state.withLock { $0.leaders.union($0.detached).subtracting([pid]) }
  }

  /// Whether no other command is running and none is detached.
  func isAlone(_ pid: pid_t) -> Bool {
    state.withLock { $0.detached.isEmpty && $0.leaders == [pid] }
  }

  /// A clock that does not advance while `suspend` has stopped everything, so that this time does
  /// not count for timeouts.
  var now: SuspendingClock.Instant {
    let suspended = state.withLock { $0.suspended }
    return SuspendingClock.now - suspended
  }

  // MARK: All together

  /// Does for all commands what Ctrl-Z does for one process: stops them with all their descendants,
  /// then this process; when it continues (SIGCONT), so do they.
  ///
  /// They get SIGSTOP, since the kernel ignores a terminal's stop signal for an orphaned process
  /// group (setpgid(2)).
  package func suspend() {
    let start = SuspendingClock.now
    let stopped = signalAll(SIGSTOP)
    // Sent to this thread, so that it stops here; sent to the process, another thread would get it
    // first. If SIGCONT has come meanwhile, it will not come again, so the process must not stop.
    if !isContinued { raise(SIGSTOP) }
    for pid in stopped { kill(pid, SIGCONT) }
    let end = SuspendingClock.now
    state.withLock { $0.suspended += end - start }
  }

  /// Whether SIGCONT, which `SignalMonitor` blocks, is pending.
  private var isContinued: Bool {
    var pending = sigset_t()
    sigemptyset(&pending)
    return sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1
  }

  /// Kills all processes at once, without waiting for their end.
  package func killAll() { _ = signalAll(SIGKILL) }

  /// Sends the signal to every process of all commands, and repeats this for processes that were
  /// started meanwhile.
  ///
  /// - Returns: The ids of the processes that were signalled.
  private func signalAll(_ signal: Int32) -> Set<pid_t> {
    var reached: Set<pid_t> = []
    var readingsWithoutNew = 0
    for _ in 0..<20 where readingsWithoutNew < ProcessTable.certainReadings {
      let born = everything().filter { !reached.contains($0.pid) }
      readingsWithoutNew = born.isEmpty ? readingsWithoutNew + 1 : 0
      for entry in born {
        kill(entry.pid, signal)
        reached.insert(entry.pid)
      }
    }
    return reached
  }

  /// Ends and reaps the detached processes, when they are no longer needed.
  ///
  /// - Parameter adoptsOrphans: Also ends processes that left their session and became children of
  ///   devtool.
  func endDetached(_ grace: Grace, adoptsOrphans: Bool) {
    let sessions = state.withLock { $0.detached }
    if sessions.isEmpty { return }
    let start = SuspendingClock.now
    var hasTerminated = false
    var readingsWithoutLiving = 0
    while true {
      let table = table()
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
      readingsWithoutLiving = living.isEmpty ? readingsWithoutLiving + 1 : 0
      if readingsWithoutLiving == ProcessTable.certainReadings { break }
      if living.isEmpty { continue }
      let isLast = SuspendingClock.now - start > grace.terminate
      if isLast || !hasTerminated {
        for entry in living { kill(entry.pid, isLast ? SIGKILL : SIGTERM) }
        hasTerminated = true
      }
      usleep(10_000)
    }
    state.withLock { $0.detached.subtract(sessions) }
  }

  /// The processes of all commands, in any session, and those of detached sessions.
  private func everything() -> [ProcessTable.Entry] {
    let sessions = state.withLock { $0.leaders.union($0.detached) }
    let table = table()
    // No process has the session -1.
    var found = Set(table.leftovers(ofSession: -1, orphansOf: getpid(), sparing: []))
    for session in sessions {
      found.formUnion(table.leftovers(ofSession: session, orphansOf: nil, sparing: []))
    }
    return found.filter { !$0.isZombie }.sorted { $0.pid < $1.pid }
  }
}
