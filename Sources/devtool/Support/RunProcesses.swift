import CIModel
import PipelineConfig
import ProcessExecution

/// What starts the processes of a run and ends them.
struct RunProcesses {
  var cancellation: Cancellation
  var launcher: ProcessLauncher
  /// Starts what still runs after a cancellation.
  var cleanupLauncher: ProcessLauncher

  /// Starts handling signals.
  static func start(graceOf pipeline: Pipeline) -> RunProcesses {
    let cancellation = Cancellation()
    let running = RunningCommands()
    // Until the first step starts there is nothing to end in order, and what is read may never come.
    cancellation.endOnRequest { signal in
      running.killAll()
      endAtOnce(bySignal: signal)
    }
    SignalMonitor.start(cancelling: cancellation, running: running, end: endAtOnce)
    var grace = Grace()
    grace.interrupt = pipeline.interruptGrace ?? grace.interrupt
    grace.terminate = pipeline.terminateGrace ?? grace.terminate
    let launchers = ProcessLauncher.liveWithCleanup(
      cancellation: cancellation, grace: grace, running: running)
    return RunProcesses(
      cancellation: cancellation, launcher: launchers.work, cleanupLauncher: launchers.cleanup)
  }
}
