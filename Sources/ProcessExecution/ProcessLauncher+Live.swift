import CPlatform

extension ProcessLauncher {
  /// Returns a launcher that starts real processes, each in its own session.
  ///
  /// A command ends when its own process exits, not when its output closes: background processes
  /// that outlive it get `grace.linger` and are then ended. Cancellation and timeout send SIGINT to
  /// the command's process group, then SIGTERM and SIGKILL to every process of its session and
  /// every descendant, until none is left.
  /// - Parameters:
  ///   - adoptsOrphans: Also ends processes that left the command's session; on Linux, they become
  ///     children of devtool when their parents die. Only for a program whose children are all
  ///     started by this launcher.
  ///   - running: The registry of running commands; launchers whose commands may run at the same
  ///     time share it.
  package static func live(
    cancellation: Cancellation = Cancellation(), grace: Grace = Grace(),
    adoptsOrphans: Bool = false, running: RunningCommands = RunningCommands()
  ) -> ProcessLauncher {
    if adoptsOrphans { _ = platform_become_subreaper() }
    var launcher = ProcessLauncher { invocation, onOutput throws(LaunchError) in
      let child = try running.spawn(invocation)
      var supervisor = ProcessSupervisor(
        child: child, of: invocation, cancellation: cancellation,
        grace: invocation.control?.grace ?? grace, running: running, adoptsOrphans: adoptsOrphans)
      return supervisor.runToEnd(onOutput)
    }
    launcher.endDetached = { running.endDetached(grace, adoptsOrphans: adoptsOrphans) }
    return launcher
  }

  /// Returns two launchers whose commands may run at the same time: one for the work, and one for
  /// the cleanup after a cancellation, which only the second cancellation request ends.
  package static func liveWithCleanup(
    cancellation: Cancellation, grace: Grace, running: RunningCommands = RunningCommands()
  ) -> (work: ProcessLauncher, cleanup: ProcessLauncher) {
    func launcher(_ cancellation: Cancellation) -> ProcessLauncher {
      live(cancellation: cancellation, grace: grace, adoptsOrphans: true, running: running)
    }
    return (launcher(cancellation), launcher(cancellation.makeInsistent()))
  }
}
