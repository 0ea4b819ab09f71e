// `sigset_t` reaches Swift through the first C module that declares it, which may be this one.
import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SIGINT, SIGTERM and SIGHUP into cancellation requests for the life of the process, and
/// extends SIGTSTP to all running commands.
package enum SignalMonitor {
  /// Starts the monitor. Call it once, on the main thread; other threads must come from
  /// `startThread`.
  ///
  /// A signal that was ignored when devtool started (`nohup`) stays ignored. SIGPIPE is ignored, so
  /// that a closed pipe is a write error instead of the end of the run; so is SIGXFSZ, for a file
  /// that reached its size limit. The first signal requests an orderly end, the second an immediate
  /// one. The third ends the process as it is; so does the end of `patience` after the second, even
  /// if the other threads are blocked.
  /// - Parameters:
  ///   - running: The commands to stop and continue together with this process.
  ///   - end: Ends the process as it is.
  package static func start(
    cancelling cancellation: Cancellation, running: RunningCommands? = nil,
    end: @escaping @Sendable (_ signal: Int32) -> Never
  ) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] + (running == nil ? [] : [SIGTSTP, SIGCONT])
    where !isIgnored(number) {
      sigaddset(&watched, number)
    }
    pthread_sigmask(SIG_BLOCK, &watched, nil)
    startThread { [watched] in
      var watched = watched
      while true {
        var number: Int32 = 0
        guard sigwait(&watched, &number) == 0 else { continue }
        if number == SIGTSTP { running?.suspend() }
        // `suspend` has already continued all commands.
        if number == SIGTSTP || number == SIGCONT { continue }
        if cancellation.isImmediate {
          running?.killAll()
          end(number)
        }
        cancellation.request(signal: number)
        if cancellation.isImmediate { endSoon(number, running, end) }
      }
    }
  }

  /// Waits until a signal that has arrived is a request in `cancellation`. Ctrl-C also ends the
  /// program that writes a log, and the end of its output may be noticed first.
  package static func waitForPendingEnd(_ cancellation: Cancellation) {
    for _ in 0..<100 {
      var pending = sigset_t()
      guard !cancellation.isRequested, sigpending(&pending) == 0,
        [SIGINT, SIGTERM, SIGHUP].contains(where: { sigismember(&pending, $0) == 1 })
      else { return }
      usleep(1_000)
    }
  }

  /// Seconds from the second signal to the end of the process: enough to kill what runs and to
  /// write the record.
  private static let patience: UInt32 = 3

  private static func endSoon(
    _ number: Int32, _ running: RunningCommands?,
    _ end: @escaping @Sendable (_ signal: Int32) -> Never
  ) {
    startThread {
      sleep(patience)
      running?.killAll()
      end(number)
    }
  }

  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #else
      let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #endif
    return handler == 1  // SIG_IGN on every supported platform
  }
}
