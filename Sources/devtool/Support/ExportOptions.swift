import ArgumentParser
import PipelineConfig
import ProcessExecution
import ProjectSetup
import ServiceExport
import TerminalUI

/// What the configuration of a CI service is made with, beside the pipeline.
struct ExportOptions: ParsableArguments {
  @Flag(help: "Say on pull requests what was found (github, gitlab).")
  var comment = false

  @Option(
    help: ArgumentHelp(
      "The branch whose pushes are checked, too (default: the remote's, else main).",
      valueName: "name"))
  var branch: String?

  @Option(help: ArgumentHelp("The URL that the files of a release are below.", valueName: "url"))
  var release = Version.release

  @OptionGroup var config: ConfigOptions

  /// The pipeline of this folder or of `--config`, and where it is.
  func pipeline() throws(CommandFailure) -> (Workspace, Pipeline) {
    let workspace = try Workspace.find(config: config.config)
    return (workspace, try workspace.loadPipeline(color: false))
  }

  /// The top of the checkout, where that is not the folder of the pipeline.
  var topElsewhere: String? {
    guard let workspace = try? Workspace.find(config: config.config) else { return nil }
    return workspace.repositoryRoot == workspace.root ? nil : workspace.repositoryRoot
  }

  func export(_ service: SetupService, shards: Int) throws -> ServiceExport {
    let (workspace, pipeline) = try pipeline()
    do {
      let branch = branch ?? GitFacts.remoteBranch(in: workspace.root, currentEnvironment())
      let parts = try ServiceParts(
        service, release: release, branch: branch ?? "main", root: workspace.root)
      return try ServiceExport(
        pipeline, parts, shards: shards, comments: comment,
        words: (release == Version.release ? [] : ["--release", release])
          + (config.config.map { ["--config", $0] } ?? []))
    } catch let error as SetupError {
      throw CommandFailure(error.exitCode, error.description, help: error.help)
    } catch let error as ExportError {
      throw CommandFailure(error.exitCode, error.description)
    }
  }
}

extension SetupService: ExpressibleByArgument {}
extension ShardPlan.Format: ExpressibleByArgument {}
