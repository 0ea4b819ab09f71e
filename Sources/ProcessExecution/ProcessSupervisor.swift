import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Supervises one child process until it ends.
struct ProcessSupervisor {
  private let child: ChildProcess
  private var output: ChildOutput
  private let control: ProcessControl?
  private let cancellation: Cancellation
  private let grace: Grace
  private let running: RunningCommands
  private let leftovers: Leftovers
  private let detachment: Detachment?
  private let deadline: SuspendingClock.Instant?
  private let idleLimit: Duration?
  private var lastOutput: SuspendingClock.Instant
  private let exitDescriptor: Int32
  private let gatheringTime: Duration?
  /// The running `beforeCancel` inspection of the process, and its deadline.
  private var look: (done: Mailbox<Void>, until: SuspendingClock.Instant)?
  /// Until this time, output stays in the pipe.
  private var gathersUntil: SuspendingClock.Instant?
  /// Intercepts the command's network calls; `nil` when they are not watched.
  private var gate: NetworkGate?

  init(
    child: ChildProcess, of invocation: Invocation, cancellation: Cancellation, grace: Grace,
    running: RunningCommands, adoptsOrphans: Bool
  ) {
    self.child = child
    output = ChildOutput(child.outputs)
    control = invocation.control
    control?.started(child.pid)
    self.cancellation = cancellation
    self.grace = grace
    self.running = running
    leftovers = Leftovers(
      of: child.pid, invocation, running: running, adoptsOrphans: adoptsOrphans)
    detachment = invocation.detachment
    let now = running.now
    deadline = invocation.timeout.map { now + $0 }
    idleLimit = invocation.idleTimeout
    gatheringTime = invocation.gathersOutput
    lastOutput = now
    exitDescriptor = platform_pidfd_open(child.pid)
    if let watch = invocation.network, let listener = child.listener {
      gate = NetworkGate(listener: listener, watch: watch, leader: child.pid)
    }
  }

  mutating func runToEnd(_ onOutput: ProcessLauncher.OutputHandler) -> Termination {
    defer {
      output.close()
      gate?.finish()
      if exitDescriptor >= 0 { close(exitDescriptor) }
      running.remove(child.pid)
    }
    var stop: Stop?
    while !hasExited {
      if stop == nil {
        if cancellation.isRequested {
          guard isSeenBeforeCancel() else {
            wait(atMost: .milliseconds(20), onOutput)
            continue
          }
          stop = Stop(because: .cancelled, grace: grace)
          kill(-child.pid, SIGINT)
        } else if control?.isStopRequested == true
          || endOfTime.map({ running.now >= $0 }) == true
        {
          stop = Stop(because: .timedOut, grace: grace)
          kill(-child.pid, SIGINT)
        }
      }
      if var current = stop {
        current.escalate(isImmediate: cancellation.isImmediate) { signal in
          Leftovers.send(signal, to: leftovers.find())
        }
        stop = current
      }
      if child.isInForeground { followTerminal() }
      wait(atMost: waitingTime(stop), onOutput)
    }
    if child.isInForeground { ForegroundGroup.takeBack() }
    output.drain(onOutput)
    if stop == nil, let detachment, leftovers.mayExist {
      detach(detachment)
    } else {
      endLeftovers(isStopping: stop != nil, onOutput)
    }
    output.drain(onOutput)
    control?.ended()
    let ended = reap()
    return stop?.reason ?? ended
  }

  // MARK: Ending early

  /// Maximum duration of the inspection of a process before it is cancelled.
  private static let longestLook = Duration.seconds(8)

  /// Whether the inspection before a cancellation has ended, or there is none.
  private mutating func isSeenBeforeCancel() -> Bool {
    if let look = control?.takeBeforeCancel() {
      let done = Mailbox<Void>()
      let pid = child.pid
      self.look = (done, running.now + Self.longestLook)
      startThread {
        look(pid)
        done.send(())
      }
    }
    guard let (done, end) = look else { return true }
    if cancellation.isImmediate || running.now >= end || !done.receive(within: .zero).isEmpty {
      look = nil
      return true
    }
    return false
  }

  /// An ending in progress: SIGINT has been sent, SIGTERM and SIGKILL follow.
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

  /// Waits for background processes of the command, then ends them, and reaps them all.
  private mutating func endLeftovers(
    isStopping: Bool, _ onOutput: ProcessLauncher.OutputHandler
  ) {
    guard leftovers.mayExist else { return }
    let start = SuspendingClock.now
    let terminateAt = start + (isStopping ? .zero : grace.linger)
    let killAt = terminateAt + (isStopping ? .milliseconds(500) : .seconds(1))
    var hasTerminated = false
    var readingsWithoutLiving = 0
    while true {
      let all = leftovers.find().filter { $0.pid != child.pid }
      Leftovers.reap(all)
      let living = all.filter { !$0.isZombie }
      readingsWithoutLiving = living.isEmpty ? readingsWithoutLiving + 1 : 0
      if readingsWithoutLiving == ProcessTable.certainReadings { return }
      if living.isEmpty { continue }
      let now = SuspendingClock.now
      if now >= killAt || cancellation.isImmediate {
        Leftovers.send(SIGKILL, to: living)
      } else if now >= terminateAt, !hasTerminated {
        hasTerminated = true
        if !isStopping { report(living, onOutput) }
        Leftovers.send(SIGTERM, to: living)
      }
      wait(atMost: .milliseconds(10), onOutput)
    }
  }

  /// Lets background processes of the command continue, and keeps reading their output.
  private mutating func detach(_ detachment: Detachment) {
    let all = leftovers.find().filter { $0.pid != child.pid }
    Leftovers.reap(all)
    guard all.contains(where: { !$0.isZombie }) else { return }
    running.detach(child.pid)
    output.hand(to: detachment.onOutput)
  }

  /// Reports which background processes are being ended.
  private func report(
    _ living: [ProcessTable.Entry], _ onOutput: ProcessLauncher.OutputHandler
  ) {
    let names = living.map { "\($0.name) (pid \($0.pid))" }.joined(separator: ", ")
    var text = "The command ended and left processes running, which were ended: \(names)."
    text.withUTF8 { onOutput(.notice, UnsafeRawBufferPointer($0)) }
  }

  // MARK: Waiting and reading

  /// Whether the leader has exited; it stays unreaped so that its id is not reused.
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

  /// When Ctrl-Z has stopped a command in the foreground, stops devtool as well; both continue
  /// together.
  private func followTerminal() {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(child.pid), &info, WSTOPPED | WNOHANG) == 0 else { return }
    #if canImport(Glibc)
      guard info.si_signo == SIGCHLD else { return }
    #else
      guard info.si_pid == child.pid else { return }
    #endif
    ForegroundGroup.takeBack()
    running.suspend()
    ForegroundGroup.give(to: child.pid)
    kill(-child.pid, SIGCONT)
  }

  private func reap() -> Termination {
    var status: Int32 = 0
    while waitpid(child.pid, &status, 0) < 0 {
      if errno != EINTR { return .exited(255) }
    }
    let signal = status & 0x7f
    return signal == 0
      ? .exited((status >> 8) & 0xff) : .signaled(signal, dumpedCore: status & 0x80 != 0)
  }

  private func waitingTime(_ stop: Stop?) -> Duration {
    if stop != nil { return .milliseconds(20) }
    // Without a descriptor for the exit, it has to be polled.
    var longest: Duration = exitDescriptor >= 0 ? .seconds(60) : .milliseconds(20)
    // No descriptor reports that a command was stopped.
    if child.isInForeground { longest = min(longest, .milliseconds(100)) }
    guard let end = endOfTime else { return longest }
    return min(longest, max(.zero, end - running.now))
  }

  /// When the command reaches its timeout or its idle timeout, whichever is earlier.
  private var endOfTime: SuspendingClock.Instant? {
    let silentUntil = idleLimit.map { lastOutput + $0 }
    guard let deadline else { return silentUntil }
    return silentUntil.map { min($0, deadline) } ?? deadline
  }

  /// Sleeps until there is output, the leader exits, the run is cancelled or the time is up; reads
  /// the available output.
  private mutating func wait(atMost limit: Duration, _ onOutput: ProcessLauncher.OutputHandler) {
    let gathering = gathersUntil.map { max(.zero, $0 - SuspendingClock.now) } ?? .zero
    let pipes = gathering > .zero ? [] : output.pipes
    var descriptors = pipes.map { poller($0.descriptor) }
    if exitDescriptor >= 0, limit > .milliseconds(20) { descriptors.append(poller(exitDescriptor)) }
    if cancellation.descriptor >= 0, !cancellation.isRequested {
      descriptors.append(poller(cancellation.descriptor))
    }
    if let gate { descriptors.append(poller(gate.descriptor)) }
    if let control, control.descriptor >= 0, !control.isStopRequested {
      descriptors.append(poller(control.descriptor))
    }
    let longest = gathering > .zero ? min(limit, gathering) : limit
    guard poll(&descriptors, nfds_t(descriptors.count), longest.wholeMilliseconds) > 0 else {
      return
    }
    func isReady(_ descriptor: Int32) -> Bool {
      descriptors.contains { $0.fd == descriptor && $0.revents != 0 }
    }
    var size = 0
    for pipe in pipes where isReady(pipe.descriptor) {
      size += output.read(pipe.descriptor, pipe.stream, onOutput)
    }
    if size > 0 {
      if idleLimit != nil { lastOutput = running.now }
      // A command that prints much must not wait for room in the pipe.
      gathersUntil =
        size < ProcessSupervisor.smallPiece
        ? gatheringTime.map { SuspendingClock.now + $0 } : nil
    }
    if let gate, isReady(gate.descriptor) {
      // Output printed before the call is read first, so that the running test is known.
      if output.drain(onOutput), idleLimit != nil { lastOutput = running.now }
      if self.gate?.serve() == false { endGate() }
    }
  }

  /// In bytes; the capacity of a pipe is sixteen times as large.
  private static let smallPiece = 4_096

  private func poller(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  /// Closes the gate, when no watched process is left.
  private mutating func endGate() {
    gate?.finish()
    gate = nil
  }
}
