import ArgumentParser
import PipelineConfig

/// How this run builds; goes before what `.ci.yml` says.
struct BuildRunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Build with native or swiftbuild, whatever the toolchain's default is.", valueName: "name"))
  var buildSystem: String?

  func validate() throws {
    if let buildSystem, BuildSystem(rawValue: buildSystem) == nil {
      throw ValidationError("--build-system takes native or swiftbuild, not '\(buildSystem)'")
    }
  }

  /// Puts what the command line says in place of what the file says.
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
