import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that wakes up a thread in poll(2).
final class WakeUpPipe: Sendable {
  /// Becomes readable with `wake`; -1 when the system could not create a pipe.
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
  /// - Parameter milliseconds: -1 waits for ever. Without a pipe, it never waits longer than one.
  func wait(milliseconds: Int32) {
    guard descriptor >= 0 else {
      if milliseconds != 0 { usleep(1_000) }
      return
    }
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&poller, 1, milliseconds)
  }

  /// Consumes one wake-up, so that it wakes no other thread.
  func takeOne() {
    var byte: UInt8 = 0
    if descriptor >= 0 { _ = read(descriptor, &byte, 1) }
  }

  /// Consumes all wake-ups.
  func takeAll() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

/// Makes the descriptor non-blocking.
func neverBlock(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
}
