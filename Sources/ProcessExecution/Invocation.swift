import CIModel

/// A command to start: always a list of arguments, never a joined shell string.
package struct Invocation: Hashable, Sendable {
  /// A path, or a name that is looked up on the `PATH` of `environment`.
  package var executable: String
  /// Without the executable itself.
  package var arguments: [String]
  /// Absolute; `nil` is the directory devtool runs in.
  package var directory: String?
  /// The complete environment of the child; `nil` passes on devtool's own.
  package var environment: [String: String]?
  /// Wall-clock limit, on the monotonic clock; `nil` waits for ever.
  package var timeout: Duration?
  /// How long the command may print nothing; `nil` sets no limit. It ends as with `timeout`.
  package var idleTimeout: Duration?
  package var output = OutputRouting.merged
  /// How long small pieces of output collect in the pipe before they are read; `nil` reads each
  /// piece at once. Waking up for every line costs more than reading it, and takes time from the
  /// command.
  package var gathersOutput: Duration?
  /// Receives the output of background processes that the command leaves running until
  /// `ProcessLauncher.endDetached`; with `nil`, they are ended.
  package var detachment: Detachment?
  /// Whether the command gets the terminal: it reads the typed input, and its output goes only to
  /// the screen. Without a terminal it gets devtool's standard input.
  package var isInteractive = false
  /// A handle to end only this process; `nil` when none is needed.
  package var control: ProcessControl?
  /// Watches the process's use of the network; with `nil`, it is neither watched nor restricted.
  package var network: NetworkWatch?

  package init(
    _ executable: String, _ arguments: [String] = [], directory: String? = nil,
    environment: [String: String]? = nil, timeout: Duration? = nil,
    idleTimeout: Duration? = nil, output: OutputRouting = .merged
  ) {
    self.executable = executable
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.timeout = timeout
    self.idleTimeout = idleTimeout
    self.output = output
  }

  /// How standard output and standard error reach the reader.
  package enum OutputRouting: Hashable, Sendable {
    /// Both through one pipe, which keeps their order; everything arrives as `.standardOutput`.
    case merged
    /// Two pipes, which keeps lines whole; the order between the two is lost.
    case separate
  }

  /// The command as text for a POSIX shell.
  package var shellText: String {
    ([executable] + arguments).map { shellQuoted($0) }.joined(separator: " ")
  }
}

/// Receives the output that background processes print after the command that started them has
/// ended.
package final class Detachment: Sendable, Hashable {
  let onOutput: @Sendable (UnsafeRawBufferPointer) -> Void

  /// - Parameter onOutput: Called on separate threads; the buffer is valid only during the call.
  package init(onOutput: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    self.onOutput = onOutput
  }

  package static func == (left: Detachment, right: Detachment) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
