import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long children get to end by themselves before they are asked harder.
package struct Grace: Hashable, Sendable {
  /// From SIGINT to SIGTERM.
  package var interrupt: Duration
  /// From SIGTERM to SIGKILL.
  package var terminate: Duration
  /// From the end of a step's command to the end of the background processes it left.
  package var linger: Duration

  package init(
    interrupt: Duration = .seconds(5), terminate: Duration = .seconds(5),
    linger: Duration = .seconds(2)
  ) {
    self.interrupt = interrupt
    self.terminate = terminate
    self.linger = linger
  }
}

extension ProcessLauncher {
  /// Starts real processes, each in a session of its own.
  ///
  /// A command ends when its own process exits, not when its output closes: background processes
  /// that outlive it get `grace.linger` and are then ended. Cancellation and time-out send SIGINT
  /// to the command's process group, then SIGTERM and SIGKILL to every process of its session and
  /// every descendant, until none is left.
  /// - Parameter adoptsOrphans: Also end processes that left the command's session, which on Linux
  ///   come back to us when their parents are gone. Only for a program whose children are all
  ///   started by this launcher.
  package static func live(
    cancellation: Cancellation = Cancellation(), grace: Grace = Grace(), adoptsOrphans: Bool = false
  ) -> ProcessLauncher {
    live(
      cancellation: cancellation, grace: grace, adoptsOrphans: adoptsOrphans,
      active: ActiveLeaders())
  }

  /// Two launchers whose commands may run at the same time: one for the work, and one for what
  /// cleans up when that is cancelled, which heeds the second request only.
  package static func liveWithCleanup(
    cancellation: Cancellation, grace: Grace
  ) -> (work: ProcessLauncher, cleanup: ProcessLauncher) {
    let active = ActiveLeaders()
    func launcher(_ cancellation: Cancellation) -> ProcessLauncher {
      live(cancellation: cancellation, grace: grace, adoptsOrphans: true, active: active)
    }
    return (launcher(cancellation), launcher(cancellation.makeInsistent()))
  }

  private static func live(
    cancellation: Cancellation, grace: Grace, adoptsOrphans: Bool, active: ActiveLeaders
  ) -> ProcessLauncher {
    if adoptsOrphans { _ = platform_become_subreaper() }
    return ProcessLauncher { invocation, onOutput throws(LaunchError) in
      let child = try active.spawn(invocation)
      var supervisor = ProcessSupervisor(
        child: child, of: invocation, cancellation: cancellation,
        grace: invocation.control?.grace ?? grace, active: active, adoptsOrphans: adoptsOrphans)
      return supervisor.runToEnd(onOutput)
    }
  }
}

/// The process ids of all commands that run at the moment, so that the leftovers of one are not
/// mistaken for another one's work.
final class ActiveLeaders: Sendable {
  private let pids = Mutex<Set<pid_t>>([])

  /// Starting and noting it is one step, so that no other command's clean-up comes in between.
  func spawn(_ invocation: Invocation) throws(LaunchError) -> ChildProcess {
    let result: Result<ChildProcess, LaunchError> = pids.withLock { pids in
      do throws(LaunchError) {
        let child = try ChildProcess.spawn(invocation)
        pids.insert(child.pid)
        return .success(child)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func remove(_ pid: pid_t) { _ = pids.withLock { $0.remove(pid) } }

  func others(than pid: pid_t) -> Set<pid_t> { pids.withLock { $0.subtracting([pid]) } }
}

/// Sees one child through to its end.
struct ProcessSupervisor {
  private var child: ChildProcess
  private let control: ProcessControl?
  private let cancellation: Cancellation
  private let grace: Grace
  private let active: ActiveLeaders
  private let adoptsOrphans: Bool
  private let deadline: SuspendingClock.Instant?
  private let idleLimit: Duration?
  private var lastOutput = SuspendingClock.now
  /// The variables in the environment of the command that tell its processes from those of
  /// commands that run at the same time; empty when it has none.
  private let marks: [String]
  private let exitDescriptor: Int32
  /// Sees what the command wants from the network; `nil` when nobody asked.
  private var gate: NetworkGate?
  private let buffer: UnsafeMutableRawBufferPointer

  init(
    child: ChildProcess, of invocation: Invocation, cancellation: Cancellation, grace: Grace,
    active: ActiveLeaders, adoptsOrphans: Bool
  ) {
    self.child = child
    control = invocation.control
    control?.started(child.pid)
    self.cancellation = cancellation
    self.grace = grace
    self.active = active
    self.adoptsOrphans = adoptsOrphans
    deadline = invocation.timeout.map { SuspendingClock.now + $0 }
    idleLimit = invocation.idleTimeout
    marks = ["DEVTOOL_STEP", "DEVTOOL_WORKER"].compactMap { name in
      invocation.environment?[name].map { "\(name)=\($0)" }
    }
    exitDescriptor = platform_pidfd_open(child.pid)
    if let watch = invocation.network, let listener = child.listener {
      gate = NetworkGate(listener: listener, watch: watch, leader: child.pid)
    }
    buffer = .allocate(byteCount: 65_536, alignment: 16)
  }

  mutating func runToEnd(_ onOutput: ProcessLauncher.OutputHandler) -> Termination {
    defer {
      for output in child.outputs { close(output.descriptor) }
      gate?.finish()
      if exitDescriptor >= 0 { close(exitDescriptor) }
      buffer.deallocate()
      active.remove(child.pid)
    }
    var stop: Stop?
    while !hasExited {
      if stop == nil {
        if cancellation.isRequested {
          stop = Stop(because: .cancelled, grace: grace)
          kill(-child.pid, SIGINT)
        } else if control?.isStopRequested == true
          || endOfTime.map({ SuspendingClock.now >= $0 }) == true
        {
          stop = Stop(because: .timedOut, grace: grace)
          kill(-child.pid, SIGINT)
        }
      }
      if var current = stop {
        current.escalate(isImmediate: cancellation.isImmediate) { signal in
          send(signal, to: leftovers())
        }
        stop = current
      }
      wait(atMost: waitingTime(stop), onOutput)
    }
    drain(onOutput)
    endLeftovers(isStopping: stop != nil, onOutput)
    drain(onOutput)
    control?.ended()
    let ended = reap()
    return stop?.reason ?? ended
  }

  // MARK: Ending early

  /// An ending under way: SIGINT has been sent, the rest follows.
  private struct Stop {
    let reason: Termination
    private let terminateAt: SuspendingClock.Instant
    private let killAt: SuspendingClock.Instant
    private var hasTerminated = false

    init(because reason: Termination, grace: Grace) {
      self.reason = reason
      let now = SuspendingClock.now
      terminateAt = now + grace.interrupt
      killAt = terminateAt + grace.terminate
    }

    mutating func escalate(isImmediate: Bool, _ send: (Int32) -> Void) {
      let now = SuspendingClock.now
      if isImmediate || now >= killAt {
        send(SIGKILL)
      } else if now >= terminateAt, !hasTerminated {
        hasTerminated = true
        send(SIGTERM)
      }
    }
  }

  /// Processes that belong to this command, its leader among them while it runs.
  private func leftovers() -> [ProcessTable.Entry] {
    let others = active.others(than: child.pid)
    let all = ProcessTable.current().leftovers(
      ofSession: child.pid, orphansOf: adoptsOrphans ? getpid() : nil, sparing: others)
    #if canImport(Glibc)
      // A process that left its session may be the work of a step that still runs.
      guard !others.isEmpty, !marks.isEmpty else { return all }
      return all.filter { $0.session == child.pid || $0.isZombie || hasMarks($0.pid) }
    #else
      return all
    #endif
  }

  #if canImport(Glibc)
    private func hasMarks(_ pid: pid_t) -> Bool {
      guard let text = readProcFile("/proc/\(pid)/environ", limit: 1 << 20) else { return false }
      let variables = text.utf8.split(separator: 0)
      return marks.allSatisfy { mark in
        variables.contains { $0.elementsEqual(mark.utf8) }
      }
    }
  #endif

  private func send(_ signal: Int32, to entries: [ProcessTable.Entry]) {
    for entry in entries where !entry.isZombie { kill(entry.pid, signal) }
  }

  /// Waits for what the command left running, then ends it, and reaps all of it.
  private mutating func endLeftovers(
    isStopping: Bool, _ onOutput: ProcessLauncher.OutputHandler
  ) {
    if adoptsOrphans, !hasOtherChildren { return }
    let start = SuspendingClock.now
    let terminateAt = start + (isStopping ? .zero : grace.linger)
    let killAt = terminateAt + (isStopping ? .milliseconds(500) : .seconds(1))
    var hasTerminated = false
    while true {
      let all = leftovers().filter { $0.pid != child.pid }
      for entry in all where entry.isZombie && entry.parent == getpid() {
        var status: Int32 = 0
        waitpid(entry.pid, &status, WNOHANG)
      }
      let living = all.filter { !$0.isZombie }
      if living.isEmpty { return }
      let now = SuspendingClock.now
      if now >= killAt || cancellation.isImmediate {
        send(SIGKILL, to: living)
      } else if now >= terminateAt, !hasTerminated {
        hasTerminated = true
        if !isStopping { report(living, onOutput) }
        send(SIGTERM, to: living)
      }
      wait(atMost: .milliseconds(10), onOutput)
    }
  }

  /// Says which background processes are being ended.
  private func report(
    _ living: [ProcessTable.Entry], _ onOutput: ProcessLauncher.OutputHandler
  ) {
    let names = living.map { "\($0.name) (pid \($0.pid))" }.joined(separator: ", ")
    var text = "The command ended and left processes running, which were ended: \(names)."
    text.withUTF8 { onOutput(.notice, UnsafeRawBufferPointer($0)) }
  }

  /// Whether this process has a child beside the leader, running or dead; cheap, so that the usual
  /// command that leaves nothing behind costs no look at the process table.
  private var hasOtherChildren: Bool {
    #if canImport(Glibc)
      guard let directory = opendir("/proc/self/task") else { return true }
      defer { closedir(directory) }
      let leaders = active.others(than: child.pid).union([child.pid])
      while let item = readdir(directory) {
        let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name.hasPrefix(".") { continue }
        // Absent when the kernel was built without it: then only the table tells.
        guard let text = readProcFile("/proc/self/task/\(name)/children") else { return true }
        for word in text.split(separator: " ") {
          guard let pid = pid_t(word) else { continue }
          if !leaders.contains(pid) { return true }
        }
      }
      return false
    #else
      return true
    #endif
  }

  // MARK: Waiting and reading

  /// Whether the leader has exited; it stays unreaped so that its id is not given to another.
  private var hasExited: Bool {
    var info = siginfo_t()
    let status = waitid(P_PID, id_t(child.pid), &info, WEXITED | WNOHANG | WNOWAIT)
    if status != 0 { return errno != EINTR }
    #if canImport(Glibc)
      return info.si_signo == SIGCHLD
    #else
      return info.si_pid == child.pid
    #endif
  }

  private func reap() -> Termination {
    var status: Int32 = 0
    while waitpid(child.pid, &status, 0) < 0 {
      if errno != EINTR { return .exited(255) }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signaled(signal)
  }

  private func waitingTime(_ stop: Stop?) -> Duration {
    if stop != nil { return .milliseconds(20) }
    // Without a descriptor for the exit, look every now and then.
    let longest: Duration = exitDescriptor >= 0 ? .seconds(60) : .milliseconds(20)
    guard let end = endOfTime else { return longest }
    return min(longest, max(.zero, end - SuspendingClock.now))
  }

  /// When the command has had its time, or has been silent for too long.
  private var endOfTime: SuspendingClock.Instant? {
    let silentUntil = idleLimit.map { lastOutput + $0 }
    guard let deadline else { return silentUntil }
    return silentUntil.map { min($0, deadline) } ?? deadline
  }

  /// Sleeps until there is output, the leader exits, the run is cancelled or the time is up; reads
  /// what there is.
  private mutating func wait(atMost limit: Duration, _ onOutput: ProcessLauncher.OutputHandler) {
    var descriptors = child.outputs.map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    if exitDescriptor >= 0, limit > .milliseconds(20) {
      descriptors.append(pollfd(fd: exitDescriptor, events: Int16(POLLIN), revents: 0))
    }
    if cancellation.descriptor >= 0, !cancellation.isRequested {
      descriptors.append(pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0))
    }
    if let gate {
      descriptors.append(pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let (seconds, attoseconds) = limit.components
    let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    if let control, control.descriptor >= 0, !control.isStopRequested {
      descriptors.append(pollfd(fd: control.descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: milliseconds)) > 0 else {
      return
    }
    let ready = Set(descriptors.filter { $0.revents != 0 }.map(\.fd))
    for output in child.outputs where ready.contains(output.descriptor) {
      _ = readOnce(output, onOutput)
    }
    if let gate, ready.contains(gate.descriptor) {
      // What was printed before the call comes first, so that it is known which test runs.
      drain(onOutput)
      if self.gate?.serve() == false { endGate() }
    }
  }

  /// Nothing that it watched is left.
  private mutating func endGate() {
    gate?.finish()
    gate = nil
  }

  /// Reads what is there without waiting; at most 1 MiB, more than a pipe holds, so that a
  /// background process that never stops writing cannot keep us here.
  private mutating func drain(_ onOutput: ProcessLauncher.OutputHandler) {
    for output in child.outputs {
      for _ in 0..<16 where !readOnce(output, onOutput) { break }
    }
  }

  /// Reads one buffer; `false` when there is nothing more at the moment.
  private mutating func readOnce(
    _ output: (stream: OutputStream, descriptor: Int32), _ onOutput: ProcessLauncher.OutputHandler
  ) -> Bool {
    let count = read(output.descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      if idleLimit != nil { lastOutput = SuspendingClock.now }
      onOutput(output.stream, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return true
    }
    if count < 0, errno == EINTR { return true }
    if count == 0 || errno != EAGAIN {
      // End of file or broken: stop polling it.
      close(output.descriptor)
      child.outputs.removeAll { $0.descriptor == output.descriptor }
    }
    return false
  }
}
