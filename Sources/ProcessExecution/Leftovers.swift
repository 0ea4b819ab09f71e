#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processes that one command started and that outlive it, in any session.
struct Leftovers {
  let leader: pid_t
  /// The environment variables that distinguish the processes of the command from those of
  /// concurrent commands; a `nil` value means not set. Empty when the invocation inherits the
  /// environment or is not from a step.
  let marks: [String: String?]
  let running: RunningCommands
  let adoptsOrphans: Bool

  init(of leader: pid_t, _ invocation: Invocation, running: RunningCommands, adoptsOrphans: Bool) {
    self.leader = leader
    self.running = running
    self.adoptsOrphans = adoptsOrphans
    var marks: [String: String?] = [:]
    if let environment = invocation.environment, environment["DEVTOOL"] != nil {
      marks["DEVTOOL_STEP"] = .some(environment["DEVTOOL_STEP"])
      if let worker = environment["DEVTOOL_WORKER"] { marks["DEVTOOL_WORKER"] = worker }
    }
    self.marks = marks
  }

  /// The processes that belong to the command, including its leader while it runs.
  func find() -> [ProcessTable.Entry] {
    let before = running.others(than: leader)
    let table = running.table()
    // A command that started meanwhile may be in the table; one that ended is no leftover either.
    let others = before.union(running.others(than: leader))
    let all = table.leftovers(
      ofSession: leader, orphansOf: adoptsOrphans ? getpid() : nil, sparing: others)
    #if canImport(Glibc)
      // A process that left its session may belong to another step that is running.
      guard !others.isEmpty, !marks.isEmpty else { return all }
      return all.filter { $0.session == leader || $0.isZombie || hasMarks($0.pid) }
    #else
      return all
    #endif
  }

  #if canImport(Glibc)
    private func hasMarks(_ pid: pid_t) -> Bool {
      guard let variables = EnvironmentOfProcess(pid) else { return false }
      return marks.allSatisfy { name, value in variables[name].map(String.init) == value }
    }
  #endif

  static func send(_ signal: Int32, to entries: [ProcessTable.Entry]) {
    for entry in entries where !entry.isZombie { kill(entry.pid, signal) }
  }

  /// Reaps the zombies that are children of this process.
  static func reap(_ entries: [ProcessTable.Entry]) {
    for entry in entries where entry.isZombie && entry.parent == getpid() {
      var status: Int32 = 0
      waitpid(entry.pid, &status, WNOHANG)
    }
  }

  /// Whether leftovers, running or dead, are possible now that the leader has exited. The check is
  /// cheap, so that the usual command, which leaves none, does not cost a scan of the process
  /// table.
  var mayExist: Bool {
    guard adoptsOrphans, let children = OwnChildren.shared.pids() else { return true }
    let leaders = running.others(than: leader)
    return children.contains { $0 != leader && !leaders.contains($0) }
  }
}
