import CIModel
import CoverageData
import GitHistory
import PipelineConfig

extension CheckRun {
  /// What to ask the history for the coverage of the change; `nil` when no step measures any.
  var lineQuestion: LineQuestion? {
    let measures = plan.steps.contains { planned in
      guard !planned.isSkipped, case .swiftTest(let options) = planned.step.action else {
        return false
      }
      return options.coverage
    }
    guard measures || request.judged?.record.coverage != nil, plan.checks.contains(.coverage) else {
      return nil
    }
    return LineQuestion(
      includesWorkTree: !context.isCI, ignoresWhitespace: pipeline.coverage.patch.ignoresWhitespace)
  }

  /// Adds the coverage of the changed lines to the record; returns whether it was asked for and
  /// cannot be had.
  func measurePatch(
    _ facts: HistoryFacts, _ inputs: [CoverageInputs], _ record: inout RunRecord
  ) -> Bool {
    guard let coverage = record.coverage, plan.checks.contains(.coverage) else { return false }
    if let changes = facts.lineChanges {
      let sources = CheckoutSources(
        repositoryRoot: context.repositoryRoot,
        measured: request.judged.map { .marks($0.marks) }
          ?? .edited(inputs.reduce(into: []) { $0.formUnion($1.edited) }))
      var patch = PatchCoverage(
        coverage, policy: pipeline.coverage, commentLines: sources.commentLines,
        wasEdited: sources.wasEdited
      ).patch(of: changes, base: facts.baseName)
      if facts.headIsElsewhere {
        patch.problem = "the change ends at another commit than the one that was built"
        patch.help = "Check out the commit that --head names, and run again."
      }
      // On the base itself there is no change to speak of.
      if patch.addedLines ?? 0 > 0 || !patch.files.isEmpty || pipeline.coverage.requiresPatch {
        record.coverage?.patch = patch
      }
      if let problem = patch.problem, !pipeline.coverage.requiresPatch {
        record.notes.append(
          "The coverage of the changed lines proves nothing: \(problem)."
            + (patch.help.map { " \($0)" } ?? ""))
      }
      return false
    }
    guard pipeline.coverage.requiresPatch, let error = facts.error else { return false }
    // The rules may have said so already.
    if !record.findings.contains(where: { $0.message == error.description }) {
      record.findings.append(
        Finding(.error, "coverage.patch", error.description, help: error.help))
    }
    return true
  }
}
