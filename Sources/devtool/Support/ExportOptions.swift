import ArgumentParser
import PipelineConfig
import ProcessExecution
import ProjectSetup
import ServiceExport
import TerminalUI

/// Settings for the configuration of a CI service, besides the pipeline.
struct ExportOptions: ParsableArguments {
  @Flag(help: "Also post results on pull requests (github, gitlab).")
  var comment = false

  @Option(
    help: ArgumentHelp(
      "Also check pushes to this branch (default: the remote's default branch, else main).",
      valueName: "name"))
  var branch: String?

  @Option(help: ArgumentHelp("Set the base URL of the release files.", valueName: "url"))
  var release = Version.release

  @OptionGroup var config: ConfigOptions

  /// The pipeline of this folder or of `--config`, and where it is.
  func pipeline() throws(CommandFailure) -> (Workspace, Pipeline) {
    let workspace = try Workspace.find(config: config.config)
    return (workspace, try workspace.loadPipeline())
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
