#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The children of devtool's main thread, including orphaned processes that it adopted.
///
/// A process whose parent dies becomes a child of the first thread of its subreaper
/// (`find_new_reaper` in Linux' kernel/exit.c). That is devtool's main thread, which lives as long
/// as devtool.
struct OwnChildren: Sendable {
  /// The file is opened only once: reading it again from the start takes a sixth of the time.
  static let shared = OwnChildren()

  /// Descriptor of the children file (proc(5)); -1 where the system has none.
  private let descriptor: Int32

  private init() {
    #if canImport(Glibc)
      descriptor = open("/proc/self/task/\(getpid())/children", O_RDONLY | O_CLOEXEC)
    #else
      descriptor = -1
    #endif
  }

  /// - Returns: `nil` when the system has no such file or the list is longer than 4 KiB; use the
  ///   process table then.
  func pids() -> [pid_t]? {
    if descriptor < 0 { return nil }
    return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count >= 0, count < buffer.count else { return nil }
      var pids: [pid_t] = []
      var pid: pid_t = 0
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: " ") {
          pid = pid &* 10 &+ pid_t(byte & 0x0F)
        } else {
          pids.append(pid)
          pid = 0
        }
      }
      return pids
    }
  }
}
