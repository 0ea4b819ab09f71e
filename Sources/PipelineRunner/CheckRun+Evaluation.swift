import CIModel
import CIRules
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents
import RunStorage

extension CheckRun {
  /// Evaluates rules and policies on the results of the run.
  ///
  /// - Parameters:
  ///   - observations: Observations of the steps that are not part of the record.
  ///   - baseReports: Base reports that were read before the first step; `nil` when steps produce
  ///     them.
  func evaluate(
    _ record: RunRecord, _ observations: [StepObservation], _ history: HistoryFacts,
    _ rules: RuleSet, _ baseReports: [ReportFile]?
  ) -> Evaluation.Result {
    let judgesRules = plan.checks.contains(.rules)
    var evaluation = Evaluation(
      rules: judgesRules ? rules : nil, policies: Policies(pipeline, checks: plan.checks),
      requiresChange: options.demandsBase
        || judgesRules && (pipeline.asksForRules || options.fetchesHistory),
      programs: programs)
    var found = Facts(record, history: history.facts)
    found.observations = observations
    // A run that judges an earlier one has no steps of its own.
    found.steps += judged?.record.steps ?? []
    let facts = Facts.gather(
      found,
      from: FactSources(
        pipeline, policy: environment.policy, state: services.state, surroundings: surroundings),
      rules: evaluation.rules, policies: evaluation.policies, baseReports: baseReports,
      declaredTests: history.declaredTests, except: record.id)
    let judging = Background { [evaluation] in evaluation.evaluate(facts) }
    if let result = judging.value(unless: environment.cancellation) { return result }
    evaluation.rules = nil
    var result = evaluation.evaluate(facts)
    result.notes.insert(
      "The run was cancelled before all rules were checked.", at: 0)
    return result
  }

  private var programs: Evaluation.Programs {
    let programs = CommandRules(
      launcher: environment.launcher, environment: environment.ownVariables,
      variables: environment.variables, root: environment.repositoryRoot,
      workDirectory: services.directory.path, policy: environment.policy,
      secrets: secrets.names, mask: secrets.mask)
    return { programs.findings($0, in: $1) }
  }
}
