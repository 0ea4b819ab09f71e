internal import ProjectSetup

/// Writes a pipeline of Buildkite, also for `buildkite-agent pipeline upload`.
struct BuildkitePipeline {
  private let graph: JobGraph
  private let parts: ServiceParts

  init(_ graph: JobGraph, _ parts: ServiceParts) { (self.graph, self.parts) = (graph, parts) }

  var document: YAMLText {
    .mapping([
      .init("env", ["DEVTOOL_RELEASE": .text(parts.release)]),
      .init("steps", .list(graph.jobs.map(step)), isApart: true),
    ])
  }

  private func step(_ job: JobGraph.Job) -> YAMLText {
    var entries: [YAMLText.Entry] = [
      .init("label", .text(job.title)), .init("key", .text(job.name)),
    ]
    if !job.needs.isEmpty {
      let needs = job.needs.map { need -> YAMLText in
        job.runsAlways ? ["step": .text(need), "allow_failure": true] : .text(need)
      }
      entries.append(.init("depends_on", .list(needs)))
    }
    if let shards = job.shards, shards > 1 { entries.append(.init("parallelism", .number(shards))) }
    entries.append(.init("timeout_in_minutes", 60))
    entries.append(.init("plugins", [.mapping([container(job)])]))
    // For hosted agents; other agents keep the folder if BUILDKITE_GIT_CLEAN_FLAGS excludes it.
    if job.isBuild { entries.append(.init("cache", ["paths": [".devtool/cache"]])) }
    if !job.outputs.isEmpty {
      entries.append(.init("artifact_paths", .list(job.outputs.map { .text(Self.pattern($0)) })))
    }
    return .mapping(entries)
  }

  private func container(_ job: JobGraph.Job) -> YAMLText.Entry {
    var script = parts.installation
    for input in job.inputs {
      // A failed job may have left nothing, which the verdict reports.
      let end = job.runsAlways && !job.comments ? " || true" : ""
      script.append("buildkite-agent artifact download '\(Self.pattern(input))' .\(end)")
    }
    if let shards = job.shards {
      // Buildkite counts from 0.
      script.append(shards > 1 ? "SHARD=$$((BUILDKITE_PARALLEL_JOB + 1))" : "SHARD=1")
    }
    // Buildkite substitutes variables before a shell sees them.
    script += job.script.map { $0.replacing("$", with: "$$") }
    let version = parts.version(of: "docker")?.version ?? "v5"
    var settings: [YAMLText.Entry] = [
      .init("image", .text("swift:\(parts.swiftVersion)")), .init("propagate-environment", true),
    ]
    if !job.inputs.isEmpty { settings.append(.init("mount-buildkite-agent", true)) }
    settings.append(.init("command", ["sh", "-ec", .script(script)]))
    return .init("docker#\(version)", .mapping(settings))
  }

  private static func pattern(_ artifact: JobGraph.Artifact) -> String {
    artifact == .build ? artifact.path : "\(artifact.path)/**/*"
  }
}
