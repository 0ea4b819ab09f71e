package import CIModel
package import CIRules
import FileSystem
package import GitHistory
package import PipelineConfig
import ProcessExecution
import RuleExecution
package import RunEvents
import RunStorage
import SecretMasking

/// The main job, in stages: reads the history while the steps of the plan run, measures coverage,
/// evaluates what was found and concludes with the verdict.
package struct CheckRun {
  let pipeline: Pipeline
  let plan: Plan
  private(set) var context: RunContext
  let request: Request
  private let update: RecordUpdate
  private let startedAt = SuspendingClock().now
  let caches: StepCaches

  /// Changes the record of the run in place, and stores it when that is worth it.
  package typealias RecordUpdate = (_ change: (inout RunRecord) -> Void) -> Void

  /// What the command line asks for beside the plan.
  package struct Request: Hashable, Sendable {
    package var base: BaseRequest
    /// `--base` or `--only rules`: without a merge base the run cannot do what it was asked.
    package var demandsBase: Bool
    /// `--fetch`: what a shallow clone lacks is fetched.
    package var fetchesHistory = false
    /// The least severity of a finding that fails the run; `nil` lets no finding fail it.
    package var failOn: Severity?
    /// Where no step runs, the run whose results are judged.
    package var judged: JudgedRun?

    package init(base: BaseRequest, demandsBase: Bool, failOn: Severity? = .error) {
      self.base = base
      self.demandsBase = demandsBase
      self.failOn = failOn
    }
  }

  /// - Parameter update: Called before and after every step, so that an interrupted run can be reported.
  package init(
    _ pipeline: Pipeline, plan: Plan, context: RunContext, request: Request,
    update: @escaping RecordUpdate
  ) {
    self.pipeline = pipeline
    self.plan = plan
    self.context = context
    self.context.reservedSecrets = Secrets.reserved(pipeline)
    self.context.secretNames = Secrets.names(pipeline)
    self.context.surroundings.secrets = self.context.secretNames.union(
      Secrets.suspected(in: context.environment))
    if let token = pipeline.remoteCache?.token {
      // No step needs it to use the cache, and one could write with it what it likes.
      self.context.reservedSecrets.insert(token)
    }
    _ = self.context.knownSecrets.add(Secrets.values(pipeline, in: context.environment))
    self.request = request
    self.update = update
    self.context.policy.keepJobFiles(
      [
        pipeline.tests.quarantine, pipeline.coverage.ratchet?.file,
        pipeline.coverage.noDrop?.baseline,
      ].compactMap { $0.map { "\(context.root)/\($0)" } })
    caches = StepCaches(pipeline, plan, self.context)
  }

  /// Runs to the end; the record has the verdict in it.
  package func run(_ start: RunRecord) -> (record: RunRecord, verdict: Verdict) {
    var record = begin(start)
    defer { end() }
    let rules = RuleSet(pipeline)
    // Read before a step can run the code of the change.
    let baseReports = trustedBaseReports(rules)
    let reading = readHistory(rules)
    let measured = runSteps(&record, reading)
    if !context.cancellation.isRequested { measureCoverage(measured, &record) }
    request.judged?.fill(&record, for: plan.checks)
    let history = reading.value(unless: context.cancellation) ?? HistoryFacts()
    record.changes = history.facts.changes
    measurePatch(history, measured, &record)
    let missing = evaluate(history, rules, baseReports, &record)
    return conclude(record, missing)
  }

  private func begin(_ start: RunRecord) -> RunRecord {
    var record = start
    context.observer.onEvent(.started(plan))
    record.notes += provideSecrets() + [caches.note].compactMap { $0 }
    store(&record, expectedSteps: plan.steps.count)
    return record
  }

  private func end() {
    context.outputFiles.remove()
    if !pipeline.secrets.isEmpty { context.directory.removeSecrets() }
  }

  private func conclude(
    _ record: RunRecord, _ missing: Evaluation.MissingInput?
  ) -> (record: RunRecord, verdict: Verdict) {
    var record = record
    let verdict = Verdict(
      record, failOn: request.failOn, missing: missing, signal: context.cancellation.signal)
    if let mask = context.mask {
      record.findings = mask.masked(record.findings)
      record.notes = mask.masked(record.notes)
      record.changes = mask.masked(record.changes)
      record.pullRequest = mask.masked(record.pullRequest)
    }
    record.verdict = verdict.recorded
    record.exitCode = Int(verdict.exitCode.status)
    store(&record)
    return (record, verdict)
  }

  // MARK: The stored record

  /// Puts a record in the place of the one that is kept.
  private func store(_ record: inout RunRecord, expectedSteps: Int = 0) {
    record.durationSeconds = elapsedSeconds
    update { [record] stored in
      stored = record
      if expectedSteps > 0 { stored.steps.reserveCapacity(expectedSteps) }
    }
  }

  /// Changes the record where it is kept; a copy for each of many steps would take longer than the
  /// steps.
  func change(_ body: (inout RunRecord) -> Void) {
    let seconds = elapsedSeconds
    update { record in
      record.durationSeconds = seconds
      body(&record)
    }
  }

  private var elapsedSeconds: Double { (SuspendingClock().now - startedAt).seconds }

  /// Writes the secrets that are wanted as files; returns what the reader should know.
  private func provideSecrets() -> [String] {
    var notes = Secrets.unmaskable(pipeline, in: context.environment).map { name in
      "The value of \(name) is shorter than \(SecretMask.shortestLength) characters and is not "
        + "masked."
    }
    do throws(FileError) {
      try context.directory.writeSecrets(
        pipeline.secrets.filter(\.isFile).compactMap { secret in
          context.environment[secret.name].map { (secret.name, $0) }
        })
    } catch {
      notes.append("Secrets were not written: \(error).")
    }
    return notes
  }
}
