import CIModel
import LogParsing
import ProcessExecution

/// One start of the test product, from its first byte to how it ended.
struct TestProcess {
  /// What one process did.
  struct Ending {
    /// What its console output says.
    var facts: LogFacts
    var termination: Termination
    /// What the launcher has to say of it: each a sentence.
    var notices: [String]
  }

  static func run(
    _ product: TestProduct, arguments: [String], profileName: String,
    _ context: TestExecutionContext
  ) throws(TestExecutionError) -> Ending {
    var reader = LogReader(
      options: LogReader.Options(
        root: context.repositoryRoot, customWarnings: context.customWarnings))
    var notices: [String] = []
    let invocation = Invocation(
      product.path, arguments, directory: context.directory,
      environment: context.testEnvironment(profileName: profileName),
      timeout: context.remainingTime)
    do throws(LaunchError) {
      let termination = try context.launcher.run(invocation) { stream, bytes in
        if stream == .notice {
          notices.append(String(decoding: bytes, as: UTF8.self))
          return
        }
        context.onOutput(bytes)
        reader.read(bytes) { event, _ in context.onEvent(event) }
      }
      return Ending(facts: reader.finish(), termination: termination, notices: notices)
    } catch {
      throw .launch(error)
    }
  }
}

extension TestProcess.Ending {
  /// The death of the process as its output describes it, charged to `test`; `nil` when no test
  /// was running.
  func crash(of test: String?) -> Crash {
    var crash =
      facts.crashes.last
      ?? Crash(
        reason: test == nil
          ? "the test process was killed"
          : "the test process ended (\(termination.words)) during the test")
    crash.test = test
    crash.signal = crash.signal ?? termination.signalName
    return crash
  }
}

extension Termination {
  /// The outcome of a test that was running when its process ended like this.
  var outcomeOfRunningTest: TestOutcome {
    switch self {
    case .exited, .signaled: .crashed
    case .timedOut: .timedOut
    case .cancelled: .unfinished
    }
  }

  /// `SIGKILL`; `nil` when no signal ended the process.
  package var signalName: String? {
    guard case .signaled(let number) = self else { return nil }
    // signal(7), the numbers that Linux and Darwin share, then Linux's own.
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
