import CIModel
import LocalState
import PipelineConfig
import RunHistory
import RunStorage
import TestExecution

/// The history of the tests of one step: read before they run, added to after.
struct TestHistoryAccess {
  /// `nil` when the history is not devtool's own and none can be started.
  let store: HistoryStore?
  private let scope: String
  private let scopes: [String]
  private let branch: String?
  /// Names of the branch that the change goes to; empty on that branch.
  private let base: Set<String>
  /// This run, without its tests.
  private let run: HistoryRun
  /// Entries of the history by test id.
  let entries: [String: TestHistory.Entry]
  /// Durations that split the tests among shards: seconds by test id, from runs of all tests only,
  /// because shards that split by each other's durations would lose tests.
  let splitSeconds: [String: Double]
  /// Why the history could not be read, each a sentence.
  let notes: [String]

  init(_ session: StepSession, _ options: SwiftTestOptions) {
    let state = session.run.services.state
    store = state.ownsHistory(claims: true) ? HistoryStore(path: state.historyPath) : nil
    let whole = TestRequest.historyScope(directory: session.step.directory, options)
    let sharded = TestRequest.shardedScope(directory: session.step.directory, options)
    scope = options.shard == nil ? whole : sharded
    run = HistoryRun(session.run.services.record.record)
    // An earlier step may have run the same tests.
    session.run.services.writes.finish()
    scopes = [whole, sharded]
    branch = session.run.surroundings.branch
    base = session.run.baseBranches
    let (known, note) = store?.entries(scopes: scopes) ?? ([], nil)
    let (own, others) = (known.first ?? [:], known.last ?? [:])
    splitSeconds = own.compactMapValues(\.usualSeconds)
    entries = own.merging(others) { one, other in
      var newer = one.lastRun > other.lastRun ? one : other
      newer.usualSeconds = one.usualSeconds ?? other.usualSeconds
      newer.samples = max(one.samples, other.samples)
      if !one.recentSeconds.isEmpty { newer.recentSeconds = one.recentSeconds }
      return newer
    }
    notes = note.map { [$0] } ?? []
  }

  /// Seconds by test id.
  var usualSeconds: [String: Double] { entries.compactMapValues(\.usualSeconds) }

  /// Tests whose last known result is a failure.
  var failed: Set<String> {
    Set(entries.filter { $0.value.lastOutcome?.isFailure == true }.keys)
  }

  /// A test is slower than usual when it takes more than `slownessFactor` times as long and is more
  /// than `slownessSeconds` longer.
  private static let slownessFactor = 3.0
  private static let slownessSeconds = 0.25

  /// Maximum number of tests, the slowest first, that get their earlier durations; they took at
  /// least a tenth of a second.
  private static let toldTests = 500
  private static let toldSeconds = 0.1

  /// Adds earlier durations to the slowest tests.
  private func tellDurations(_ tests: inout [TestCase]) {
    let slow = tests.indices.filter { index in
      tests[index].durationSeconds.map { $0 >= Self.toldSeconds && $0.isFinite } ?? false
    }.sorted { tests[$0].durationSeconds ?? 0 > tests[$1].durationSeconds ?? 0 }
    for index in slow.prefix(Self.toldTests) {
      guard let id = tests[index].id, let recent = entries[id]?.recentSeconds, !recent.isEmpty
      else { continue }
      tests[index].recentSeconds = recent.reversed().map { ($0 * 1_000).rounded() / 1_000 }
    }
  }

  /// Marks the tests that have become slower and stayed so.
  private func tellSlowdowns(_ tests: inout [TestCase], isPart: Bool) {
    var run = run
    run.suites = [HistoryRun.Suite(scope: scope, isPart: isPart, cases: tests)]
    let branches = base.union(branch.map { [$0] } ?? [])
    let slowed = store?.slowed(with: run, scopes: scopes, branches: branches) ?? [:]
    for index in tests.indices {
      let slowdown = tests[index].id.flatMap { slowed[$0] }
      if slowdown?.includes(tests[index].durationSeconds) == true { tests[index].slowed = slowdown }
    }
  }

  /// Adds usual durations to tests that took much longer, and earlier outcomes to failed ones.
  func explain(_ tests: inout [TestCase], isPart: Bool) {
    let failed = Set(tests.lazy.filter { $0.outcome.saysFailure }.compactMap(\.id))
    let earlier = store?.earlier(failed, scopes: scopes, branch: branch, base: base) ?? [:]
    for index in tests.indices where tests[index].outcome.saysFailure {
      guard let id = tests[index].id else { continue }
      let isNew = !entries.isEmpty && entries[id] == nil
      tests[index].earlier = earlier[id] ?? (isNew ? EarlierOutcomes(outcomes: []) : nil)
    }
    tellDurations(&tests)
    tellSlowdowns(&tests, isPart: isPart)
    for index in tests.indices {
      guard let id = tests[index].id, let entry = entries[id], entry.samples >= 3,
        let usual = entry.usualSeconds, let seconds = tests[index].durationSeconds,
        tests[index].outcome == .passed || tests[index].outcome == .failed,
        seconds > usual * TestHistoryAccess.slownessFactor,
        seconds > usual + TestHistoryAccess.slownessSeconds
      else { continue }
      tests[index].usualSeconds = usual
    }
  }

  /// Adds the results of this run.
  ///
  /// - Parameter isPart: Whether only a part of the tests was requested.
  func add(_ tests: [TestCase], isPart: Bool, to writes: DeferredWrites, step: String) {
    let suite = HistoryRun.Suite(scope: scope, isPart: isPart, cases: tests)
    guard let store, !suite.tests.isEmpty else { return }
    writes.add { [runID = run.id] in
      store.add(suite, runID: runID).map { "Step \(step): \($0)" }
    }
  }
}
