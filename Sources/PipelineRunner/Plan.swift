package import PipelineConfig
import ProcessExecution

/// What a run will do, in order; nothing has been started yet.
package struct Plan: Hashable, Sendable {
  package var steps: [PlannedStep]
  package var checks: Set<Check>
  /// How many steps run at once.
  package var jobs = 1

  /// A step with everything decided that its action leaves open.
  package struct PlannedStep: Hashable, Sendable {
    package var step: PipelineStep
    /// Left out by the command line.
    package var isSkipped: Bool
    /// The locks of the step, and one for the build folder that SwiftPM lets only one use.
    package var allLocks: [String] {
      switch step.action {
      case .swiftBuild, .swiftTest: step.locks + ["SwiftPM in \(step.directory ?? ".")"]
      case .run, .exec, .lint: step.locks
      }
    }
    /// The commands that the step starts, as far as they are known beforehand.
    package var commands: [Command]
    /// Whether its result depends on the toolchain: `swift` is in one of its words.
    package var speaksOfSwift: Bool {
      func speaks(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { bytes in
          bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "s") && bytes[index...].starts(with: "swift".utf8)
          }
        }
      }
      return commands.contains { speaks($0.executable) || $0.arguments.contains(where: speaks) }
    }
    /// Whether it cannot run, or be known to be up to date, without the toolchain.
    package var needsSwift: Bool {
      commands.contains { $0.executable == "swift" } || step.action.keyword == "swift-test"
        || step.inputs != nil && speaksOfSwift
    }
    /// For `swift-test`: build the tests first, because no step before does.
    package var buildsTests = false
    /// For `swift-test`: the product was built by an earlier run and must be newer than its sources.
    package var requiresFreshProduct = false
  }

  /// A command line without what depends on the machine.
  package struct Command: Hashable, Sendable {
    package var executable: String
    package var arguments: [String]

    package init(_ executable: String, _ arguments: [String]) {
      self.executable = executable
      self.arguments = arguments
    }

    package var shellText: String { Invocation(executable, arguments).shellText }
  }

  /// - Parameter defaultLintPaths: What a `lint` step looks at that names nothing, by the step's
  ///   `dir`.
  package init(
    _ pipeline: Pipeline, selection: Selection,
    defaultLintPaths: (_ directory: String?) -> [String]
  ) throws(Selection.UnknownName) {
    let resolved = try selection.resolve(pipeline)
    let ordered = pipeline.inExecutionOrder()
    checks = resolved.checks
    steps = []
    steps.reserveCapacity(ordered.count)
    for step in ordered {
      let isSkipped = resolved.skipped.contains(step.id)
      guard isSkipped || resolved.running.contains(step.id) else { continue }
      var planned = PlannedStep(
        step: step, isSkipped: isSkipped,
        commands: Plan.commands(
          of: step, in: pipeline, defaultLintPaths: { defaultLintPaths(step.directory) }))
      if case .swiftTest(let options) = step.action {
        let isBuilt = ordered.contains { other in
          resolved.running.contains(other.id) && step.needs.contains(other.id)
            && other.directory == step.directory
            && Plan.buildsTests(other, for: options)
        }
        planned.buildsTests = !isBuilt && !resolved.isBare
        planned.requiresFreshProduct = !isBuilt && resolved.isBare
        if planned.buildsTests {
          planned.commands.insert(Plan.testBuildCommand(options), at: 0)
        }
      }
      steps.append(planned)
    }
  }

  private static func buildsTests(
    _ step: PipelineStep, for test: SwiftTestOptions
  ) -> Bool {
    guard case .swiftBuild(let options) = step.action else { return false }
    return options.buildsAllTests
      && options.configuration == test.configuration && options.sanitizer == test.sanitizer
      && options.buildSystem == test.buildSystem
  }

  private static func commands(
    of step: PipelineStep, in pipeline: Pipeline, defaultLintPaths: () -> [String]
  ) -> [Command] {
    switch step.action {
    case .run(let script):
      var words =
        switch step.shell {
        case .bash: ["bash", "-euo", "pipefail", "-c"]
        case .sh: ["sh", "-eu", "-c"]
        case .command(let words): words
        }
      words.append(script)
      return [Command(words[0], Array(words.dropFirst()))]
    case .exec(let words):
      return words.first.map { [Command($0, Array(words.dropFirst()))] } ?? []
    case .swiftBuild(let options):
      // Tests and their build must agree on instrumentation, else everything is compiled twice.
      let measuresCoverage = pipeline.steps.contains { other in
        guard case .swiftTest(let test) = other.action else { return false }
        return test.coverage && test.configuration == options.configuration
          && test.sanitizer == options.sanitizer && test.buildSystem == options.buildSystem
          && other.directory == step.directory
      }
      return [buildCommand(options, coverage: measuresCoverage)]
    case .swiftTest:
      return []
    case .lint(let options):
      let paths = options.paths.isEmpty ? defaultLintPaths() : options.paths
      return [
        Command(
          "swift",
          ["format", "lint", "--parallel", "--recursive"] + (options.strict ? ["--strict"] : [])
            + paths)
      ]
    }
  }

  private static func buildCommand(_ options: SwiftBuildOptions, coverage: Bool) -> Command {
    var arguments = ["build"]
    if let product = options.product { arguments += ["--product", product] }
    if let target = options.target { arguments += ["--target", target] }
    if options.buildsAllTests { arguments.append("--build-tests") }
    if options.configuration == .release {
      arguments += ["-c", "release"]
      // Without it, `@testable import` is an error in a release build.
      if options.buildsAllTests, !options.arguments.contains("-enable-testing") {
        arguments += ["-Xswiftc", "-enable-testing"]
      }
    }
    arguments += options.sanitizer.map { Plan.arguments(for: $0) } ?? []
    if coverage { arguments.append("--enable-code-coverage") }
    return Command("swift", arguments + options.allArguments)
  }

  /// A folder of its own keeps the builds with and without it from undoing each other.
  static func arguments(for sanitizer: Sanitizer) -> [String] {
    ["--sanitize", sanitizer.rawValue, "--scratch-path", ".build/sanitize-\(sanitizer.rawValue)"]
  }

  private static func testBuildCommand(_ options: SwiftTestOptions) -> Command {
    var build = SwiftBuildOptions()
    build.configuration = options.configuration
    build.buildSystem = options.buildSystem
    build.sanitizer = options.sanitizer
    build.arguments = options.arguments
    return buildCommand(build, coverage: options.coverage)
  }
}
