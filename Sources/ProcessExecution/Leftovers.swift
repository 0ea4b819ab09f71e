#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processes that one command started and that outlive it, wherever they went.
struct Leftovers {
  let leader: pid_t
  /// The variables in the environment of the command that tell its processes from those of
  /// commands that run at the same time; empty when it has none.
  let marks: [String]
  let running: RunningCommands
  let adoptsOrphans: Bool

  init(of leader: pid_t, _ invocation: Invocation, running: RunningCommands, adoptsOrphans: Bool) {
    self.leader = leader
    self.running = running
    self.adoptsOrphans = adoptsOrphans
    marks = ["DEVTOOL_STEP", "DEVTOOL_WORKER"].compactMap { name in
      invocation.environment?[name].map { "\(name)=\($0)" }
    }
  }

  /// Processes that belong to the command, its leader among them while it runs.
  func find() -> [ProcessTable.Entry] {
    let others = running.others(than: leader)
    let all = ProcessTable.current().leftovers(
      ofSession: leader, orphansOf: adoptsOrphans ? getpid() : nil, sparing: others)
    #if canImport(Glibc)
      // A process that left its session may be the work of a step that still runs.
      guard !others.isEmpty, !marks.isEmpty else { return all }
      return all.filter { $0.session == leader || $0.isZombie || hasMarks($0.pid) }
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

  static func send(_ signal: Int32, to entries: [ProcessTable.Entry]) {
    for entry in entries where !entry.isZombie { kill(entry.pid, signal) }
  }

  /// Reaps those of the dead that came to us.
  static func reap(_ entries: [ProcessTable.Entry]) {
    for entry in entries where entry.isZombie && entry.parent == getpid() {
      var status: Int32 = 0
      waitpid(entry.pid, &status, WNOHANG)
    }
  }

  /// Whether there can be any, running or dead, now that the leader has exited; cheap, so that the
  /// usual command that leaves nothing behind costs no look at the process table.
  ///
  /// A process whose parent dies becomes a child of the first thread of its subreaper (`find_new_reaper`
  /// in Linux' kernel/exit.c), which is our main thread: it lives as long as we do.
  var mayExist: Bool {
    #if canImport(Glibc)
      guard adoptsOrphans else { return true }
      let process = getpid()
      let path = "/proc/self/task/\(process)/children"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      // Absent when the kernel was built without it: then only the table tells.
      guard descriptor >= 0 else { return true }
      defer { close(descriptor) }
      return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count >= 0, count < buffer.count else { return true }
        let leaders = running.others(than: leader)
        var pid: pid_t = 0
        for byte in buffer[..<count] {
          if byte != UInt8(ascii: " ") {
            pid = pid &* 10 &+ pid_t(byte & 0x0F)
          } else {
            if pid != leader, !leaders.contains(pid) { return true }
            pid = 0
          }
        }
        return false
      }
    #else
      return true
    #endif
  }
}
