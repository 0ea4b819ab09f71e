import PipelineConfig
import RunEvents
import Testing

@testable import PipelineRunner

private func plan(
  _ pipeline: Pipeline, only: [String] = [], skip: [String] = []
) throws -> [String: [String]] {
  var selection = Selection()
  selection.only = only
  selection.skip = skip
  let plan = try Plan(
    pipeline, selection: selection, defaultLintPaths: { _ in ["Package.swift", "Sources"] })
  return Dictionary(
    plan.steps.map { ($0.step.id, $0.commands.map(\.shellText)) },
    uniquingKeysWith: { first, _ in first })
}

@Suite struct PlanTests {
  @Test func theStandardPipelineBuildsWithCoverage() throws {
    #expect(
      try plan(.standard(lints: true)) == [
        "build": ["swift build --build-tests --enable-code-coverage"],
        "test": [],
        "lint": ["swift format lint --parallel --recursive Package.swift Sources"],
      ])
  }

  @Test func buildsTheTestsWhenNoStepDoes() throws {
    #expect(
      try plan(.standard(lints: false), skip: ["build"])["test"]
        == ["swift build --build-tests --enable-code-coverage"])
    // Alone it works on what is built.
    let alone = try plan(.standard(lints: false), only: ["test"])
    #expect(alone == ["test": []])
  }

  @Test func packagesOfTheirOwnFoldersAreBuiltApart() throws {
    func step(_ id: String, _ action: StepAction, in directory: String) -> PipelineStep {
      var step = PipelineStep(id: id, action: action)
      step.directory = directory
      return step
    }
    var unmeasured = SwiftTestOptions()
    unmeasured.coverage = false
    var pipeline = Pipeline()
    pipeline.steps = [
      step("a", .swiftBuild(SwiftBuildOptions()), in: "A"),
      step("test-a", .swiftTest(SwiftTestOptions()), in: "A"),
      step("b", .swiftBuild(SwiftBuildOptions()), in: "B"),
      step("test-b", .swiftTest(unmeasured), in: "B"),
      step("test-c", .swiftTest(unmeasured), in: "C"),
    ]
    for index in [1, 3, 4] { pipeline.steps[index].needs = ["a", "b"] }
    #expect(
      try plan(pipeline) == [
        "a": ["swift build --build-tests --enable-code-coverage"], "test-a": [],
        "b": ["swift build --build-tests"], "test-b": [],
        "test-c": ["swift build --build-tests"],
      ])
  }

  @Test func requiresAFreshProductWhenATestStepRunsAlone() throws {
    var selection = Selection()
    selection.only = ["test"]
    let plan = try Plan(
      .standard(lints: false), selection: selection, defaultLintPaths: { _ in [] })
    #expect(plan.steps.map(\.requiresFreshProduct) == [true])
    #expect(plan.steps.map(\.buildsTests) == [false])
  }

  @Test(arguments: [
    (Shell.bash, "bash -euo pipefail -c 'echo 1'"),
    (.sh, "sh -eu -c 'echo 1'"),
    (.command(["python3", "-c"]), "python3 -c 'echo 1'"),
  ])
  func runsScriptsThroughTheirShell(shell: Shell, expected: String) throws {
    var step = PipelineStep(id: "s", action: .run(ScriptOptions("echo 1")))
    step.shell = shell
    var pipeline = Pipeline()
    pipeline.steps = [step]
    #expect(try plan(pipeline) == ["s": [expected]])
  }

  @Test func passesBuildOptionsOn() throws {
    var build = SwiftBuildOptions()
    build.configuration = .release
    build.product = "tool"
    build.arguments = ["--static-swift-stdlib"]
    var pipeline = Pipeline()
    pipeline.steps = [
      PipelineStep(id: "b", action: .swiftBuild(build)),
      PipelineStep(id: "e", action: .exec(ExecOptions(["printf", "%s\n", "two words"]))),
      PipelineStep(id: "t", action: .swiftTest(SwiftTestOptions())),
    ]
    #expect(
      try plan(pipeline) == [
        "b": ["swift build --product tool -c release --static-swift-stdlib"],
        "e": ["printf '%s\n' 'two words'"],
        // The release build is no build of the tests.
        "t": ["swift build --build-tests --enable-code-coverage"],
      ])
  }

  /// What another build system built is not what the tests run.
  @Test(arguments: [
    (BuildSystem.swiftbuild, BuildSystem.swiftbuild, false), (.native, .swiftbuild, true),
    (nil, .swiftbuild, true), (.swiftbuild, nil, true), (nil, nil, false),
  ])
  func testsRunWhatTheirBuildSystemBuilt(build: BuildSystem?, test: BuildSystem?, builds: Bool)
    throws
  {
    var pipeline = Pipeline.standard(lints: false)
    guard case .swiftBuild(var building) = pipeline.steps[0].action,
      case .swiftTest(var testing) = pipeline.steps[1].action
    else { return #expect(Bool(false)) }
    building.buildSystem = build
    testing.buildSystem = test
    pipeline.steps[0].action = .swiftBuild(building)
    pipeline.steps[1].action = .swiftTest(testing)
    func command(_ system: BuildSystem?, coverage: Bool) -> String {
      "swift build --build-tests" + (coverage ? " --enable-code-coverage" : "")
        + (system.map { " --build-system \($0.rawValue)" } ?? "")
    }
    // A build that no test runs needs no instrumentation.
    #expect(
      try plan(pipeline) == [
        "build": [command(build, coverage: !builds)],
        "test": builds ? [command(test, coverage: true)] : [],
      ])
  }

  @Test func namesTheBuildSystemOnce() throws {
    var build = SwiftBuildOptions()
    build.buildSystem = .swiftbuild
    build.arguments = ["--build-system=swiftbuild", "-v"]
    var pipeline = Pipeline()
    pipeline.steps = [PipelineStep(id: "b", action: .swiftBuild(build))]
    #expect(try plan(pipeline) == ["b": ["swift build --build-tests --build-system=swiftbuild -v"]])
  }

  @Test func testsOfAReleaseBuildMayImportWhatIsInternal() throws {
    var test = SwiftTestOptions()
    test.configuration = .release
    test.coverage = false
    var pipeline = Pipeline()
    pipeline.steps = [PipelineStep(id: "t", action: .swiftTest(test))]
    let command = "swift build --build-tests -c release -Xswiftc -enable-testing"
    #expect(try plan(pipeline) == ["t": [command]])
    var build = SwiftBuildOptions()
    build.configuration = .release
    pipeline.steps.insert(PipelineStep(id: "b", action: .swiftBuild(build)), at: 0)
    #expect(try plan(pipeline)["b"] == [command])
    build.arguments = ["-Xswiftc", "-enable-testing"]
    pipeline.steps[0] = PipelineStep(id: "b", action: .swiftBuild(build))
    #expect(try plan(pipeline)["b"] == [command])
  }
}
