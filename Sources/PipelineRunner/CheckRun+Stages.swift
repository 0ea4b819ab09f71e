package import CIModel
package import CIRules
import FileSystem
import LocalState
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents
import RunHistory
import RunStorage
import SecretMasking
import SwiftPackage

extension CheckRun {
  /// How a run ended.
  package struct Conclusion: Sendable {
    /// The complete record, including the verdict; the caller has to store it.
    package var record: RunRecord
    package var verdict: Verdict
  }

  /// Runs all stages: reads the history while the steps run, then measures coverage and evaluates
  /// the results.
  package func run() -> Conclusion {
    let start = begin()
    defer { end() }
    let rules = RuleSet(pipeline)
    // Before a step can run code of the change.
    let baseReports = trustedBaseReports(rules)
    let reading = readHistory(rules)
    let checkout = readCheckout()
    let steps = runSteps(reading)
    let coverage = measureCoverage(steps.coverage)
    let history = reading.value(unless: environment.cancellation) ?? HistoryFacts()
    var found = record(start, steps, coverage, history)
    found.checkout = checkout?.value(unless: environment.cancellation) ?? nil
    let evaluation = evaluate(found, steps.observations, history, rules, baseReports)
    return conclude(found, evaluation, history)
  }

  // MARK: Start and end

  private func begin() -> RunRecord {
    services.observer.onEvent(.started(plan))
    let notes = provideSecrets()
    update { record in
      record.packageName = PackageName.read(in: environment.root)
      record.notes += notes
      record.steps.reserveCapacity(plan.steps.count)
    }
    return services.record.record
  }

  private func end() {
    services.outputFiles.remove()
    if !pipeline.secrets.isEmpty { services.directory.removeSecrets() }
  }

  /// Writes the secrets that steps want as files; returns notes for the user.
  private func provideSecrets() -> [String] {
    let variables = environment.variables
    var notes = Secrets.unmaskable(pipeline, in: variables).map { name in
      "The value of \(name) is shorter than \(SecretMask.shortestLength) characters and is not "
        + "masked."
    }
    do throws(FileError) {
      try services.directory.writeSecrets(
        pipeline.secrets.filter(\.isFile).compactMap { secret in
          variables[secret.name].map { (secret.name, $0) }
        })
    } catch {
      notes.append("Secrets were not written: \(error).")
    }
    return notes
  }

  // MARK: The record

  /// The record of all results in plan order, before rules and policies are evaluated.
  private func record(
    _ start: RunRecord, _ steps: RanSteps, _ coverage: MeasuredCoverage, _ history: HistoryFacts
  ) -> RunRecord {
    var record = start
    record.add(steps)
    record.add(coverage)
    judged?.fill(&record, for: plan.checks)
    record.changes = history.facts.changes
    if let measured = record.coverage, plan.checks.contains(.coverage),
      let patch = patch(of: measured, history, steps.coverage)
    {
      record.add(patch)
    }
    return record
  }

  private func conclude(
    _ found: RunRecord, _ evaluation: Evaluation.Result, _ history: HistoryFacts
  ) -> Conclusion {
    var record = found
    record.add(evaluation)
    if services.state.ownsHistory(claims: false) {
      HistoryStore(path: services.state.historyPath).compare(&record, with: baseBranches)
    }
    if plan.checks.contains(.rules) { record.notes += history.notes }
    record.listSlowTests(pipeline.tests)
    let verdict = Verdict(
      record, failOn: options.failOn, missing: evaluation.missing,
      signal: environment.cancellation.signal)
    record.verdict = verdict.recorded
    record.exitCode = Int(verdict.exitCode.status)
    if let mask = secrets.mask {
      record.findings = mask.masked(record.findings)
      record.notes = mask.masked(record.notes)
      record.changes = mask.masked(record.changes)
      record.checkout = mask.masked(record.checkout)
      record.pullRequest = mask.masked(record.pullRequest)
    }
    update { [record] stored in
      let seconds = stored.durationSeconds
      stored = record
      stored.durationSeconds = seconds
    }
    remember(services.record.record)
    return Conclusion(record: services.record.record, verdict: verdict)
  }

  /// Adds the run to the history, except a cancelled run, which measured only a part.
  private func remember(_ record: RunRecord) {
    let run = HistoryRun(record)
    guard record.verdict != .cancelled, record.steps.contains(where: { $0.attempts > 0 }),
      !record.tests.isEmpty || run.saysAnything
    else { return }
    services.writes.add { [state = services.state] in
      guard state.ownsHistory(claims: true) else { return nil }
      return HistoryStore(path: state.historyPath).add(run)
    }
  }
}
