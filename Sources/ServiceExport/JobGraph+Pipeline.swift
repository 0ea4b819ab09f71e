internal import CIModel
package import PipelineConfig

extension JobGraph {
  /// The options of a graph apart from the pipeline.
  package struct Options: Hashable, Sendable {
    package var shards: Int
    /// Whether the last job comments on the pull request.
    package var comments = false
    /// Whether only the verdict fails, because the service stores nothing of a failed job.
    package var failsInVerdict = false

    package init(shards: Int) { self.shards = shards }
  }

  /// Creates a single job for a pipeline without tests; otherwise a build job, the shards of the
  /// tests, jobs for the rules and the other steps beside them, and a job that merges the runs and
  /// judges.
  ///
  /// - Throws: `Problem`, also from `check`.
  package init(_ pipeline: Pipeline, _ options: Options) throws(Problem) {
    var graph = JobGraph(jobs: [])
    let division = StepDivision(pipeline)
    for step in division.leftOut {
      graph.omissions.append(
        "Step \(step.id) is omitted: a job cannot see how the steps of other jobs ended (`when: "
          + "\(step.condition.rawValue)`).")
    }
    if division.steps(.test).isEmpty {
      var job = Job("check", "Check")
      job.script = Self.reporting("devtool check")
      job.outputs = [.reports]
      (job.needsHistory, job.isBuild) = (true, true)
      graph.jobs = [job]
      graph.omissions = []
    } else {
      try division.checkBuilds()
      for place in StepDivision.Place.allCases
      where place != .after
        && (!division.steps(place).isEmpty || place == .build && division.hasBuild)
      {
        graph.jobs.append(try Job(place, division, options))
      }
      var rules = Job("rules", "Rules")
      rules.check("devtool check --only rules", options)
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

  /// Writes reports and bundle whatever the verdict is.
  fileprivate static func reporting(_ command: String) -> [String] {
    let folder = Artifact.reports.path
    let reports = "--report junit=\(folder)/junit.xml --report html=\(folder)/report.html"
    return [
      "status=0", "\(command) \(reports) || status=$?",
      // There may be no run if the command was rejected.
      "devtool bundle --output \(folder)/\(bundleName) || test \"$status\" -ne 0",
      "exit \"$status\"",
    ]
  }

  private static let bundleName = "devtool-bundle.tar"

  private mutating func addComment() {
    guard let last = jobs.last(where: { $0.outputs.contains(.reports) }) else { return }
    var job = Job("comment", "Comment")
    job.script = ["devtool comment ./\(Artifact.reports.path)/\(Self.bundleName)"]
    job.needs = [last.name]
    job.inputs = [.reports]
    (job.runsAlways, job.comments) = (true, true)
    jobs.append(job)
  }
}

extension JobGraph.Job {
  /// Creates a job that runs steps.
  fileprivate init(
    _ place: StepDivision.Place, _ division: StepDivision, _ options: JobGraph.Options
  ) throws(JobGraph.Problem) {
    self.init(place.rawValue, place.title)
    let command = "devtool check" + (try division.selection(place))
    switch place {
    case .build:
      // The verdict checks the limits of warnings; the tests must run regardless.
      check(command, options, then: try archive(division))
      outputs.insert(.build, at: 0)
      isBuild = true
    case .test:
      shards = options.shards
      check("\(command) --shard \"$SHARD/\(options.shards)\"", options)
    case .beside, .built: check(command, options)
    case .after: script = [command]
    }
    needs = division.needs(place)
    needsHistory = division.steps(place).contains { !$0.guards.isEmpty }
    takeBuild()
  }

  /// Runs devtool, stores its run whatever the result, and exits with the same status.
  ///
  /// - Parameter lines: Commands that run only when it passed.
  fileprivate mutating func check(
    _ command: String, _ options: JobGraph.Options, then lines: [String] = []
  ) {
    let folder = JobGraph.Artifact.runs.path
    script = [
      "status=0", "\(command) || status=$?", "mkdir -p \(folder)",
      // There is no run if the command was rejected.
      "cp -R .devtool/runs \"\(folder)/\(shards == nil ? name : "shard-$SHARD")\" || exit \"$status\"",
    ]
    if options.failsInVerdict {
      script += lines
    } else if lines.isEmpty {
      script.append("exit \"$status\"")
    } else {
      script += ["[ \"$status\" -eq 0 ] || exit \"$status\""] + lines
    }
    outputs = [.runs]
  }

  /// Archives the build with the sources and their times, because a product must not be older than
  /// its sources; without the `touch` it may be, if a build had nothing to link. The archive is
  /// written to an excluded folder, because tar must not read a file that changes meanwhile.
  private func archive(_ division: StepDivision) throws(JobGraph.Problem) -> [String] {
    let folders = try division.buildFolders()
    let archive = JobGraph.Artifact.build.path
    return [
      "find \(folders.joined(separator: " ")) -type f -perm -100 -exec touch {} +",
      "tar --format=posix --exclude=./.git --exclude=./.devtool --exclude=./\(JobGraph.Artifact.runs.path) "
        + "-czf \".devtool/\(archive)\" .",
      "mv \".devtool/\(archive)\" .",
    ]
  }

  /// Unpacks the build before the script of the job, and removes the transferred files, which would
  /// otherwise be untracked files in the checkout.
  private mutating func takeBuild() {
    guard needs.contains("build") else { return }
    inputs = [.build]
    let archive = JobGraph.Artifact.build.path
    let unpacking = "tar -xzf \(archive) --no-same-owner"
    script =
      runsAlways
      // A failed build leaves no archive.
      ? ["if [ -f \(archive) ]; then", "  \(unpacking)", "  rm \(archive)", "fi"] + script
      : [unpacking, "rm -rf \(archive) \(JobGraph.Artifact.runs.path)"] + script
  }

  /// - Parameter jobs: All jobs that it waits for.
  fileprivate init(verdictOf jobs: [JobGraph.Job], _ division: StepDivision) {
    let runs = jobs.map { job in
      "\(JobGraph.Artifact.runs.path)/\(job.shards == nil ? job.name : "shard-*/")"
    }
    self.init("verdict", "Verdict")
    script = JobGraph.reporting("devtool merge \(runs.joined(separator: " "))")
    needs = jobs.map(\.name)
    // Coverage of the change is compared with the base.
    (needsHistory, runsAlways) = (true, true)
    takeBuild()
    inputs.append(.runs)
    outputs = [.reports]
  }

  fileprivate init(
    after division: StepDivision, _ options: JobGraph.Options
  ) throws(JobGraph.Problem) {
    try self.init(.after, division, options)
    needs.append("verdict")
  }
}

extension StepDivision.Place {
  fileprivate var title: String {
    switch self {
    case .build: "Build"
    case .test: "Test"
    case .beside: "Other steps"
    case .built: "Steps on the build"
    case .after: "Steps after the tests"
    }
  }
}
