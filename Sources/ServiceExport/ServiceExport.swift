package import CIModel
package import PipelineConfig
package import ProjectSetup

/// The pipeline of a checkout as the configuration of a CI service; the same input gives the same bytes.
package struct ServiceExport: Sendable {
  package var graph: JobGraph
  package let parts: ServiceParts
  /// A file beside it, by its name: GitHub gives the jobs of a fork's request no token that may comment.
  package let second: (name: String, text: String)?
  /// The command line that writes it again.
  package let command: String

  /// - Parameters:
  ///   - comments: Whether what was found is said on pull requests.
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
    // Only what differs from the defaults; the number of shards makes the file plain to read.
    var words = ["devtool", "export", parts.service.rawValue]
    if graph.jobs.contains(where: { $0.shards != nil }) { words += ["--shards", "\(shards)"] }
    if comments { words.append("--comment") }
    if parts.branch != "main" { words += ["--branch", parts.branch] }
    command = (words + others).map(shellQuoted).joined(separator: " ")
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

  /// All that is written where the first file goes to a path.
  package func files(at path: String) -> [(path: String, text: String)] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return [(path, text)] + (second.map { [(folder + $0.name, $0.text)] } ?? [])
  }

  /// What is different in a file that was written before; `nil` when nothing is. The first differing
  /// lines, marked `-` in the file and `+` as they should be.
  package static func staleness(of old: [UInt8], instead new: String) -> String? {
    // Line ends of Windows mean the same to every service.
    let old = String(decoding: old, as: UTF8.self).replacing("\r\n", with: "\n")
    return old == new ? nil : LineDifference(old, new).text
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
