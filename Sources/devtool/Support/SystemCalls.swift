import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the process, under a name that ArgumentParser's `exit` does not hide.
func end(with code: ExitCode) -> Never {
  exit(code.status)
}

/// Ends the process where it stands: nothing is left that would need an orderly end, or there is no time for
/// one.
@Sendable func endAtOnce(bySignal signal: Int32) -> Never {
  _exit(ExitCode.cancelled(signal: signal).status)
}
