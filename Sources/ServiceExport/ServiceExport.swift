package import CIModel
package import PipelineConfig
package import ProjectSetup

/// The pipeline of a checkout as the configuration of a CI service; the same input gives the same
/// bytes.
package struct ServiceExport: Sendable {
  package var graph: JobGraph
  package let parts: ServiceParts
  /// A second file: GitHub gives the jobs of a pull request from a fork no token that may comment.
  package let second: (name: String, text: String)?
  /// The command line that regenerates the file.
  package let command: String

  /// - Parameters:
  ///   - comments: Whether results are posted as comments on pull requests.
  ///   - words: Further words of the command line, such as `--config PATH`.
  package init(
    _ pipeline: Pipeline, _ parts: ServiceParts, shards: Int, comments: Bool, words others: [String]
  ) throws(ExportError) {
    if comments, !parts.service.canComment { throw .cannotComment }
    var options = JobGraph.Options(shards: shards)
    second = comments ? parts.secondWorkflow.map { ("devtool-comment.yml", $0) } : nil
    options.comments = comments && second == nil
    options.failsInVerdict = parts.service == .circleci
    do throws(JobGraph.Problem) {
      graph = try JobGraph(pipeline, options)
    } catch {
      throw .graph(error)
    }
    self.parts = parts
    // Contains only options that differ from the defaults, but always the number of shards, which
    // explains the file.
    var words = ["devtool", "export", parts.service.rawValue]
    if graph.jobs.contains(where: { $0.shards != nil }) { words += ["--shards", "\(shards)"] }
    if comments { words.append("--comment") }
    if parts.branch != "main" { words += ["--branch", parts.branch] }
    command = (words + others).map(shellQuoted).joined(separator: " ")
  }

  /// The text of the file; ends with a line break.
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

  /// All files to write when the first one goes to a path.
  package func files(at path: String) -> [(path: String, text: String)] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return [(path, text)] + (second.map { [(folder + $0.name, $0.text)] } ?? [])
  }

  /// The difference from an existing file; `nil` when there is none. It contains the first
  /// differing lines, marked `-` in the existing file and `+` in the new one.
  package static func staleness(of old: [UInt8], instead new: String) -> String? {
    // Services accept Windows line endings as well.
    let old = String(decoding: old, as: UTF8.self).replacing("\r\n", with: "\n")
    return old == new ? nil : LineDifference(old, new).text
  }
}

/// Why a pipeline cannot be exported to a service.
package enum ExportError: Error, Hashable {
  case cannotComment
  case graph(JobGraph.Problem)

  /// A lowercase fragment without a full stop.
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
