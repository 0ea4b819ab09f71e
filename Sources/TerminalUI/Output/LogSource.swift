import CIModel
import FileSystem
package import ProcessExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The input of `devtool log`.
package enum LogSource {
  case file(String)
  case standardInput
  /// A command to run, with its standard output and error as one stream.
  case command([String])

  /// Whether the log is produced while it is read.
  package var isLive: Bool {
    if case .file = self { return false }
    return true
  }

  /// How the log ended.
  package struct Ending {
    /// The termination of the command; `nil` without a command.
    package var termination: Termination?
    /// The signal that stopped the reading early.
    package var signal: Int32?
    /// Sentences about the command, such as which processes it left behind.
    package var notices: [String] = []
  }

  /// The time that the writer has to finish after a first Ctrl-C.
  private static let lastWords = Duration.seconds(5)

  /// Passes on the bytes as they arrive.
  ///
  /// - Parameters:
  ///   - end: Ends this process immediately, when a second signal arrives.
  ///   - body: Receives each chunk; an error that it throws ends the reading.
  package func read(
    environment: [String: String], end: @escaping @Sendable (_ signal: Int32) -> Never,
    _ body: (UnsafeRawBufferPointer) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Ending {
    switch self {
    case .file(let path):
      let file: OpenFile
      do throws(FileError) {
        file = try OpenFile(reading: path, from: .commandLine)
      } catch {
        throw CommandFailure(.missingInput, error.description)
      }
      try read(file.descriptor, path, nil, body)
      return Ending()
    case .standardInput:
      if isatty(STDIN_FILENO) == 1 {
        StandardOutput.message("devtool: reading a log from the terminal; end it with Ctrl-D")
      }
      let cancellation = Cancellation()
      let monitor = SignalMonitor.start(cancelling: cancellation, end: end)
      try read(STDIN_FILENO, "-", cancellation, body)
      monitor.waitForArrivedSignals()
      return Ending(signal: cancellation.signal)
    case .command(let words):
      return try run(words, environment, end, body)
    }
  }

  private func read(
    _ descriptor: Int32, _ name: String, _ cancellation: Cancellation?,
    _ body: (UnsafeRawBufferPointer) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
    defer { buffer.deallocate() }
    var deadline: SuspendingClock.Instant?
    while true {
      if let cancellation {
        if cancellation.isImmediate { return }
        if cancellation.isRequested, deadline == nil {
          deadline = SuspendingClock.now + LogSource.lastWords
        }
        if let deadline, SuspendingClock.now >= deadline { return }
        guard waitForInput(descriptor, cancellation) else { continue }
      }
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw unreadable(name)
      }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Waits until there is something to read, and returns whether there is; wakes up when the run is
  /// cancelled.
  private func waitForInput(_ descriptor: Int32, _ cancellation: Cancellation) -> Bool {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if cancellation.descriptor >= 0, !cancellation.isRequested {
      descriptors.append(
        pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let timeout: Int32 = cancellation.isRequested ? 50 : -1
    guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return false }
    return descriptors[0].revents != 0
  }

  private func run(
    _ words: [String], _ environment: [String: String],
    _ end: @escaping @Sendable (_ signal: Int32) -> Never,
    _ body: (UnsafeRawBufferPointer) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Ending {
    guard let executable = words.first else { return Ending() }
    let cancellation = Cancellation()
    let monitor = SignalMonitor.start(cancelling: cancellation, end: end)
    let launcher = ProcessLauncher.live(cancellation: cancellation, adoptsOrphans: true)
    var failure: CommandFailure?
    var ending = Ending()
    do throws(LaunchError) {
      ending.termination = try launcher.run(
        Invocation(executable, Array(words.dropFirst()), environment: environment)
      ) { stream, bytes in
        if stream == .notice {
          ending.notices.append(String(decoding: bytes, as: UTF8.self))
        } else if failure == nil {
          do throws(CommandFailure) {
            try body(bytes)
          } catch {
            failure = error
            // The reader of the command's output has gone.
            cancellation.request(signal: SIGTERM)
          }
        }
      }
    } catch {
      throw CommandFailure(.missingInput, "the command cannot be run: \(error.description)")
    }
    if let failure { throw failure }
    monitor.waitForArrivedSignals()
    ending.signal = cancellation.signal
    return ending
  }

  private func unreadable(_ name: String) -> CommandFailure {
    CommandFailure(.missingInput, "cannot read '\(name)': \(String(cString: strerror(errno)))")
  }
}
