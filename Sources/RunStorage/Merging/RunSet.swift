package import CIModel

/// The runs of one pipeline on several machines: shards of its tests, and other steps and checks.
package struct RunSet: Sendable {
  /// A run and its name in messages, such as the path that it was read from.
  package struct Run: Sendable {
    package var name: String
    package var record: RunRecord

    package init(name: String, record: RunRecord) {
      self.name = name
      self.record = record
    }
  }

  /// Why the runs do not add up to one run of all tests.
  package enum Problem: Error, Hashable {
    case noRuns
    /// Two imported runs have the same name, so their results could not be told apart.
    case sameName(String, runs: [String])
    /// The run executed tests without a shard that other machines executed as well.
    case noShard(run: String)
    /// The run did not end: it is still running, was killed or was cancelled. `shards` is empty
    /// when it ran no shard.
    case unfinished(run: String, shards: [String])
    /// No run of these shards was found.
    case missing(step: String, shards: [String])
    case twice(step: String, shard: String, runs: [String])
    /// The shard has invalid numbers, such as `1/0`.
    case badShard(run: String, shard: String)
    /// The tests were split into different numbers of shards.
    case otherCount(step: String, run: String, count: Int, expected: Int)
    /// The tests were distributed differently, so some may have run nowhere.
    case otherSplit(step: String, runs: [String])
    /// The runs are of different commits.
    case otherCommit(runs: [String])
    /// The runs used different pipeline files.
    case otherPipeline(runs: [String])
    /// There is no record in the file or folder that was named.
    case noRecord(String)
    case unreadable(RunStore.Problem)
  }

  /// The runs: first those without a shard, in the order in which they were named, then shards,
  /// then imports.
  package let runs: [Run]
  /// The missing parts, such as a shard that did not report.
  package let gaps: [Problem]

  /// A finding that lists what is missing, so that the joined run cannot pass; `nil` when nothing
  /// is.
  package var lack: Finding? {
    guard let first = gaps.first else { return nil }
    return Finding(
      .error, "merge", gaps.map(\.description).joined(separator: "; "), help: first.help)
  }

  /// A finding that names runs that failed without a reason in their records, for example because
  /// of `--fail-on warning`; `nil` when there are none.
  var unexplained: Finding? {
    let names = runs.filter { $0.record.verdict == .failed && !$0.record.saysWhyItFailed }
      .map(\.name)
    guard !names.isEmpty else { return nil }
    return Finding(
      .error, "merge",
      "\(names.joined(separator: ", ")) failed, but no step or error explains why",
      help: "Pass the same --fail-on to `merge`.")
  }

  /// - Parameter absent: Further missing parts.
  /// - Throws: Why the runs do not fit together, or that there is no run at all.
  package init(_ named: [Run], absent: [Problem] = []) throws(Problem) {
    guard !named.isEmpty else { throw absent.first ?? .noRuns }
    let ids = named.flatMap { $0.record.steps.lazy.filter { $0.shard != nil }.map(\.id) }
    let missing = try RunSet.missingShards(of: Set(ids).sorted(), named)
    if named.count == 1, absent.isEmpty, named[0].place == 0 { throw .noShard(run: named[0].name) }
    try RunSet.checkUnsharded(named)
    let imported = named.filter(\.record.isImport)
    let names = Dictionary(
      grouping: imported.flatMap { run in run.record.steps.map { ($0.id, run.name) } }, by: \.0)
    for (name, runs) in names.sorted(by: { $0.key < $1.key }) where runs.count > 1 {
      throw .sameName(name, runs: runs.map(\.1))
    }
    for commits in [
      named.map { $0.record.changes?.head }, named.map { $0.record.checkout?.commit },
    ]
    where Set(commits.compactMap { $0 }).count > 1 {
      throw .otherCommit(runs: named.map(\.name))
    }
    guard Set(named.lazy.filter { !$0.record.isImport }.map(\.record.config.path)).count <= 1 else {
      throw .otherPipeline(runs: named.map(\.name))
    }
    let ended = named.filter(\.hasEnded)
    let unfinished = named.filter { !$0.hasEnded }.map { run in
      Problem.unfinished(run: run.name, shards: run.record.steps.compactMap { $0.shard?.text })
    }
    guard !ended.isEmpty else { throw unfinished.first ?? .noRuns }
    runs = ended.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }.map(\.element)
    gaps = absent + unfinished + missing
  }

  /// Checks that a step's tests ran either on one machine or in shards.
  private static func checkUnsharded(_ runs: [Run]) throws(Problem) {
    let own = runs.filter { !$0.record.isImport }
    for (index, run) in own.enumerated() where run.place == 0 && run.hasEnded {
      for step in run.record.steps where step.runsTests && step.suite != nil {
        let others = own.enumerated().lazy.filter { $0.offset != index }.flatMap(
          \.element.record.steps)
        if others.contains(where: { $0.id == step.id && ($0.shard != nil || $0.suite != nil) }) {
          throw .noShard(run: run.name)
        }
      }
    }
  }

  private static func missingShards(
    of steps: [String], _ runs: [Run]
  ) throws(Problem) -> [Problem] {
    var problems: [Problem] = []
    for step in steps {
      if let problem = try missingShards(of: step, runs) { problems.append(problem) }
    }
    return problems
  }

  /// The maximum number of shards. Records are untrusted, and every missing shard is listed.
  private static let mostShards = 10_000

  private static func missingShards(
    of step: String, _ runs: [Run]
  ) throws(Problem) -> Problem? {
    var found: [Int: [String]] = [:]
    var splits: Set<String> = []
    var count: Int?
    for run in runs {
      for shard in run.record.steps.lazy.filter({ $0.id == step }).compactMap(\.shard) {
        guard (1...mostShards).contains(shard.count), (1...shard.count).contains(shard.index) else {
          throw .badShard(run: run.name, shard: shard.text)
        }
        if let count, count != shard.count {
          throw .otherCount(step: step, run: run.name, count: shard.count, expected: count)
        }
        count = shard.count
        found[shard.index, default: []].append(run.name)
        splits.insert(shard.split)
      }
    }
    guard let count else { return nil }
    for (index, names) in found.sorted(by: { $0.key < $1.key }) where names.count > 1 {
      throw .twice(step: step, shard: "\(index)/\(count)", runs: names)
    }
    if splits.count > 1 { throw .otherSplit(step: step, runs: runs.map(\.name)) }
    let missing = (1...count).filter { found[$0] == nil }.map { "\($0)/\(count)" }
    return missing.isEmpty ? nil : .missing(step: step, shards: missing)
  }
}

extension RunRecord {
  /// Whether the record contains a failed step or a finding that fails a run.
  fileprivate var saysWhyItFailed: Bool {
    steps.contains { $0.status == .failed || $0.status == .timedOut }
      || findings.contains { $0.severity == .error && $0.suppressed == nil }
  }
}

extension RunSet.Run {
  fileprivate var hasEnded: Bool { record.verdict == .passed || record.verdict == .failed }

  /// The sort position: 0 for a run without a shard, then the shards, then imports.
  fileprivate var place: Int {
    if record.isImport { return .max }
    return record.steps.lazy.compactMap(\.shard).first?.index ?? 0
  }
}

extension RunSet.Problem: CustomStringConvertible {
  /// A lowercase fragment without a full stop that describes the problem.
  package var description: String {
    switch self {
    case .noRuns:
      "there is nothing to merge"
    case .sameName(let name, let runs):
      "\(runs.joined(separator: " and ")) are both named \(name)"
    case .noShard(let run):
      "\(run) ran no shard"
    case .unfinished(let run, let shards):
      run + (shards.isEmpty ? "" : ", shard \(shards.joined(separator: ", ")),")
        + " has not finished: it was killed or cancelled, or is still running"
    case .missing(let step, let shards):
      "\(shards.count == 1 ? "shard" : "shards") \(shards.joined(separator: ", ")) of step \(step) "
        + "did not report"
    case .twice(let step, let shard, let runs):
      "shard \(shard) of step \(step) is included more than once: "
        + "\(runs.joined(separator: ", "))"
    case .badShard(let run, let shard):
      "\(run) claims to be shard \(shard), which is not a valid shard"
    case .otherCount(let step, let run, let count, let expected):
      "\(run) ran one of \(count) shards of step \(step), others ran one of \(expected)"
    case .otherSplit(let step, let runs):
      "the machines split the tests of step \(step) differently, so some tests may not have run: "
        + runs.joined(separator: ", ")
    case .otherCommit(let runs):
      "the runs are of different commits: \(runs.joined(separator: ", "))"
    case .otherPipeline(let runs):
      "the runs are of different pipeline files: \(runs.joined(separator: ", "))"
    case .noRecord(let name):
      "\(name) contains no run record"
    case .unreadable(let problem):
      problem.message
    }
  }

  /// One imperative sentence that suggests a fix; `nil` when there is none.
  package var help: String? {
    switch self {
    case .noRuns:
      "Name the run folder, or the record.json, of each machine."
    case .sameName:
      "Give each a unique name: `devtool import --name`."
    case .noShard:
      "Merge runs of `devtool check --shard 1/3` and so on."
    case .unfinished, .missing:
      "Check the job that should have written it, and run that job again."
    case .twice:
      "Name each shard once, by its newest run."
    case .otherCount, .otherSplit:
      "Give all shards the same number of parts, the same commit and the same timings."
    case .badShard:
      "Leave it out: devtool did not write this record."
    case .otherCommit:
      "Check out the same commit on every machine."
    case .otherPipeline:
      "Run every machine with the same --config."
    case .noRecord:
      "Name a folder under .devtool/runs, or one that contains .devtool/runs; if the name "
        + "is right, check the job that should have written it."
    case .unreadable(let problem):
      problem.help
    }
  }
}
