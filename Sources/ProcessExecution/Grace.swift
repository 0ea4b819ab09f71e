/// How long a process may take to end before it gets the next, harder signal.
package struct Grace: Hashable, Sendable {
  /// From SIGINT to SIGTERM.
  package var interrupt: Duration
  /// From SIGTERM to SIGKILL.
  package var terminate: Duration
  /// From the end of a step's command to the end of the background processes it left.
  package var linger: Duration

  package init(
    interrupt: Duration = .seconds(5), terminate: Duration = .seconds(5),
    linger: Duration = .seconds(2)
  ) {
    self.interrupt = interrupt
    self.terminate = terminate
    self.linger = linger
  }
}
