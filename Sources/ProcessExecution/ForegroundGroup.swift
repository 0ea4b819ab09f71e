// `sigset_t` reaches Swift through the first C module that declares it, which may be this one.
import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which process group reads what is typed on the terminal, and gets the signals of its keys.
enum ForegroundGroup {
  /// Whether we have a terminal to give: both ends of it, and we are in the foreground.
  static var isOurs: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  static func give(to group: pid_t) {
    withoutStopping { _ = tcsetpgrp(STDIN_FILENO, group) }
  }

  static func takeBack() {
    withoutStopping { _ = tcsetpgrp(STDIN_FILENO, getpgrp()) }
  }

  /// From the background the call would stop us, unless its signal is blocked (tcsetpgrp(3)).
  private static func withoutStopping(_ body: () -> Void) {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
