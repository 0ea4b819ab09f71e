#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The read ends of a command's output pipes.
struct ChildOutput {
  private(set) var pipes: [(stream: OutputStream, descriptor: Int32)]
  private let buffer: UnsafeMutableRawBufferPointer

  /// - Parameter pipes: Non-blocking descriptors; `close` closes them.
  init(_ pipes: [(stream: OutputStream, descriptor: Int32)]) {
    self.pipes = pipes
    buffer = .allocate(byteCount: 65_536, alignment: 16)
  }

  func close() {
    for pipe in pipes { closeDescriptor(pipe.descriptor) }
    buffer.deallocate()
  }

  /// Reads available output without waiting. It reads at most 1 MiB, more than a pipe holds, so
  /// that a background process that never stops writing cannot block the caller.
  ///
  /// - Returns: Whether there was any output.
  @discardableResult
  mutating func drain(_ onOutput: ProcessLauncher.OutputHandler) -> Bool {
    var hasRead = false
    for pipe in pipes {
      for _ in 0..<16 {
        guard read(pipe.descriptor, pipe.stream, onOutput) > 0 else { break }
        hasRead = true
      }
    }
    return hasRead
  }

  /// Reads one buffer from the pipe.
  ///
  /// - Returns: The number of bytes read; 0 when there is no output at the moment.
  mutating func read(
    _ descriptor: Int32, _ stream: OutputStream, _ onOutput: ProcessLauncher.OutputHandler
  ) -> Int {
    while true {
      let count = readDescriptor(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        onOutput(stream, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
      }
      if count < 0, errno == EINTR { continue }
      if count == 0 || errno != EAGAIN {
        // End of file or broken: stop polling it.
        closeDescriptor(descriptor)
        pipes.removeAll { $0.descriptor == descriptor }
      }
      return 0
    }
  }

  /// Continues reading on a separate thread per pipe until no process has the pipe open.
  mutating func hand(to body: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    for pipe in pipes {
      startThread {
        _ = fcntl(pipe.descriptor, F_SETFL, 0)
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
          while true {
            let count = readDescriptor(pipe.descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          }
        }
        closeDescriptor(pipe.descriptor)
      }
    }
    pipes = []
  }
}

/// close(2) and read(2) under names that no method shadows.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func readDescriptor(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, bytes, count)
}
