package enum OutputStream: Hashable, Sendable {
  case standardOutput
  case standardError
  /// A message of devtool about the command, such as the background processes that it left: a
  /// sentence without a newline.
  case notice
}

/// How a process ended.
package enum Termination: Hashable, Sendable {
  case exited(Int32)
  /// By a signal that devtool did not send.
  case signaled(Int32, dumpedCore: Bool = false)
  /// Devtool ended it after its time was up.
  case timedOut
  /// Devtool ended it because the run was cancelled.
  case cancelled

  package var isSuccess: Bool { self == .exited(0) }
}

/// Why a process could not be started.
package enum LaunchError: Error, Hashable {
  /// The executable is not on the `PATH` or at the given path.
  case notFound(executable: String)
  /// The working directory does not exist or is no directory.
  case badDirectory(String)
  /// Any other refusal of the system; `code` is an `errno` value.
  case refused(executable: String, code: Int32)
}

/// Starts child processes; tests use one that replays recorded output.
package struct ProcessLauncher: Sendable {
  /// Receives output as it arrives, on the calling thread; the buffer is valid during the call
  /// only.
  package typealias OutputHandler = (OutputStream, UnsafeRawBufferPointer) -> Void

  /// Runs a command to its end and blocks the calling thread meanwhile.
  package var run: @Sendable (Invocation, OutputHandler) throws(LaunchError) -> Termination

  /// Ends the processes that invocations with a `detachment` left running.
  package var endDetached: @Sendable () -> Void = {}

  package init(
    run: @escaping @Sendable (Invocation, OutputHandler) throws(LaunchError) -> Termination
  ) {
    self.run = run
  }

  /// The output of a short command.
  package struct Capture: Hashable, Sendable {
    package var termination: Termination
    package var standardOutput: [UInt8]
    package var standardError: [UInt8]

    package init(termination: Termination, standardOutput: [UInt8], standardError: [UInt8]) {
      self.termination = termination
      self.standardOutput = standardOutput
      self.standardError = standardError
    }

    package var text: String { String(decoding: standardOutput, as: UTF8.self) }
    package var errorText: String { String(decoding: standardError, as: UTF8.self) }
  }

  /// Runs a command and keeps everything that it prints in memory.
  package func capture(_ invocation: Invocation) throws(LaunchError) -> Capture {
    var separate = invocation
    separate.output = .separate
    var output: [UInt8] = []
    var errors: [UInt8] = []
    let termination = try run(separate) { stream, bytes in
      switch stream {
      case .standardOutput: output.append(contentsOf: bytes)
      case .standardError: errors.append(contentsOf: bytes)
      case .notice: break
      }
    }
    return Capture(termination: termination, standardOutput: output, standardError: errors)
  }
}
