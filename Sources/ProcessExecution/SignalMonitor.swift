// `sigset_t` reaches Swift through the first C module that declares it, which may be this one.
import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SIGINT, SIGTERM and SIGHUP into cancellation requests for the life of the process, and
/// extends SIGTSTP to all running commands.
package struct SignalMonitor: Sendable {
  private final class Rounds: Sendable {
    let count = Atomic(0)
  }

  /// The number of signals that the thread has dealt with.
  private let rounds = Rounds()

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
  @discardableResult
  package static func start(
    cancelling cancellation: Cancellation, running: RunningCommands? = nil,
    end: @escaping @Sendable (_ signal: Int32) -> Never
  ) -> SignalMonitor {
    let monitor = SignalMonitor()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGCONT] + (running == nil ? [] : [SIGTSTP])
    where !isIgnored(number) {
      sigaddset(&watched, number)
    }
    pthread_sigmask(SIG_BLOCK, &watched, nil)
    startThread { [watched] in
      var watched = watched
      while true {
        var number: Int32 = 0
        guard sigwait(&watched, &number) == 0 else { continue }
        defer { monitor.rounds.count.add(1, ordering: .releasing) }
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
    return monitor
  }

  /// Waits until a signal that has arrived is a request. Ctrl-C also ends the program that writes a
  /// log, and devtool may notice the end of its output first.
  package func waitForArrivedSignals() {
    let before = rounds.count.load(ordering: .acquiring)
    // The thread takes signals by their numbers, and this one after those that end a run.
    kill(getpid(), SIGCONT)
    var attempts = 0
    while rounds.count.load(ordering: .acquiring) == before, attempts < 1_000 {
      usleep(100)
      attempts += 1
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
