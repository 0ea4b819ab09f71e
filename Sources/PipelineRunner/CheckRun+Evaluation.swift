import CIModel
import CIRules
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents
import RunStorage

extension CheckRun {
  /// Judges what was found.
  ///
  /// - Parameter baseReports: Those that were read before the first step; `nil` where steps bring them.
  func evaluate(
    _ record: RunRecord, _ history: HistoryFacts, _ rules: RuleSet, _ baseReports: [ReportFile]?
  ) -> Evaluation.Result {
    let judgesRules = plan.checks.contains(.rules)
    var evaluation = Evaluation(
      rules: judgesRules ? rules : nil, policies: Policies(pipeline, checks: plan.checks),
      requiresChange: options.demandsBase || (pipeline.asksForRules && judgesRules),
      programs: programs)
    let facts = facts(record, history, judgesRules ? rules : nil, baseReports, evaluation.policies)
    let judging = Background { [evaluation] in evaluation.evaluate(facts) }
    if let result = judging.value(unless: environment.cancellation) { return result }
    evaluation.rules = nil
    var result = evaluation.evaluate(facts)
    result.notes.insert(
      "The rules were not judged to their end, because the run was cancelled.", at: 0)
    return result
  }

  private func facts(
    _ record: RunRecord, _ history: HistoryFacts, _ rules: RuleSet?, _ baseReports: [ReportFile]?,
    _ policies: Policies
  ) -> Facts {
    var facts = Facts(record, history: history.facts)
    facts.matrixSteps = pipeline.matrixResults(record.steps)
    // A run that judges an earlier one has no steps of its own.
    facts.steps += judged?.record.steps ?? []
    facts.stepIDs = pipeline.stepGroups
    facts.surroundings = surroundings
    facts.surroundings.checkout = environment.repositoryRoot
    if let rules, facts.changes != nil {
      facts.reports = ReportFiles.read(
        rules.reportGlobs, in: environment.repositoryRoot, environment.policy)
      facts.baseReports =
        baseReports
        ?? ReportFiles.readBase(
          rules.baseReportGlobs, in: environment.repositoryRoot, environment.policy)
    }
    facts.readReferences(
      for: policies, state: services.state, policy: environment.policy, except: record.id,
      declaredTests: history.declaredTests)
    return facts
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
