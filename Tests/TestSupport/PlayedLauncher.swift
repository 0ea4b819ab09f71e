package import ProcessExecution

extension ProcessLauncher {
  /// Every command passes and prints nothing.
  package static let silent = ProcessLauncher { _, _ throws(LaunchError) in .exited(0) }

  /// Starts no process: says what a command prints and how it ends.
  package static func playing(
    _ play: @escaping @Sendable (Invocation) throws(LaunchError) -> (output: String, Termination)
  ) -> ProcessLauncher {
    ProcessLauncher { invocation, onOutput throws(LaunchError) in
      var (output, termination) = try play(invocation)
      output.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      return termination
    }
  }
}
