import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import StepCache
import SwiftPackage

/// A build of SwiftPM in a folder that may come from an earlier run.
struct CachedBuild {
  /// Its one command is the build.
  let planned: Plan.PlannedStep

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    guard let cache = session.scope.caches.builds, let unit = cache.unit(of: planned.step.id) else {
      return try buildHere(&session)
    }
    var messages = cache.prepare(unit, environment: session.environment)
    for message in messages { session.tell(message) }
    var execution = try build(&session)
    if execution.result.status == .failed, !execution.blamesSources,
      let message = cache.dropForeign(unit)
    {
      messages.append(message)
      session.tell(message)
      execution = try build(&session)
    }
    cache.noteEnd(
      unit, step: planned.step.id, passed: execution.result.status == .passed)
    if !messages.isEmpty { execution.result.cache = messages }
    return execution
  }

  /// Whether the build folder holds an earlier build of the same configuration; `nil` is no.
  private func findsABuild(_ session: StepSession) -> Bool? {
    guard let command = planned.commands.first else { return nil }
    let unit = BuildUnit(
      command, in: planned.step.directory, root: session.run.environment.root,
      environment: session.environment)
    return BuildProducts.areLeft(in: unit.scratch, by: command.arguments) ? true : nil
  }

  /// Builds where the checkout may have been copied from another folder.
  private func buildHere(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let execution = try build(&session)
    guard execution.result.status == .failed,
      let folder = ForeignModuleCache.folder(
        in: execution.diagnostics.map(\.message), below: session.directory)
    else { return execution }
    let message =
      "\(folder.relative(to: session.directory)) is dropped: it was made in another folder"
    session.tell(message)
    removeTree(folder)
    var again = try build(&session)
    again.result.cache = [message]
    return again
  }

  /// How often a build runs again whose failure is no word about the sources.
  private static let mostRepeats = 3

  private func build(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let start = BuildStarts.now(in: session.run.services.directory.path)
    let isIncremental = findsABuild(session)
    var execution = try ToolStep(planned: planned).execute(&session)
    var notes: [String] = []
    while notes.count < Self.mostRepeats, let failure = execution.failureOfTheTool {
      session.tell("\(failure); it runs once more")
      notes.append("Step \(planned.step.id): \(failure) and ran once more.")
      execution = try ToolStep(planned: planned).execute(&session)
    }
    execution.notes += notes
    execution.result.isIncremental = isIncremental
    if execution.result.status == .passed {
      session.run.services.buildStarts.note(planned.step, start: start)
    }
    return execution
  }
}

extension StepExecution {
  /// How the build tool failed where the sources may be sound; `nil` for every other end.
  ///
  /// swiftbuild of 6.3.1 prints no error once in some twenty failed builds, and crashes in libdispatch
  /// (`_dispatch_event_loop_drain`) in up to a fifth of the builds on a busy machine. A compiler that
  /// crashes is another thing: the build tool reports it, and ends with 1.
  fileprivate var failureOfTheTool: String? {
    if let crashSignal { return "the build tool crashed (\(crashSignal))" }
    guard result.exitCode == 1, diagnostics.allSatisfy({ $0.severity != .error }) else {
      return nil
    }
    return "the build failed without an error message"
  }

  /// An error in a file that a person can correct, as opposed to one of the compiler's own files.
  fileprivate var blamesSources: Bool {
    diagnostics.contains { diagnostic in
      guard diagnostic.severity == .error, let file = diagnostic.file else { return false }
      return !file.hasPrefix("<") && !file.hasPrefix(".build/") && !file.contains("/.build/")
    }
  }
}
