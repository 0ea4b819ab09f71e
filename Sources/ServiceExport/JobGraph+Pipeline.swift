internal import CIModel
package import PipelineConfig

extension JobGraph {
  /// What a graph is made of, beside the pipeline.
  package struct Options: Hashable, Sendable {
    package var shards: Int
    /// Whether the last job says on the pull request what was found.
    package var comments = false
    /// Whether a shard with failed tests ends well, because its service keeps nothing of a failed job.
    package var failsInVerdict = false

    package init(shards: Int) { self.shards = shards }
  }

  /// One job without tests; otherwise one that builds, the shards of the tests, the rules and the other
  /// steps beside them, and one that merges and judges.
  ///
  /// - Throws: Also what `check` throws.
  package init(_ pipeline: Pipeline, _ options: Options) throws(Problem) {
    var graph = JobGraph(jobs: [])
    let division = StepDivision(pipeline)
    for step in division.leftOut {
      graph.omissions.append(
        "Step \(step.id) is left out: a job cannot tell how the steps of others ended (`when: "
          + "\(step.condition.rawValue)`).")
    }
    if division.steps(.test).isEmpty {
      var job = Job("check", "Check", script: Self.reporting("devtool check"))
      job.outputs = [.reports]
      (job.needsHistory, job.isBuild) = (true, true)
      graph.jobs = [job]
      graph.omissions = []
    } else {
      for place in StepDivision.Place.allCases
      where place != .after && !division.steps(place).isEmpty {
        graph.jobs.append(try Job(place, division, options))
      }
      var rules = Job("rules", "Rules", script: ["devtool check --only rules"])
      rules.needsHistory = true
      graph.jobs.append(rules)
      graph.jobs.append(Job(verdictOf: graph.jobs, division))
      if !division.steps(.after).isEmpty {
        graph.jobs.append(try Job(after: division, options))
      }
    }
    if options.comments { graph.addComment() }
    try graph.check()
    self = graph
  }

  /// Reports and bundle are there whatever the verdict is.
  fileprivate static func reporting(_ command: String) -> [String] {
    let folder = Artifact.reports.path
    let reports = "--report junit=\(folder)/junit.xml --report html=\(folder)/report.html"
    return [
      "status=0", "\(command) \(reports) || status=$?",
      // There may be no run where the command was refused.
      "devtool bundle --output \(folder)/\(bundleName) || test \"$status\" -ne 0",
      "exit \"$status\"",
    ]
  }

  private static let bundleName = "devtool-bundle.tar"

  private mutating func addComment() {
    guard let last = jobs.last(where: { $0.outputs.contains(.reports) }) else { return }
    var job = Job(
      "comment", "Comment",
      script: ["devtool comment ./\(Artifact.reports.path)/\(Self.bundleName)"])
    job.needs = [last.name]
    job.inputs = [.reports]
    (job.runsAlways, job.comments) = (true, true)
    jobs.append(job)
  }
}

extension JobGraph.Job {
  /// A job that runs steps.
  fileprivate init(
    _ place: StepDivision.Place, _ division: StepDivision, _ options: JobGraph.Options
  ) throws(JobGraph.Problem) {
    let check = "devtool check" + (try division.selection(place))
    switch place {
    case .build:
      self.init("build", "Build", script: [check])
      let folders = try division.buildFolders()
      let archive = JobGraph.Artifact.build.path
      // With the sources and their times, since a product must not be older than they are; it may be where a
      // build had nothing to link. Written to a folder that is left out, or what is read would change meanwhile.
      script += [
        "find \(folders.joined(separator: " ")) -type f -perm -100 -exec touch {} +",
        "tar --format=posix --exclude=./.git --exclude=./.devtool -czf \".devtool/\(archive)\" .",
        "mv \".devtool/\(archive)\" .",
      ]
      outputs = [.build]
      isBuild = true
    case .test:
      self.init("test", "Test", script: ["status=0"])
      shards = options.shards
      script += [
        "\(check) --shard \"$SHARD/\(options.shards)\" || status=$?",
        "mkdir -p \(JobGraph.Artifact.shards.path)",
        "cp -R .devtool/runs \"\(JobGraph.Artifact.shards.path)/shard-$SHARD\"",
        options.failsInVerdict ? "[ \"$status\" -le 1 ]" : "exit \"$status\"",
      ]
      outputs = [.shards]
    case .beside: self.init("steps", "Other steps", script: [check])
    case .built: self.init("built-steps", "Steps on what is built", script: [check])
    case .after: self.init("after", "Steps behind the tests", script: [check])
    }
    needs = division.needs(place)
    needsHistory = division.steps(place).contains { !$0.guards.isEmpty }
    takeBuild()
  }

  /// The build comes first, and what is built is unpacked. The archive goes: with it the checkout would have files
  /// that are not committed.
  private mutating func takeBuild() {
    guard needs.contains("build") else { return }
    inputs = [.build]
    let archive = JobGraph.Artifact.build.path
    script = ["tar -xzf \(archive) --no-same-owner", "rm \(archive)"] + script
  }

  /// - Parameter jobs: All that it waits for.
  fileprivate init(verdictOf jobs: [JobGraph.Job], _ division: StepDivision) {
    self.init(
      "verdict", "Verdict",
      script: JobGraph.reporting("devtool merge \(JobGraph.Artifact.shards.path)/shard-*/"))
    needs = jobs.map(\.name)
    takeBuild()
    inputs.append(.shards)
    outputs = [.reports]
    // Coverage of the change is judged against the base.
    (needsHistory, runsAlways) = (true, true)
  }

  fileprivate init(
    after division: StepDivision, _ options: JobGraph.Options
  ) throws(JobGraph.Problem) {
    try self.init(.after, division, options)
    needs.append("verdict")
  }
}
