// `sigset_t` reaches Swift through the first C module that declares it, which may be this one.
import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process group that reads the terminal's input and receives the signals of its keys.
enum ForegroundGroup {
  /// Whether devtool can give away the terminal: its standard input and standard error are a
  /// terminal, and it is in the foreground.
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

  /// Blocks SIGTTOU, which would stop devtool when it calls tcsetpgrp(3) from the background.
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
