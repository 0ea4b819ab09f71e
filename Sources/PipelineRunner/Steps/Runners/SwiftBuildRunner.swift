import CIModel
import PipelineConfig
import ProcessExecution
import RunEvents
import StepCache
import SwiftPackage

/// A SwiftPM build, in a folder that may be restored from an earlier run.
extension SwiftBuildOptions: StepRunner {
  func plan(_ planned: inout Plan.PlannedStep, in planning: StepPlanning) {
    let directory = planned.step.directory
    // Tests and their build must agree on instrumentation, else everything is compiled twice.
    let measuresCoverage = planning.pipeline.steps.contains { other in
      guard case .swiftTest(let test) = other.action else { return false }
      return test.coverage && test.configuration == configuration
        && test.sanitizer == sanitizer && test.buildSystem == buildSystem
        && other.directory == directory
    }
    let command = command(coverage: measuresCoverage)
    planned.commands = [command]
    planned.buildCommand = command
  }

  func execute(_ session: inout StepSession) throws(LaunchError) -> StepExecution {
    let planned = session.scope.planned
    var execution = try CachedBuild(planned: planned).execute(&session)
    if configuration == .release, execution.result.status == .passed,
      let build = planned.buildCommand
    {
      let unit = BuildUnit(
        build, in: planned.step.directory, root: session.run.environment.root,
        environment: session.environment)
      let sizes = ReleaseProducts.sizes(in: unit.scratch)
      if !sizes.isEmpty { execution.result.products = sizes }
    }
    return execution
  }
}

extension SwiftBuildOptions {
  /// The `swift build` command for these options.
  func command(coverage: Bool) -> Plan.Command {
    var arguments = ["build"]
    if let product { arguments += ["--product", product] }
    if let target { arguments += ["--target", target] }
    if buildsAllTests { arguments.append("--build-tests") }
    if configuration == .release {
      arguments += ["-c", "release"]
      // Without it, `@testable import` is an error in a release build.
      if buildsAllTests, !self.arguments.contains("-enable-testing") {
        arguments += ["-Xswiftc", "-enable-testing"]
      }
    }
    arguments += sanitizer?.buildArguments ?? []
    if coverage { arguments.append("--enable-code-coverage") }
    return Plan.Command("swift", arguments + allArguments)
  }
}

extension Sanitizer {
  /// Arguments with a separate scratch path: in a shared one, builds with and without the sanitizer
  /// would invalidate each other.
  var buildArguments: [String] {
    ["--sanitize", rawValue, "--scratch-path", ".build/sanitize-\(rawValue)"]
  }
}
