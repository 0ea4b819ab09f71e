import CIModel
import GitHistory
import PipelineConfig
import ProcessExecution
import RunEvents
import RunStorage
import Synchronization
import TestSupport
import Testing

@testable import LocalState
@testable import PipelineRunner

/// Random pipelines with everything that decides about a step, run by real threads with played
/// commands, and held against the definition of each key.
@Suite struct RandomPipelineTests {
  private static let repository = Result { () throws -> ScratchRepository in
    let repository = try ScratchRepository()
    try repository.commit("Begin", ["README.md": "one"])
    try repository.git("checkout", "-q", "-b", "work")
    try repository.commit("Change", ["Sources/a.swift": "two"])
    return repository
  }

  @Test(arguments: 0..<60)
  func everyStepEndsAsItsKeysSay(seed: UInt64) throws {
    let model = RandomPipeline(seed: seed)
    let run = try model.run(in: Self.repository.get())
    try model.expectStatuses(run)
    model.expectOrder(run)
  }

  /// Whenever the run is cancelled, nothing more starts but what cleans up.
  @Test(arguments: 0..<40)
  func aCancelledRunStartsNothingMore(seed: UInt64) throws {
    var model = RandomPipeline(seed: seed &+ 1_000)
    model.cancelsAtStart = Int(seed % 12)
    let run = try model.run(in: Self.repository.get())
    model.expectOrder(run)
    try model.expectCancelled(run)
  }
}

/// A pipeline, and what its commands will do.
private struct RandomPipeline {
  struct Step {
    var id: String
    var needs: [Int] = []
    var hasUnknownNeed = false
    var locks: [String] = []
    var condition = StepCondition.success
    /// By a step that it needs: runs when that one passed.
    var guardedBy: Int?
    /// Whether `changed` names what changed.
    var changed: Bool?
    var allowed: [Int]?
    var retries = 0
    /// Attempts that fail before one passes, and with what.
    var failures = 0
    var exitStatus: Int32 = 1
    var retriesOnly75 = false
  }

  var steps: [Step] = []
  var jobs = 1
  /// The run is cancelled when so many commands have started.
  var cancelsAtStart = Int.max

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    jobs = Int.random(in: 1...4, using: &random)
    for index in 0..<Int.random(in: 3...14, using: &random) {
      var step = Step(id: "s\(index)")
      step.needs = (0..<index).filter { _ in chance(4) }
      step.hasUnknownNeed = chance(5)
      step.locks = ["k", "l"].filter { _ in chance(4) }
      if chance(4) { step.condition = chance(2) ? .always : .failure }
      // Without needs it would run behind all the others.
      if step.needs.isEmpty { step.condition = .success }
      if chance(4) { step.guardedBy = step.needs.randomElement(using: &random) }
      if chance(4) { step.changed = chance(2) }
      if chance(4) { step.allowed = chance(2) ? [] : [75] }
      step.retries = chance(3) ? Int.random(in: 1...2, using: &random) : 0
      step.failures = chance(2) ? Int.random(in: 0...3, using: &random) : 0
      step.exitStatus = chance(2) ? 75 : 1
      step.retriesOnly75 = chance(2)
      steps.append(step)
    }
  }

  /// As a file, so that needs and conditions are those of the language.
  var text: String {
    "steps:\n"
      + steps.map { step in
        var keys = ["exec: [\(step.id)]"]
        let needs =
          step.needs.map { "s\($0)" }
          + (step.hasUnknownNeed ? ["{ step: nowhere, optional: true }"] : [])
        if !needs.isEmpty { keys.append("needs: [\(needs.joined(separator: ", "))]") }
        if !step.locks.isEmpty { keys.append("locks: [\(step.locks.joined(separator: ", "))]") }
        if step.condition != .success { keys.append("when: \(step.condition.rawValue)") }
        if let other = step.guardedBy {
          keys.append("if: 'steps.s\(other).status == \"passed\"'")
        }
        if let changed = step.changed {
          keys.append("changed: \(changed ? "Sources/**" : "Docs/**")")
        }
        if let allowed = step.allowed {
          keys.append("allow-failure: " + (allowed.isEmpty ? "true" : "{ exit: \(allowed) }"))
        }
        if step.retries > 0 {
          let when = step.retriesOnly75 ? ", when: { exit: 75 }" : ""
          keys.append("retry: { max: \(step.retries)\(when) }")
        }
        return "  \(step.id): { \(keys.joined(separator: ", ")) }\n"
      }.joined()
  }

  // MARK: Running

  struct Run {
    var record: RunRecord
    var events: [Event]
    subscript(_ step: Int) -> StepResult? { record.steps.first { $0.id == "s\(step)" } }
  }

  enum Event: Hashable {
    case started(Int, wasCancelled: Bool)
    case ended(Int)
  }

  func run(in repository: ScratchRepository) throws -> Run {
    let pipeline = try ConfigReader(fileName: ".ci.yml", rules: []).read(Array(text.utf8))
    let cancellation = Cancellation()
    let events = Mutex<[Event]>([])
    let attempts = Mutex<[Int: Int]>([:])
    func launcher(heedsCancellation: Bool) -> ProcessLauncher {
      ProcessLauncher { invocation, _ throws(LaunchError) in
        guard let index = Int(invocation.executable.dropFirst()) else { return .exited(127) }
        let step = steps[index]
        let started = events.withLock { events in
          events.append(.started(index, wasCancelled: cancellation.isRequested))
          return events.count { if case .started = $0 { true } else { false } }
        }
        let attempt = attempts.withLock { attempts in
          attempts[index, default: 0] += 1
          return attempts[index, default: 0]
        }
        if started > cancelsAtStart { cancellation.request(signal: 2) }
        events.withLock { $0.append(.ended(index)) }
        if heedsCancellation, cancellation.isRequested { return .cancelled }
        return .exited(attempt > step.failures ? 0 : step.exitStatus)
      }
    }
    // Steps run elsewhere, so that what one run leaves is no change to the next.
    let scratch = try ScratchDirectory()
    var environment = RunEnvironment(
      launcher: launcher(heedsCancellation: true),
      cleanupLauncher: launcher(heedsCancellation: false), cancellation: cancellation,
      variables: ["PATH": "/usr/bin:/bin"], root: repository.path,
      repositoryRoot: repository.path)
    environment.isCI = true
    let result = try CheckRun.sample(
      pipeline, in: repository.path, keptIn: scratch.path, key: testKey,
      id: "run-\(UInt64.random(in: 0...UInt64.max))", jobs: jobs,
      options: RunOptions(base: BaseRequest(base: "main", head: "work")), environment: environment
    ).run()
    return Run(record: result.record, events: events.withLock { $0 })
  }

  // MARK: What must be

  /// Every step's status follows from its own keys and from how its needs ended.
  func expectStatuses(_ run: Run) throws {
    #expect(run.record.steps.count == steps.count)
    for (index, step) in steps.enumerated() {
      let result = try #require(run[index])
      let needs = try step.needs.map { try #require(run[$0]).status }
      let (status, attempts) = expected(step, needs) { run[$0]?.status == .passed }
      #expect(result.status == status, "\(step) in\n\(text)")
      #expect(result.attempts == attempts, "\(step) in\n\(text)")
    }
  }

  private func expected(
    _ step: Step, _ needs: [StepResult.Status], _ hasPassed: (Int) -> Bool
  ) -> (StepResult.Status, attempts: Int) {
    let areSatisfied = needs.allSatisfy { [.passed, .warned, .skipped].contains($0) }
    switch step.condition {
    case .success: if !areSatisfied { return (.blocked, 0) }
    case .failure: if areSatisfied { return (.skipped, 0) }
    case .always: break
    }
    if let other = step.guardedBy, !hasPassed(other) { return (.skipped, 0) }
    if step.changed == false { return (.skipped, 0) }
    let isWorthIt = !step.retriesOnly75 || step.exitStatus == 75
    let most = 1 + (isWorthIt ? step.retries : 0)
    if step.failures < most { return (.passed, step.failures + 1) }
    let isAllowed = step.allowed.map { $0.isEmpty || $0.contains(Int(step.exitStatus)) } ?? false
    return (isAllowed ? .warned : .failed, most)
  }

  /// Nothing starts before what it needs has ended, beside what has a lock in common, or beyond the
  /// jobs.
  func expectOrder(_ run: Run) {
    var running: [Int] = []
    var startedSteps = Set<Int>()
    for event in run.events {
      switch event {
      case .started(let index, _):
        startedSteps.insert(index)
        let last = run.events.lastIndex(of: .ended(index)) ?? 0
        for need in steps[index].needs {
          let isLater = run.events.firstIndex { $0.isStart(of: need) }.map { $0 > last } ?? false
          #expect(!running.contains(need) && !isLater, "s\(index) and s\(need) of\n\(text)")
        }
        for other in running {
          #expect(Set(steps[other].locks).isDisjoint(with: steps[index].locks))
        }
        running.append(index)
        #expect(running.count <= jobs)
      case .ended(let index):
        running.removeAll { $0 == index }
      }
    }
    #expect(running.isEmpty)
    let ran = Set(steps.indices.filter { (run[$0]?.attempts ?? 0) > 0 })
    #expect(ran == startedSteps)
  }

  func expectCancelled(_ run: Run) throws {
    let isCancelled = run.record.verdict == .cancelled
    let starts = run.events.filter { if case .started = $0 { true } else { false } }
    #expect(isCancelled == (starts.count > cancelsAtStart))
    for case .started(let index, let wasCancelled) in run.events where wasCancelled {
      // One that was being started at that very moment ends at once.
      let status = try #require(run[index]).status
      #expect(steps[index].condition != .success || status == .cancelled, "s\(index) of\n\(text)")
    }
    if !isCancelled { return try expectStatuses(run) }
    for index in steps.indices where steps[index].condition == .success {
      let result = try #require(run[index])
      if result.attempts == 0 {
        #expect([.cancelled, .blocked, .skipped].contains(result.status))
      }
    }
  }
}

extension RandomPipeline.Event {
  fileprivate func isStart(of index: Int) -> Bool {
    if case .started(index, _) = self { true } else { false }
  }
}
