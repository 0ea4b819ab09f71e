package import PipelineConfig
package import ProcessExecution

/// Launches the processes of a run, and cancels them.
package struct RunProcesses {
  package var cancellation: Cancellation
  package var launcher: ProcessLauncher
  /// Launches commands that must run even after a cancellation.
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
  /// - Parameter end: Ends this process immediately.
  package static func start(
    graceOf pipeline: Pipeline, end: @escaping @Sendable (_ signal: Int32) -> Never
  ) -> RunProcesses {
    let cancellation = Cancellation()
    let running = RunningCommands()
    // Before the first step there is nothing to shut down, and a pending read may never return.
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
