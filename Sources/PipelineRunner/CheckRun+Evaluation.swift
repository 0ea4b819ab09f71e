import CIModel
import CIRules
import PipelineConfig
import RuleExecution
import RunEvents
import RunStorage

extension CheckRun {
  /// Judges what is known, and adds what that comes to.
  ///
  /// - Parameter baseReports: Those that were read before the first step; `nil` where steps bring them.
  /// - Returns: What could not be judged although something asked for it.
  func evaluate(
    _ history: HistoryFacts, _ rules: RuleSet, _ baseReports: [ReportFile]?,
    _ record: inout RunRecord
  ) -> Evaluation.MissingInput? {
    let judgesRules = plan.checks.contains(.rules)
    var evaluation = Evaluation(
      rules: judgesRules ? rules : nil, policies: Policies(pipeline, checks: plan.checks),
      requiresChange: request.demandsBase || (pipeline.asksForRules && judgesRules),
      programs: programs)
    let facts = facts(record, history, judgesRules ? rules : nil, baseReports, evaluation.policies)
    let result: Evaluation.Result
    let judged = Background { [evaluation] in evaluation.evaluate(facts) }
    if let value = judged.value(unless: context.cancellation) {
      result = value
    } else {
      record.notes.append(
        "The rules were not judged to their end, because the run was cancelled.")
      evaluation.rules = nil
      result = evaluation.evaluate(facts)
    }
    record.add(result)
    if judgesRules { record.notes += history.notes }
    record.listSlowTests(pipeline.tests)
    return result.missing
  }

  private func facts(
    _ record: RunRecord, _ history: HistoryFacts, _ rules: RuleSet?, _ baseReports: [ReportFile]?,
    _ policies: Policies
  ) -> Facts {
    var facts = Facts(record, history: history.facts)
    facts.matrixSteps = pipeline.matrixResults(record.steps)
    // A run that judges an earlier one has no steps of its own.
    facts.steps += request.judged?.record.steps ?? []
    facts.stepIDs = pipeline.stepGroups
    facts.surroundings = context.surroundings
    facts.surroundings.checkout = context.repositoryRoot
    if let rules, facts.changes != nil {
      facts.reports = ReportFiles.read(
        rules.reportGlobs, in: context.repositoryRoot, context.policy)
      facts.baseReports =
        baseReports
        ?? ReportFiles.readBase(rules.baseReportGlobs, in: context.repositoryRoot, context.policy)
    }
    facts.readReferences(
      for: policies, state: context.state, policy: context.policy, except: record.id,
      declaredTests: history.declaredTests)
    return facts
  }

  private var programs: Evaluation.Programs {
    let programs = CommandRules(
      launcher: context.launcher, environment: context.ownEnvironment,
      variables: context.environment, root: context.repositoryRoot,
      workDirectory: context.directory.path, policy: context.policy,
      secrets: context.secretNames, mask: context.mask)
    return { programs.findings($0, in: $1) }
  }
}
