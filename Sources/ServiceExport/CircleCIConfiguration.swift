internal import ProjectSetup

/// Writes a configuration of CircleCI.
struct CircleCIConfiguration {
  private let graph: JobGraph
  private let parts: ServiceParts

  init(_ graph: JobGraph, _ parts: ServiceParts) { (self.graph, self.parts) = (graph, parts) }

  var document: YAMLText {
    .mapping([
      .init("version", .decimal("2.1")),
      .init(
        "executors",
        [
          "swift": [
            "docker": [["image": .text("swift:\(parts.swiftVersion)")]],
            "resource_class": "medium",
            "environment": ["DEVTOOL_RELEASE": .text(parts.release)],
          ]
        ], isApart: true),
      .init(
        "commands",
        [
          "install-devtool": [
            "steps": [run("Install devtool", parts.installation)]
          ]
        ], isApart: true),
      .init(
        "jobs",
        .mapping(
          graph.jobs.enumerated().map { index, job in
            .init(job.name, self.job(job), isApart: index > 0)
          }), isApart: true),
      .init("workflows", ["ci": ["jobs": .list(graph.jobs.map(workflowJob))]], isApart: true),
    ])
  }

  private func workflowJob(_ job: JobGraph.Job) -> YAMLText {
    // In CircleCI a job waits until others pass; the verdict job waits only for the jobs that it
    // judges.
    let needs = job.needs.filter { need in
      !job.runsAlways
        || graph.jobs.contains {
          $0.name == need && $0.outputs.contains(where: job.inputs.contains)
        }
    }
    return needs.isEmpty
      ? .text(job.name) : .mapping([.init(job.name, ["requires": .words(needs)])])
  }

  private func run(_ name: String, _ script: [String]) -> YAMLText {
    ["run": ["name": .text(name), "command": .script(script)]]
  }

  private func job(_ job: JobGraph.Job) -> YAMLText {
    var entries: [YAMLText.Entry] = [.init("executor", "swift")]
    if let shards = job.shards { entries.append(.init("parallelism", .number(shards))) }
    // git, which the checkout needs, is installed along with devtool.
    var steps: [YAMLText] = ["install-devtool", checkout(job)]
    if !job.inputs.isEmpty { steps.append(["attach_workspace": ["at": .text(".")]]) }
    if job.isBuild { steps.append(restoredCache) }
    // CircleCI counts from 0.
    let number = job.shards == nil ? [] : ["SHARD=$((CIRCLE_NODE_INDEX + 1))"]
    steps.append([
      "run": [
        "name": .text(job.title), "command": .script(number + job.script),
        "no_output_timeout": .text("30m"),
      ]
    ])
    if job.isBuild { steps.append(savedCache) }
    for output in job.outputs { steps += kept(output) }
    entries.append(.init("steps", .list(steps)))
    return .mapping(entries)
  }

  private func checkout(_ job: JobGraph.Job) -> YAMLText {
    job.needsHistory ? ["checkout": ["method": "full"]] : "checkout"
  }

  private func kept(_ artifact: JobGraph.Artifact) -> [YAMLText] {
    switch artifact {
    case .build, .runs:
      [["persist_to_workspace": ["root": .text("."), "paths": [.text(artifact.path)]]]]
    case .reports:
      [
        ["store_test_results": ["path": .text(artifact.path)]],
        ["store_artifacts": ["path": .text(artifact.path)]],
      ]
    }
  }

  private var restoredCache: YAMLText {
    [
      "restore_cache": [
        "name": "Bring back what earlier runs kept",
        "keys": ["devtool-{{ arch }}-{{ .Branch }}-", "devtool-{{ arch }}-"],
      ]
    ]
  }

  private var savedCache: YAMLText {
    [
      "save_cache": [
        "when": "always", "key": "devtool-{{ arch }}-{{ .Branch }}-{{ .Revision }}",
        "paths": [".devtool/cache"],
      ]
    ]
  }
}
