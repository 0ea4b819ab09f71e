internal import ProjectSetup

/// Writes a workflow of GitHub Actions. Tokens may only read contents; a second workflow writes
/// comments.
struct GitHubWorkflow {
  private let graph: JobGraph
  private let parts: ServiceParts

  init(_ graph: JobGraph, _ parts: ServiceParts) { (self.graph, self.parts) = (graph, parts) }

  var document: YAMLText {
    .mapping([
      .init("name", "CI"),
      .init(
        "on",
        [
          "pull_request": .null, "merge_group": .null,
          "push": ["branches": .words([parts.branch])],
        ], isApart: true),
      .init("permissions", ["contents": "read"], isApart: true),
      .init(
        "concurrency",
        [
          "group": "${{ github.workflow }}-${{ github.ref }}",
          "cancel-in-progress": "${{ github.event_name == 'pull_request' }}",
        ], isApart: true),
      .init("env", ["DEVTOOL_RELEASE": .text(parts.release)], isApart: true),
      .init(
        "jobs",
        .mapping(
          graph.jobs.enumerated().map { index, job in
            .init(job.name, self.job(job), isApart: index > 0)
          }), isApart: true),
    ])
  }

  private func job(_ job: JobGraph.Job) -> YAMLText {
    var entries: [YAMLText.Entry] = [.init("name", .text(job.title))]
    if !job.needs.isEmpty { entries.append(.init("needs", .words(job.needs))) }
    if job.runsAlways { entries.append(.init("if", "${{ !cancelled() }}")) }
    entries += [
      .init("runs-on", "ubuntu-24.04"),
      .init("container", .text("swift:\(parts.swiftVersion)")),
      .init("timeout-minutes", 60),
    ]
    if let shards = job.shards {
      entries.append(
        .init(
          "strategy",
          [
            "fail-fast": false,
            "matrix": ["shard": .numbers(Array(1...shards))],
          ]))
    }
    entries.append(.init("steps", .list(steps(job))))
    return .mapping(entries)
  }

  private func steps(_ job: JobGraph.Job) -> [YAMLText] {
    var settings: [YAMLText.Entry] = []
    // Without history, the merge of the pull request and its parents: the base judges a fork.
    settings.append(.init("fetch-depth", .number(job.needsHistory ? 0 : 2)))
    settings.append(.init("persist-credentials", false))
    var steps = [uses("actions/checkout", nil, .mapping(settings))]
    steps.append(["name": "Install devtool", "run": .script(parts.installation)])
    if job.isBuild { steps.append(cache) }
    for input in job.inputs { steps.append(download(input, for: job)) }
    var run: [YAMLText.Entry] = [.init("name", .text(job.title))]
    if job.name == "verdict" {
      steps.append(heldJobs)
      run.append(.init("if", "${{ !cancelled() }}"))
    }
    run.append(.init("run", .script(job.script)))
    if job.shards != nil { run.append(.init("env", ["SHARD": "${{ matrix.shard }}"])) }
    steps.append(.mapping(run))
    for output in job.outputs { steps.append(upload(output, of: job)) }
    return steps
  }

  /// Makes the verdict fail if any job failed, so that a branch can require it alone.
  private var heldJobs: YAMLText {
    [
      "name": "Hold the other jobs",
      "run": .script([
        "for result in $RESULTS; do",
        "  [ \"$result\" = success ] || { echo \"The other jobs: $RESULTS\"; exit 1; }",
        "done",
      ]),
      "env": ["RESULTS": "${{ join(needs.*.result, ' ') }}"],
    ]
  }

  private var cache: YAMLText {
    uses(
      "actions/cache", "Bring back what earlier runs kept",
      [
        "path": ".devtool/cache",
        "key": "devtool-${{ runner.os }}-${{ runner.arch }}-${{ github.sha }}",
        "restore-keys": "devtool-${{ runner.os }}-${{ runner.arch }}-",
      ])
  }

  private func download(_ artifact: JobGraph.Artifact, for job: JobGraph.Job) -> YAMLText {
    var settings: [YAMLText.Entry] =
      switch artifact {
      case .build: [.init("name", "devtool-build")]
      case .runs:
        [
          .init("pattern", "devtool-run-*"), .init("merge-multiple", true),
          .init("path", .text(artifact.path)),
        ]
      case .reports: [.init("name", "devtool"), .init("path", .text(artifact.path))]
      }
    if artifact == .build { settings.append(.init("path", ".")) }
    return uses(
      "actions/download-artifact", "Bring \(artifact.path)", .mapping(settings),
      // A failed job may have left nothing, which the verdict reports.
      mayFail: job.runsAlways && !job.comments)
  }

  private func upload(_ artifact: JobGraph.Artifact, of job: JobGraph.Job) -> YAMLText {
    let name =
      switch artifact {
      case .build: "devtool-build"
      case .runs: "devtool-run-\(job.name)" + (job.shards == nil ? "" : "-${{ matrix.shard }}")
      case .reports: "devtool"
      }
    var settings: [YAMLText.Entry] = [
      .init("name", .text(name)), .init("path", .text(artifact.path)),
      .init("overwrite", true),
    ]
    if artifact == .build {
      settings += [
        .init("if-no-files-found", "error"), .init("compression-level", 0),
        .init("retention-days", 1),
      ]
    } else {
      settings.append(.init("if-no-files-found", "ignore"))
    }
    return uses(
      "actions/upload-artifact", "Keep \(artifact.path)", .mapping(settings),
      condition: artifact == .build ? nil : "${{ !cancelled() }}")
  }

  private func uses(
    _ action: String, _ name: String?, _ settings: YAMLText, condition: String? = nil,
    mayFail: Bool = false
  ) -> YAMLText {
    var entries: [YAMLText.Entry] = []
    if let name { entries.append(.init("name", .text(name))) }
    if let condition { entries.append(.init("if", .text(condition))) }
    if mayFail { entries.append(.init("continue-on-error", true)) }
    let pin = parts.version(of: action)
    let text = "\(action)@\(pin?.version ?? "main")"
    entries.append(.init("uses", pin?.comment.map { .commented(text, $0) } ?? .text(text)))
    entries.append(.init("with", settings))
    return .mapping(entries)
  }
}
