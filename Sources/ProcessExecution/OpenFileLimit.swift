#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Maximum number of commands to run at once under this process's open-file limit. Each command
/// takes a pipe per stream, a log, a process handle and files for output that waits to be shown.
package func commandsWithinFileLimit() -> Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let status = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let status = getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  guard status == 0 else { return 1 }
  // Reserve for devtool's own files: streams, lock, signals, history.
  let files = Int(clamping: limit.rlim_cur) - 32
  return max(1, files / 6)
}
