package import CIModel

/// The runs of all shards of one pipeline, proved to be complete.
package struct ShardSet: Sendable {
  /// A run and what it is called in messages, such as the path that it was read from.
  package struct Run: Sendable {
    package var name: String
    package var record: RunRecord

    package init(name: String, record: RunRecord) {
      self.name = name
      self.record = record
    }
  }

  /// Why the runs together are not what one run of all tests would have been.
  package enum Problem: Error, Hashable {
    case noRuns
    /// Two imported runs have the same name, so that nobody could tell their results apart.
    case sameName(String, runs: [String])
    /// None of its steps ran for a shard.
    case noShard(run: String)
    /// It has no end: it goes on, was killed or was cancelled. Without `shards` it did not come to its tests' end.
    case unfinished(run: String, shards: [String])
    /// `shards` did not report.
    case missing(step: String, shards: [String])
    case twice(step: String, shard: String, runs: [String])
    /// The tests were cut into different numbers of parts.
    case otherCount(step: String, run: String, count: Int, expected: Int)
    /// The tests were dealt out differently, so that some may have run nowhere.
    case otherSplit(step: String, runs: [String])
    /// They built different commits.
    case otherCommit(runs: [String])
    /// They ran pipelines of different files.
    case otherPipeline(runs: [String])
    /// The file or folder that was named.
    case noRecord(String)
    case unreadable(RunStore.Problem)
  }

  /// In the order of the shards.
  package let runs: [Run]

  /// - Throws: What is missing or does not fit together.
  package init(_ runs: [Run]) throws(Problem) {
    guard !runs.isEmpty else { throw .noRuns }
    let own = runs.filter { !$0.record.isImport }
    for run in runs {
      let shards = run.record.steps.compactMap { $0.shard?.text }
      switch run.record.verdict {
      case .passed, .failed: break
      case .cancelled, .unknown: throw .unfinished(run: run.name, shards: shards)
      }
      // One run of everything may be joined with what other tools left.
      let isWhole = own.count == 1 && runs.count > 1
      if shards.isEmpty, !isWhole, !run.record.isImport { throw .noShard(run: run.name) }
    }
    let ids = runs.flatMap { $0.record.steps.lazy.filter { $0.shard != nil }.map(\.id) }
    for step in Set(ids).sorted() { try ShardSet.check(step, runs) }
    let imported = runs.filter(\.record.isImport)
    let names = Dictionary(
      grouping: imported.flatMap { run in run.record.steps.map { ($0.id, run.name) } }, by: \.0)
    for (name, runs) in names.sorted(by: { $0.key < $1.key }) where runs.count > 1 {
      throw .sameName(name, runs: runs.map(\.1))
    }
    for commits in [runs.map { $0.record.changes?.head }, runs.map { $0.record.checkout?.commit }]
    where Set(commits.compactMap { $0 }).count > 1 {
      throw .otherCommit(runs: runs.map(\.name))
    }
    guard Set(own.map(\.record.config.path)).count <= 1 else {
      throw .otherPipeline(runs: runs.map(\.name))
    }
    self.runs = runs.sorted { ShardSet.place($0) < ShardSet.place($1) }
  }

  private static func place(_ run: Run) -> Int {
    run.record.steps.lazy.compactMap(\.shard).first?.index ?? .max
  }

  private static func check(_ step: String, _ runs: [Run]) throws(Problem) {
    var found: [Int: [String]] = [:]
    var splits: Set<String> = []
    var count: Int?
    for run in runs {
      for shard in run.record.steps.lazy.filter({ $0.id == step }).compactMap(\.shard) {
        if let count, count != shard.count {
          throw .otherCount(step: step, run: run.name, count: shard.count, expected: count)
        }
        count = shard.count
        found[shard.index, default: []].append(run.name)
        splits.insert(shard.split)
      }
    }
    guard let count else { return }
    for (index, names) in found.sorted(by: { $0.key < $1.key }) where names.count > 1 {
      throw .twice(step: step, shard: "\(index)/\(count)", runs: names)
    }
    let missing = (1...count).filter { found[$0] == nil }.map { "\($0)/\(count)" }
    if !missing.isEmpty { throw .missing(step: step, shards: missing) }
    if splits.count > 1 { throw .otherSplit(step: step, runs: runs.map(\.name)) }
  }
}

extension ShardSet.Problem: CustomStringConvertible {
  /// What is wrong: a lowercase fragment, no full stop.
  package var description: String {
    switch self {
    case .noRuns:
      "there is nothing to merge"
    case .sameName(let name, let runs):
      "\(runs.joined(separator: " and ")) are both called \(name)"
    case .noShard(let run):
      "\(run) ran no shard"
    case .unfinished(let run, let shards):
      run + (shards.isEmpty ? "" : ", shard \(shards.joined(separator: ", ")),")
        + " has no end: it was killed or cancelled, or it goes on"
    case .missing(let step, let shards):
      "\(shards.count == 1 ? "shard" : "shards") \(shards.joined(separator: ", ")) of step \(step) "
        + "did not report"
    case .twice(let step, let shard, let runs):
      "shard \(shard) of step \(step) is there more than once: \(runs.joined(separator: ", "))"
    case .otherCount(let step, let run, let count, let expected):
      "\(run) ran one of \(count) shards of step \(step), others ran one of \(expected)"
    case .otherSplit(let step, let runs):
      "the machines dealt out the tests of step \(step) differently, so that some may have run nowhere: "
        + runs.joined(separator: ", ")
    case .otherCommit(let runs):
      "the shards built different commits: \(runs.joined(separator: ", "))"
    case .otherPipeline(let runs):
      "the shards ran pipelines of different files: \(runs.joined(separator: ", "))"
    case .noRecord(let name):
      "\(name) holds no record of a run"
    case .unreadable(let problem):
      problem.message
    }
  }

  /// What to do about it: one imperative sentence; `nil` where nothing can be done.
  package var help: String? {
    switch self {
    case .noRuns:
      "Name the run folder, or the record.json, of each shard."
    case .sameName:
      "Give each a name of its own: `devtool import --name`."
    case .noShard:
      "Merge runs of `devtool check --shard 1/3` and so on."
    case .unfinished, .missing:
      "Look at the job of that shard, and run it again."
    case .twice:
      "Name each shard once: the newest run of it."
    case .otherCount, .otherSplit:
      "Give all shards the same number of parts, the same commit and the same timings."
    case .otherCommit:
      "Check out the same commit for every shard."
    case .otherPipeline:
      "Run every shard with the same --config."
    case .noRecord:
      "Name a folder under .devtool/runs, or one that has .devtool/runs in it."
    case .unreadable(let problem):
      problem.help
    }
  }
}
