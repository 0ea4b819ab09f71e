internal import ProjectSetup

/// Writes a pipeline of GitLab, also for a child pipeline.
struct GitLabPipeline {
  private let graph: JobGraph
  private let parts: ServiceParts

  init(_ graph: JobGraph, _ parts: ServiceParts) { (self.graph, self.parts) = (graph, parts) }

  var document: YAMLText {
    .mapping(
      [
        .init("workflow", ["rules": .list(Self.occasions.map { ["if": .text($0)] })]),
        .init("variables", ["DEVTOOL_RELEASE": .text(parts.release)], isApart: true),
        .init(
          "default",
          [
            "image": .text("swift:\(parts.swiftVersion)"), "timeout": .text("60 minutes"),
            "interruptible": true, "before_script": [.script(parts.installation)],
          ], isApart: true),
      ]
        + graph.jobs.filter { !$0.comments }.map { job in
          .init(job.name, self.job(job), isApart: true)
        })
  }

  private static let occasions = [
    "$CI_PIPELINE_SOURCE == \"merge_request_event\"", "$CI_PIPELINE_SOURCE == \"parent_pipeline\"",
    "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH",
  ]

  private func job(_ job: JobGraph.Job) -> YAMLText {
    var entries: [YAMLText.Entry] = [.init("needs", .list(job.needs.map { need(job, $0) }))]
    if job.runsAlways { entries.append(.init("when", "always")) }
    if let shards = job.shards, shards > 1 { entries.append(.init("parallel", .number(shards))) }
    if job.needsHistory {
      entries.append(.init("variables", ["GIT_DEPTH": "0"]))
    }
    let number = job.shards.map { [$0 > 1 ? "SHARD=$CI_NODE_INDEX" : "SHARD=1"] } ?? []
    entries.append(.init("script", [.script(number + job.script)]))
    // Needs a masked variable GITLAB_TOKEN: a project access token with the scope `api` and the
    // role Developer.
    let comments = graph.jobs.contains { $0.comments && $0.needs == [job.name] }
    if comments { entries.append(.init("after_script", ["devtool comment"])) }
    if job.isBuild { entries.append(.init("cache", cache)) }
    if !job.outputs.isEmpty { entries.append(.init("artifacts", artifacts(job))) }
    return .mapping(entries)
  }

  /// Downloads artifacts only from jobs that produce the inputs of this job.
  private func need(_ job: JobGraph.Job, _ name: String) -> YAMLText {
    let made = graph.jobs.first { $0.name == name }?.outputs ?? []
    return ["job": .text(name), "artifacts": .flag(made.contains(where: job.inputs.contains))]
  }

  private var cache: YAMLText {
    [
      "key": "devtool-$CI_JOB_NAME_SLUG-$CI_COMMIT_REF_SLUG",
      "fallback_keys": ["devtool-$CI_JOB_NAME_SLUG-$CI_DEFAULT_BRANCH"],
      "paths": [".devtool/cache"],
    ]
  }

  private func artifacts(_ job: JobGraph.Job) -> YAMLText {
    var entries: [YAMLText.Entry] = []
    entries.append(.init("when", "always"))
    if !job.outputs.contains(.reports) { entries.append(.init("expire_in", .text("1 day"))) }
    entries.append(.init("paths", .list(job.outputs.map { .text($0.path) })))
    if job.outputs.contains(.reports) {
      entries.append(.init("reports", ["junit": "devtool-reports/junit.xml"]))
    }
    return .mapping(entries)
  }
}
