import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe to wake up a thread that waits in poll(2).
final class WakeUpPipe: Sendable {
  /// Becomes readable with `wake`; -1 when the system had no pipe to give.
  let descriptor: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if platform_pipe(&ends) == 0 {
      for end in ends { neverBlock(end) }
    } else {
      ends = [-1, -1]
    }
    descriptor = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      close(writeEnd)
    }
  }

  func wake() {
    var byte: UInt8 = 1
    if writeEnd >= 0 { _ = write(writeEnd, &byte, 1) }
  }

  /// Waits for a wake-up, or until the time is up.
  ///
  /// - Parameter milliseconds: -1 waits for ever. Without a pipe it is never more than one.
  func wait(milliseconds: Int32) {
    guard descriptor >= 0 else {
      if milliseconds != 0 { usleep(1_000) }
      return
    }
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&poller, 1, milliseconds)
  }

  /// Takes one wake-up, so that it wakes no other thread.
  func takeOne() {
    var byte: UInt8 = 0
    if descriptor >= 0 { _ = read(descriptor, &byte, 1) }
  }

  /// Takes all of them.
  func takeAll() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

/// Makes reading and writing answer at once instead of waiting.
func neverBlock(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
}
