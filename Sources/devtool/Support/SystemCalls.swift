import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the process; ArgumentParser's `exit` does not shadow this name.
func end(with code: ExitCode) -> Never {
  exit(code.status)
}

/// Ends the process immediately: nothing needs an orderly end, or there is no time for one.
@Sendable func endAtOnce(bySignal signal: Int32) -> Never {
  _exit(ExitCode.cancelled(signal: signal).status)
}
