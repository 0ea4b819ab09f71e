#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many commands may run at once with the files that this process may open: each takes a pipe for
/// each stream, a log, a handle on the process and room for what waits to be shown.
package func commandsWithinFileLimit() -> Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let status = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let status = getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  guard status == 0 else { return 1 }
  // What we ourselves have open: streams, lock, signals, history.
  let files = Int(clamping: limit.rlim_cur) - 32
  return max(1, files / 6)
}
