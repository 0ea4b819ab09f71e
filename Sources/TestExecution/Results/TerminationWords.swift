import CIModel
package import ProcessExecution

extension Termination {
  /// The outcome of a test that was running when its process ended like this.
  var outcomeOfRunningTest: TestOutcome {
    switch self {
    case .exited, .signaled: .crashed
    case .timedOut: .timedOut
    case .cancelled: .unfinished
    }
  }

  /// `exit status 3`, `killed by SIGKILL`.
  package var words: String {
    switch self {
    case .exited(let code): "exit status \(code)"
    case .signaled(_, let dumpedCore):
      "killed by \(signalName ?? "a signal")" + (dumpedCore ? " (core dumped)" : "")
    case .timedOut: "timed out"
    case .cancelled: "cancelled"
    }
  }

  /// The predicate of "the process": `exited with status 3`, `was killed by SIGKILL`.
  package var predicate: String {
    switch self {
    case .exited(let code): "exited with status \(code)"
    case .signaled: "was \(words)"
    case .timedOut: "timed out"
    case .cancelled: "was cancelled"
    }
  }

  /// Whether the process crashed by itself, rather than being ended by another process or a limit.
  package var isCrash: Bool {
    ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGSYS"].contains(signalName)
  }

  /// The name of the signal, such as `SIGKILL`; `nil` when no signal ended the process.
  package var signalName: String? {
    guard case .signaled(let number, _) = self else { return nil }
    // From signal(7): the numbers that Linux and Darwin share, then Linux's own.
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
      9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU",
      25: "SIGXFSZ",
    ]
    #if os(Linux)
      if number == 7 { return "SIGBUS" }
      if number == 31 { return "SIGSYS" }
    #else
      if number == 10 { return "SIGBUS" }
      if number == 12 { return "SIGSYS" }
    #endif
    return names[number] ?? "signal \(number)"
  }
}
