import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import StepCache
import SwiftPackage

/// A SwiftPM build in a build folder that may be restored from an earlier run.
struct CachedBuild {
  /// The step; its only command is the build.
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

  /// Whether the build folder has products of the same configuration; `nil` means no.
  private func findsABuild(_ session: StepSession) -> Bool? {
    guard let command = planned.commands.first else { return nil }
    let unit = BuildUnit(
      command, in: planned.step.directory, root: session.run.environment.root,
      environment: session.environment)
    return BuildProducts.areLeft(in: unit.scratch, by: command.arguments) ? true : nil
  }

  /// Builds without the build cache. When the build fails because of a module cache that was made
  /// in another folder (the checkout was copied), removes that module cache and builds again.
  private func buildHere(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let execution = try build(&session)
    guard execution.result.status == .failed,
      let folder = ForeignModuleCache.folder(
        in: execution.diagnostics.map(\.message), below: session.directory)
    else { return execution }
    let message =
      "\(folder.relative(to: session.directory)) was removed: it was made in another folder"
    session.tell(message)
    removeTree(folder)
    var again = try build(&session)
    again.result.cache = [message]
    return again
  }

  /// Maximum number of repeats after the build tool itself failed.
  private static let mostRepeats = 3

  private func build(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let start = BuildStarts.now(in: session.run.services.directory.path)
    let isIncremental = findsABuild(session)
    var execution = try ToolStep(planned: planned).execute(&session)
    var notes: [String] = []
    while notes.count < Self.mostRepeats, let failure = execution.failureOfTheTool {
      session.tell("\(failure); the build runs once more")
      notes.append("Step \(planned.step.id): \(failure); the build ran once more.")
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
  /// Describes a failure of the build tool itself, where the sources may be sound; `nil` for every
  /// other ending.
  ///
  /// swiftbuild of 6.3.1 prints no error in about one of twenty failed builds, and crashes in
  /// libdispatch (`_dispatch_event_loop_drain`) in up to a fifth of the builds on a busy machine. A
  /// crash of the compiler is different: the build tool reports it and exits with 1.
  fileprivate var failureOfTheTool: String? {
    if let crashSignal { return "the build tool crashed (\(crashSignal))" }
    guard result.exitCode == 1, diagnostics.allSatisfy({ $0.severity != .error }) else {
      return nil
    }
    return "the build failed without an error message"
  }

  /// Whether an error is in a source file, and not in a generated file or a file below `.build`.
  fileprivate var blamesSources: Bool {
    diagnostics.contains { diagnostic in
      guard diagnostic.severity == .error, let file = diagnostic.file else { return false }
      return !file.hasPrefix("<") && !file.hasPrefix(".build/") && !file.contains("/.build/")
    }
  }
}
