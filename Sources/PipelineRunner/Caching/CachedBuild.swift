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

  /// How often a build that says nothing of its failure runs again.
  private static let mostRepeats = 2

  private func build(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let start = BuildStarts.now(in: session.run.services.directory.path)
    var execution = try ToolStep(planned: planned).execute(&session)
    // Once in some twenty failed builds swiftbuild of 6.3.1 prints no error; what failed is built anew.
    for _ in 0..<Self.mostRepeats where execution.failedWithoutError {
      session.tell("the build failed without an error message; it runs once more")
      execution = try ToolStep(planned: planned).execute(&session)
    }
    if execution.result.status == .passed {
      session.run.services.buildStarts.note(planned.step, start: start)
    }
    return execution
  }
}

extension StepExecution {
  /// The build came to its end, and printed no error.
  fileprivate var failedWithoutError: Bool {
    result.exitCode == 1 && diagnostics.allSatisfy { $0.severity != .error }
  }

  /// An error in a file that a person can correct, as opposed to one of the compiler's own files.
  fileprivate var blamesSources: Bool {
    diagnostics.contains { diagnostic in
      guard diagnostic.severity == .error, let file = diagnostic.file else { return false }
      return !file.hasPrefix("<") && !file.hasPrefix(".build/") && !file.contains("/.build/")
    }
  }
}
