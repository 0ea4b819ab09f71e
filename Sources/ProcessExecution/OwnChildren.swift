#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The children of our main thread: where those processes come whose parents died before them.
///
/// A process whose parent dies becomes a child of the first thread of its subreaper (`find_new_reaper`
/// in Linux' kernel/exit.c), which is our main thread: it lives as long as we do.
struct OwnChildren: Sendable {
  /// The file is opened once: to read it from the start again is a sixth of the cost.
  static let shared = OwnChildren()

  /// Of a list as in proc(5); -1 where the system has none.
  private let descriptor: Int32

  private init() {
    #if canImport(Glibc)
      descriptor = open("/proc/self/task/\(getpid())/children", O_RDONLY | O_CLOEXEC)
    #else
      descriptor = -1
    #endif
  }

  /// - Returns: `nil` where only the process table can tell, or where there are hundreds.
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
