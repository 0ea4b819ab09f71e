import ArgumentParser
import CIModel
import FileSystem
import GitHistory
import PipelineConfig
import ProcessExecution
import ProjectSetup
import TerminalUI

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print a CI service's configuration that runs the pipeline on several machines.",
    discussion: """
      Rules, build, tests in shards and other steps are jobs beside each other; a last one merges the \
      shards, judges the whole and comments. docs/scaling-out.md tells what goes where.

      EXAMPLES
        devtool export github --shards 4 > .github/workflows/ci.yml
        devtool export gitlab --check .gitlab-ci.yml
      """)

  @Argument(help: "github, gitlab, buildkite or circleci.") var service: SetupService
  @Option(help: ArgumentHelp("Deal the tests out to so many machines.", valueName: "count"))
  var shards = 3
  @Flag(help: "Say on pull requests what was found.") var comment = false
  @Option(help: ArgumentHelp("Fail unless this file is what is printed.", valueName: "file"))
  var check: String?
  @Option(help: ArgumentHelp("The URL that the files of a release are below.", valueName: "url"))
  var release: String?
  @OptionGroup var config: ConfigOptions

  func validate() throws {
    guard (1...SharedJobs.mostShards).contains(shards) else {
      throw ValidationError("--shards takes a number from 1 to \(SharedJobs.mostShards)")
    }
    guard release.map(SetupRequest.isSafeRelease) ?? true else {
      throw ValidationError("--release takes a URL, https://… without a slash at its end")
    }
  }

  func run() throws {
    let workspace = try Workspace.find(config: config.config)
    let pipeline = try workspace.loadPipeline(color: false)
    var request = SetupRequest(parts: [], release: release ?? Version.release, tool: ToolBuild.path)
    request.comments = comment
    var facts = ProjectFacts(root: workspace.root)
    let git = try? GitFacts(
      in: workspace.root, environment: currentEnvironment(), launcher: .live())
    if let branch = git?.defaultBranch { facts.defaultBranch = branch }
    let text: String
    do {
      text = try ProjectSetup.export(
        SharedJobs(pipeline.sharedSteps, shards: shards), to: service, request, facts,
        TemplateFolder(named: nil, root: workspace.root))
    } catch let error as SetupError {
      throw CommandFailure(error.exitCode, error.description, help: error.help)
    }
    guard let check else { return try StandardOutput.write(text) }
    do throws(FileError) {
      if try readFile(check, from: .commandLine) == Array(text.utf8) { return }
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    throw CommandFailure(
      .checkFailed, "\(check) is not what `devtool export \(service.rawValue)` prints now",
      help: "Write it again, with the same options: `devtool export … > \(check)`.")
  }
}

extension Pipeline {
  /// What the jobs of a service depend on; the cells of a matrix are one step.
  fileprivate var sharedSteps: [SharedJobs.Step] {
    let groups = Dictionary(steps.map { ($0.id, $0.group) }, uniquingKeysWith: { one, _ in one })
    return steps.map { step in
      var (isTest, keepsBuild) = (false, false)
      switch step.action {
      case .swiftTest: isTest = true
      case .swiftBuild(let options): keepsBuild = options.cache?.store ?? false
      default: break
      }
      return SharedJobs.Step(
        id: step.group, needs: step.needs.map { groups[$0] ?? $0 }, isTest: isTest,
        keepsBuild: keepsBuild)
    }
  }
}

extension SetupService: ExpressibleByArgument {}
