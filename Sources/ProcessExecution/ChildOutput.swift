#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reading ends of a command's output pipes.
struct ChildOutput {
  private(set) var pipes: [(stream: OutputStream, descriptor: Int32)]
  private let buffer: UnsafeMutableRawBufferPointer

  /// - Parameter pipes: Non-blocking; they are closed with `close`.
  init(_ pipes: [(stream: OutputStream, descriptor: Int32)]) {
    self.pipes = pipes
    buffer = .allocate(byteCount: 65_536, alignment: 16)
  }

  func close() {
    for pipe in pipes { closeDescriptor(pipe.descriptor) }
    buffer.deallocate()
  }

  /// Reads what is there without waiting; at most 1 MiB, more than a pipe holds, so that a
  /// background process that never stops writing cannot keep us here.
  ///
  /// - Returns: Whether there was anything.
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
  /// - Returns: Its bytes; 0 when there is nothing more at the moment.
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

  /// Goes on reading on a thread of its own until no process has the pipes open any more.
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

/// close(2) and read(2), under names that no method hides.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func readDescriptor(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, bytes, count)
}
