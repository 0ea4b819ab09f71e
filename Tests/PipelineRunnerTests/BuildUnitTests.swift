import PipelineConfig
import RunEvents
import Testing

@testable import PipelineRunner
@testable import StepCache

/// Which build folder belongs to a step.
@Suite struct BuildUnitTests {
  @Test(arguments: [
    ([], [:], "/r/p", "/r/p/.build"),
    (["--scratch-path", "out"], [:], "/r/p", "/r/p/out"),
    (["--scratch-path=/tmp/x"], [:], "/r/p", "/tmp/x"),
    (["--build-path", "a/../b/."], [:], "/r/p", "/r/p/b"),
    (["--package-path", "../q"], [:], "/r/q", "/r/q/.build"),
    ([], ["SWIFTPM_BUILD_DIR": "/elsewhere"], "/r/p", "/elsewhere"),
  ])
  func isTheOneThatSwiftPMTakes(
    arguments: [String], environment: [String: String], package: String, scratch: String
  ) throws {
    var pipeline = Pipeline.building
    guard case .swiftBuild(var options) = pipeline.steps[0].action else { return }
    options.arguments = arguments
    pipeline.steps[0].action = .swiftBuild(options)
    pipeline.steps[0].directory = "p"
    let plan = try Plan(pipeline, selection: Selection(), defaultLintPaths: { _ in [] })
    let units = BuildUnit.all(plan, root: "/r", environment: environment)
    #expect(units.map(\.package) == [package])
    #expect(units.map(\.scratch) == [scratch])
  }

  /// Steps that build into one folder have one key, whichever of them has `cache`.
  @Test func stepsShareOne() throws {
    var pipeline = Pipeline.building
    var release = PipelineStep(id: "release", action: .swiftBuild(SwiftBuildOptions()))
    guard case .swiftBuild(var options) = release.action else { return }
    options.configuration = .release
    release.action = .swiftBuild(options)
    options.sanitizer = .thread
    let thread = PipelineStep(id: "thread", action: .swiftBuild(options))
    pipeline.steps += [release, thread]
    let plan = try Plan(pipeline, selection: Selection(), defaultLintPaths: { _ in [] })
    let units = BuildUnit.all(plan, root: "/r", environment: [:])
    #expect(units.map(\.steps) == [["build", "release"]])
    #expect(
      units[0].commands == [
        "swift build --build-tests",
        "swift build --build-tests -c release -Xswiftc -enable-testing",
      ])
  }
}

extension Pipeline {
  /// One step that builds, and wants to find its folder again.
  fileprivate static var building: Pipeline {
    var options = SwiftBuildOptions()
    options.cache = BuildCacheOptions()
    var pipeline = Pipeline()
    pipeline.steps = [PipelineStep(id: "build", action: .swiftBuild(options))]
    return pipeline
  }
}
