package import CIModel
import Expressions
import GitHistory
import PipelineConfig
import RuleExecution
package import RunEvents
import SecretMasking
import StepCache

/// The facts that decide whether a step runs, for `--explain`.
package struct StepExplanation {
  private let planned: Plan.PlannedStep
  private let plan: Plan
  /// Each condition with its current outcome.
  private let conditions: [(text: String, outcome: String, trace: String)]
  /// Why the step would run; empty when it is up to date, `nil` when it always runs.
  private let changes: [String]?
  /// What the build cache would restore; `nil` when the step does not use it.
  private let build: String?
  private let last: (runID: String, result: StepResult)?
  /// Hides secret values in the whole text.
  private let mask: SecretMask?

  /// - Parameters:
  ///   - run: The run that is explained; its plan contains the whole pipeline.
  ///   - last: The newest run that contains the step; `nil` when none is stored.
  package init(_ planned: Plan.PlannedStep, of run: CheckRun, last: RunRecord?) {
    self.planned = planned
    plan = run.plan
    let step = planned.step
    mask = StepExplanation.mask(step, run)
    let asksForChange = step.guards.contains(where: \.asksForChange)
    let facts = ConditionFacts(
      of: step, in: run, changes: asksForChange ? StepExplanation.change(run) : nil,
      after: last?.steps ?? [])
    conditions = step.guards.map { condition in
      let evaluation = condition.evaluate(facts)
      let outcome =
        switch evaluation.outcome {
        case .holds: "true"
        case .doesNotHold: "false"
        case .unknown: "unknown: \(evaluation.missingText)"
        }
      return (condition.text, outcome, evaluation.trace.rendered(indentation: 4))
    }
    changes = StepExplanation.reasons(planned, run)
    let environment = run.environment
    let cache = BuildCache(
      BuildUnit.all(plan, root: environment.root, environment: environment.variables),
      CacheScope(run), digests: .kept(in: run.services.state), remote: nil, maximumSize: .max)
    build = cache?.unit(of: step.id).flatMap { cache?.outlook($0) }
    self.last = last.flatMap { record in
      record.steps.first { $0.id == step.id }.map { (record.id, $0) }
    }
  }

  private static func change(_ run: CheckRun) -> ChangeSet? {
    let environment = run.environment
    let changes = try? HistoryReader(
      directory: environment.gitFolder, environment: environment.ownVariables,
      judge: environment.policy.commit
    ).comparison(run.options.base).changes
    return run.addsUncommitted
      ? changes?.addingUncommitted(
        in: environment.gitFolder, environment: environment.ownVariables)
      : changes
  }

  private static func mask(_ step: PipelineStep, _ run: CheckRun) -> SecretMask? {
    let environment = run.environment
    var values = Secrets.values(run.pipeline, in: environment.variables)
    let files = try? DotenvReading.values(
      step.dotenv, root: environment.root, policy: environment.policy)
    for (name, value) in files ?? [:] where run.secrets.names.contains(name) {
      values.insert(value)
    }
    return SecretMask(values)
  }

  /// Why the step would run; empty when it is up to date, `nil` when it always runs.
  private static func reasons(_ planned: Plan.PlannedStep, _ run: CheckRun) -> [String]? {
    guard planned.step.inputs != nil else { return nil }
    var scope = CacheScope(run)
    scope.mode = .readOnly
    let results = ResultCache(
      scope, digests: .kept(in: scope.state), remote: nil, maximumSize: .max)
    guard let step = try? StepScope(planned, of: run, StepCaches())
    else { return ["it uses outputs of other steps, so this is known only during a run"] }
    do throws(InputSearch.Problem) {
      guard let fingerprint = try results.fingerprint(step) else { return nil }
      return results.reasons(fingerprint, step: planned.step.id)
    } catch {
      return ["its input files cannot be determined: \(error.words)"]
    }
  }

  /// One fact per line.
  package var text: String {
    mask?.masked(facts) ?? facts
  }

  private var facts: String {
    let step = planned.step
    var rows: [(String, String)] = []
    if let cell = step.cell {
      rows.append(("matrix", cell.values.map { "\($0.axis)=\($0.text)" }.joined(separator: ", ")))
    }
    for command in planned.commands { rows.append(("command", command.shellText)) }
    if let inputs = step.inputs { rows.append(("inputs", inputs.joined(separator: ", "))) }
    if let outputs = step.outputs, !outputs.isEmpty {
      rows.append(("outputs", outputs.joined(separator: ", ")))
    }
    if let directory = step.directory { rows.append(("dir", directory)) }
    if step.runsLast {
      rows.append(("needs", "nothing; runs after all others"))
    } else {
      rows.append(("needs", step.needs.isEmpty ? "nothing" : step.needs.joined(separator: ", ")))
    }
    let dependents = plan.steps.filter { $0.step.needs.contains(step.id) && !$0.step.runsLast }
    if !dependents.isEmpty {
      rows.append(("needed by", dependents.map(\.step.id).joined(separator: ", ")))
    }
    if step.condition != .success { rows.append(("when", step.condition.rawValue)) }
    if !planned.allLocks.isEmpty {
      rows.append(("locks", planned.allLocks.joined(separator: ", ")))
    }
    if let timeout = step.timeout { rows.append(("timeout", timeout.words)) }
    if let timeout = step.idleTimeout { rows.append(("idle-timeout", timeout.words)) }
    if step.retry.limit > 0 {
      rows.append(("retry", "up to \(counted(step.retry.limit, "more time"))"))
    }
    switch step.allowFailure {
    case .never: break
    case .always: rows.append(("allow-failure", "every failure"))
    case .exitStatuses(let codes):
      rows.append(
        ("allow-failure", "exit status \(codes.map { String($0) }.joined(separator: ", "))"))
    }
    if !step.secrets.isEmpty { rows.append(("secrets", step.secrets.joined(separator: ", "))) }
    var text = "\(step.id)  \(step.action.kind.rawValue)\n"
    let width = max(
      rows.map(\.0.count).max() ?? 0, changes == nil ? "last run".count : "up to date".count)
    func line(_ name: String, _ value: String) -> String {
      "  " + name + String(repeating: " ", count: width - name.count + 2)
        + value.replacing("\n", with: "\n" + String(repeating: " ", count: width + 4)) + "\n"
    }
    for (name, value) in rows { text += line(name, value) }
    for condition in conditions {
      text += line("if", "\(condition.text)  → \(condition.outcome)")
      text += condition.trace
    }
    if let changes {
      text += line(
        "up to date",
        changes.isEmpty
          ? "yes"
          : "no: " + changes.prefix(5).joined(separator: ", ")
            + (changes.count > 5 ? " and \(changes.count - 5) more" : ""))
    }
    if let build { text += line("cache", build) }
    if let last {
      var words = last.result.status.rawValue
      if let reason = last.result.reason { words += ": \(reason)" }
      text += line("last run", "\(words)  (\(last.runID))")
      for message in last.result.cache ?? [] { text += line("", message) }
    } else {
      text += line("last run", "not in the newest stored run")
    }
    return text
  }
}
