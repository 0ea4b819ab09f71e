package import CIModel
package import PipelineConfig
package import ProjectSetup

/// The pipeline of a checkout as the configuration of a CI service; the same input gives the same bytes.
package struct ServiceExport: Sendable {
  package var graph: JobGraph
  package let parts: ServiceParts
  /// The command line that writes it again, but for `--config` and `--release`.
  package let command: String

  /// - Parameters:
  ///   - comments: Whether what was found is said on pull requests.
  package init(
    _ pipeline: Pipeline, _ parts: ServiceParts, shards: Int, comments: Bool
  ) throws(ExportError) {
    if comments, !parts.service.canComment { throw .cannotComment }
    var options = JobGraph.Options(shards: shards)
    options.comments = comments
    options.failsInVerdict = parts.service == .circleci
    do throws(JobGraph.Problem) {
      graph = try JobGraph(pipeline, options)
    } catch {
      throw .graph(error)
    }
    self.parts = parts
    // Only what differs from the defaults; the number of shards makes the file plain to read.
    var words = ["devtool", "export", parts.service.rawValue]
    if graph.jobs.contains(where: { $0.shards != nil }) { words += ["--shards", "\(shards)"] }
    if comments { words.append("--comment") }
    if parts.branch != "main" { words += ["--branch", parts.branch] }
    command = words.joined(separator: " ")
  }

  /// The file; ends with a line break.
  package var text: String {
    let document =
      switch parts.service {
      case .github: GitHubWorkflow(graph, parts).document
      case .gitlab: GitLabPipeline(graph, parts).document
      case .buildkite: BuildkitePipeline(graph, parts).document
      case .circleci: CircleCIConfiguration(graph, parts).document
      }
    let head =
      ["Written by `\(command)`: change .ci.yml and write it again instead of changing this."]
      + graph.omissions
    return head.map { "# \(VisibleText.shown($0))\n" }.joined() + document.rendered
  }

  /// What is different in a file that was written before; `nil` when nothing is. The first differing
  /// lines, marked `-` in the file and `+` as they should be.
  package func staleness(of old: String) -> String? {
    let new = text
    if old == new { return nil }
    let difference = LineDifference(old, new)
    return difference.text
  }
}

/// Why a pipeline cannot be written for a service.
package enum ExportError: Error, Hashable {
  case cannotComment
  case graph(JobGraph.Problem)

  /// A lowercase fragment, no full stop.
  package var description: String {
    switch self {
    case .cannotComment: "--comment is for github and gitlab"
    case .graph(let problem): problem.description
    }
  }

  package var exitCode: ExitCode {
    switch self {
    case .cannotComment, .graph(.badShardCount): .badCommandLine
    case .graph: .badConfiguration
    }
  }
}
