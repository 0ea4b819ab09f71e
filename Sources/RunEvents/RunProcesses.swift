package import PipelineConfig
package import ProcessExecution

/// What starts the processes of a run and ends them.
package struct RunProcesses {
  package var cancellation: Cancellation
  package var launcher: ProcessLauncher
  /// Starts what still runs after a cancellation.
  package var cleanupLauncher: ProcessLauncher

  package init(
    cancellation: Cancellation, launcher: ProcessLauncher, cleanupLauncher: ProcessLauncher
  ) {
    self.cancellation = cancellation
    self.launcher = launcher
    self.cleanupLauncher = cleanupLauncher
  }

  /// Starts handling signals.
  ///
  /// - Parameter end: Ends the process where it stands.
  package static func start(
    graceOf pipeline: Pipeline, end: @escaping @Sendable (_ signal: Int32) -> Never
  ) -> RunProcesses {
    let cancellation = Cancellation()
    let running = RunningCommands()
    // Until the first step starts there is nothing to end in order, and what is read may never come.
    cancellation.endOnRequest { signal in
      running.killAll()
      end(signal)
    }
    SignalMonitor.start(cancelling: cancellation, running: running, end: end)
    var grace = Grace()
    grace.interrupt = pipeline.interruptGrace ?? grace.interrupt
    grace.terminate = pipeline.terminateGrace ?? grace.terminate
    let launchers = ProcessLauncher.liveWithCleanup(
      cancellation: cancellation, grace: grace, running: running)
    return RunProcesses(
      cancellation: cancellation, launcher: launchers.work, cleanupLauncher: launchers.cleanup)
  }
}
