import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks whether this machine can watch the network use of processes and block it.
package struct NetworkSandbox: Sendable {
  /// Why it cannot, as the end of a sentence: "… is not available: ‹reason›".
  package struct Unavailable: Error, Hashable {
    package var reason: String

    package init(reason: String) {
      self.reason = reason
    }
  }

  /// Returns `nil` when the mode is available.
  package var check: @Sendable (NetworkWatch.Mode) -> Unavailable?

  package init(check: @escaping @Sendable (NetworkWatch.Mode) -> Unavailable?) {
    self.check = check
  }

  /// Tries it with a child process that ends at once.
  package static let live = NetworkSandbox { mode in
    #if os(Linux)
      var command = platform_watched_command()
      command.isolates = mode == .deny ? 1 : 0
      var pid: pid_t = 0
      var listener: Int32 = -1
      var stage: Int32 = 0
      let code = platform_spawn_watched(&command, &pid, &listener, &stage)
      guard code == 0 else { return Unavailable(reason: reason(stage, code)) }
      close(listener)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      return nil
    #else
      return Unavailable(reason: "only Linux can do it")
    #endif
  }

  static func reason(_ stage: Int32, _ code: Int32) -> String {
    let error = String(cString: strerror(code))
    return switch UInt32(bitPattern: stage) {
    case PLATFORM_WATCH_NAMESPACE.rawValue:
      "the kernel refuses a network namespace (\(error)); containers often forbid it"
    case PLATFORM_WATCH_LOOPBACK.rawValue:
      "loopback cannot be brought up in a network namespace (\(error))"
    case PLATFORM_WATCH_FILTER.rawValue:
      "the kernel refuses a seccomp filter with user notification (\(error)); it takes Linux 5.5"
    default:
      "no process can be started for it (\(error))"
    }
  }
}
