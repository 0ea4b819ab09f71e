import CIModel
import CIRules
import GitHistory
import PipelineConfig

extension CheckRun {
  /// Adds the change set to the record; returns whether something that was asked for is missing.
  ///
  /// - Parameter baseReports: What was there before the first step ran; `nil` where steps may bring it.
  func add(
    _ facts: HistoryFacts, to record: inout RunRecord, _ rules: RuleSet, baseReports: [ReportFile]?
  ) -> Bool {
    record.changes = facts.changes
    if facts.changes != nil, plan.checks.contains(.rules) {
      var judged = facts.facts
      judged.pullRequest = record.pullRequest
      judged.steps = pipeline.withGroups(record.steps)
      judged.tests = record.tests
      judged.coverage = record.coverage
      judged.reports = ReportFiles.read(
        rules.reportGlobs, in: context.repositoryRoot, context.policy)
      judged.baseReports =
        baseReports
        ?? ReportFiles.readBase(
          rules.baseReportGlobs, in: context.repositoryRoot, context.policy)
      judged.surroundings = context.surroundings
      judged.surroundings.checkout = context.repositoryRoot
      judged.stepIDs = pipeline.stepGroups
      if let spoken = verdict(of: rules, on: judged) {
        record.findings += spoken.findings
        record.notes += spoken.notes
      } else {
        record.notes.append(
          "The rules were not judged to their end, because the run was cancelled.")
      }
      record.notes += [judged.changes?.mergeBaseNote].compactMap { $0 }
      if !facts.uncommitted.isEmpty {
        record.notes.append(
          "The rules judged commits, without \(counted(facts.uncommitted.count, "uncommitted file")): "
            + "\(shortList(facts.uncommitted.sorted())). `--staged` judges what is staged.")
      }
    }
    guard let error = facts.error else { return false }
    let isAsked =
      request.demandsBase || (pipeline.asksForRules && plan.checks.contains(.rules))
    if isAsked {
      record.findings.append(
        Finding(.error, "rules", error.description, help: error.help))
      return true
    }
    if case .notARepository = error { return false }
    record.notes.append("Rules were not checked: \(error.description). \(error.help)")
    return false
  }

  /// What the rules say; `nil` when the run was cancelled before they had an answer.
  private func verdict(
    of rules: RuleSet, on facts: Facts
  ) -> (findings: [Finding], notes: [String])? {
    let programs = CommandRules(
      launcher: context.launcher, environment: context.ownEnvironment,
      variables: context.environment, root: context.repositoryRoot,
      workDirectory: context.directory.path, policy: context.policy,
      secrets: context.secretNames, mask: context.mask)
    return Background {
      let asked = programs.findings(rules, in: facts)
      let findings = Suppressions(facts).applied(
        to: rules.findings(in: facts) + asked, rules: rules.ids, policies: rules.suppressions)
      return (findings, rules.notes(in: facts) + rules.conditionNotes(in: facts))
    }.value(unless: context.cancellation)
  }
}
