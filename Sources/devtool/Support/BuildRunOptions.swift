import ArgumentParser
import PipelineConfig

/// How this run builds; overrides `.ci.yml`.
struct BuildRunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Build with native or swiftbuild instead of the toolchain's default.", valueName: "name"))
  var buildSystem: String?

  func validate() throws {
    if let buildSystem, BuildSystem(rawValue: buildSystem) == nil {
      throw ValidationError("--build-system must be native or swiftbuild, not '\(buildSystem)'")
    }
  }

  /// Overrides the file with the command line.
  func apply(to pipeline: inout Pipeline) {
    guard let system = buildSystem.flatMap({ BuildSystem(rawValue: $0) }) else { return }
    for index in pipeline.steps.indices {
      switch pipeline.steps[index].action {
      case .swiftBuild(var options):
        options.arguments = BuildSystem.removed(from: options.arguments)
        options.buildSystem = system
        pipeline.steps[index].action = .swiftBuild(options)
      case .swiftTest(var options):
        options.arguments = BuildSystem.removed(from: options.arguments)
        options.buildSystem = system
        pipeline.steps[index].action = .swiftTest(options)
      default: break
      }
    }
  }
}
