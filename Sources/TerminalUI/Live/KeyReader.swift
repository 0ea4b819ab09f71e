#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads single key presses without echo; `end` restores the terminal.
package struct KeyReader {
  private let before: termios

  /// `nil` when standard input is not a terminal, or this process is not in its foreground.
  package init?() {
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return nil }
  }

  /// Returns the key that was pressed; `nil` when none was.
  package func key() -> Character? {
    var poller = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 0) == 1, poller.revents & Int16(POLLIN) != 0 else { return nil }
    var byte: UInt8 = 0
    guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
    return Character(UnicodeScalar(byte))
  }

  package func end() {
    var settings = before
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
