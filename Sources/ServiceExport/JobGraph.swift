/// The jobs of a CI service that together do the work of one `devtool check`.
package struct JobGraph: Hashable, Sendable {
  /// The jobs, in the order in which they are written.
  package var jobs: [Job]
  /// The parts of the pipeline that no job runs, and why: sentences.
  package var omissions: [String] = []

  package init(jobs: [Job]) { self.jobs = jobs }

  package struct Job: Hashable, Sendable {
    /// A unique name of letters and hyphens.
    package var name: String
    package var title: String
    /// Lines for a POSIX shell. `$SHARD` is the number of the shard, from 1.
    package var script: [String] = []
    /// Names of jobs that must end first.
    package var needs: [String] = []
    package var inputs: [Artifact] = []
    package var outputs: [Artifact] = []
    /// The number of parallel copies of the job; `nil` is a single job without `$SHARD`.
    package var shards: Int?
    /// Whether it also runs when jobs that it needs have failed.
    package var runsAlways = false
    /// Whether it reads git history, which services truncate.
    package var needsHistory = false
    /// Whether it compiles, so that cached results of earlier runs save work.
    package var isBuild = false
    /// Whether it writes comments on the pull request.
    package var comments = false

    package init(_ name: String, _ title: String) { (self.name, self.title) = (name, title) }
  }

  /// A file or folder that one job passes to others, at a path relative to the checkout.
  package enum Artifact: String, Hashable, Sendable, CaseIterable {
    /// An archive, because services preserve neither permissions nor fractions of seconds.
    case build
    /// A folder with the run of each job.
    case runs
    case reports

    package var path: String {
      switch self {
      case .build: "devtool-build.tar.gz"
      case .runs: "devtool-runs"
      case .reports: "devtool-reports"
      }
    }
  }

  /// Why a graph cannot run. Services detect some of these problems only when they run it.
  package enum Problem: Error, Hashable {
    case duplicate(job: String)
    case unknownNeed(job: String, need: String)
    /// Each job needs the next one in the list, and the last one needs the first.
    case cycle([String])
    /// No job that is needed produces the artifact.
    case missingArtifact(job: String, Artifact)
    case badShardCount(job: String, Int)
    /// Two steps build the tests of one package differently in the same folder, so that only the
    /// last product would remain.
    case sameBuildFolder(String, String)
    /// The id or the folder of a step cannot be written safely into shell scripts and YAML.
    case unsafeName(String)
  }

  /// The maximum that every service supports.
  package static let mostShards = 200

  /// - Throws: The first problem, in the order of the jobs.
  package func check() throws(Problem) {
    var byName: [String: Job] = [:]
    for job in jobs where byName.updateValue(job, forKey: job.name) != nil {
      throw .duplicate(job: job.name)
    }
    for job in jobs {
      for need in job.needs where byName[need] == nil {
        throw .unknownNeed(job: job.name, need: need)
      }
      if let shards = job.shards, !(1...Self.mostShards).contains(shards) {
        throw .badShardCount(job: job.name, shards)
      }
    }
    let before = try everythingBefore(byName)
    for job in jobs {
      for input in job.inputs {
        let makers = before[job.name, default: []]
        guard makers.contains(where: { byName[$0]?.outputs.contains(input) == true }) else {
          throw .missingArtifact(job: job.name, input)
        }
      }
    }
  }

  /// All jobs that each job needs, directly or indirectly, by name.
  private func everythingBefore(_ byName: [String: Job]) throws(Problem) -> [String: Set<String>] {
    var before: [String: Set<String>] = [:]
    for start in jobs where before[start.name] == nil {
      var path = [(name: start.name, next: 0)]
      while let (name, next) = path.last {
        let needs = byName[name]?.needs ?? []
        guard next < needs.count else {
          before[name] = needs.reduce(into: Set(needs)) { $0.formUnion(before[$1] ?? []) }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let need = needs[next]
        if let index = path.firstIndex(where: { $0.name == need }) {
          throw .cycle(path[index...].map(\.name))
        }
        if before[need] == nil { path.append((need, 0)) }
      }
    }
    return before
  }
}

extension JobGraph.Problem: CustomStringConvertible {
  /// A lowercase fragment without a full stop.
  package var description: String {
    switch self {
    case .duplicate(let job): "two jobs are called \(job)"
    case .unknownNeed(let job, let need): "job \(job) needs \(need), which does not exist"
    case .cycle(let jobs):
      "jobs need each other: \((jobs + jobs.prefix(1)).joined(separator: " → "))"
    case .missingArtifact(let job, let artifact):
      "job \(job) uses \(artifact.path), which none of the jobs that it needs creates"
    case .badShardCount(let job, let count):
      "job \(job) has \(count) shards; 1 to \(JobGraph.mostShards) are allowed"
    case .sameBuildFolder(let one, let other):
      "steps \(one) and \(other) build the same tests in two ways, and shards can use only one build"
    case .unsafeName(let name):
      "'\(name)' contains characters that are special in a shell or in YAML"
    }
  }
}
