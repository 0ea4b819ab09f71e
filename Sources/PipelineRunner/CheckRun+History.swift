import CIModel
import CIRules
import GitHistory
import PipelineConfig
import RuleExecution
import RunEvents

extension CheckRun {
  /// Begins to read the git history; the steps run meanwhile.
  func readHistory(_ rules: RuleSet) -> Background<HistoryFacts> {
    let lines = lineQuestion
    let listsUncommitted = addsUncommitted && plan.checks.contains(.rules)
    let countsTests = pipeline.tests.minimum == .base && plan.checks.contains(.tests)
    return Background { [request, context] in
      let fetching = HistoryReader.Fetching(launcher: context.launcher) { text in
        context.observer.onEvent(.note(text))
      }
      var history = HistoryFacts.read(
        request.base,
        with: HistoryReader(
          directory: context.gitFolder, environment: context.ownEnvironment,
          fetching: request.fetchesHistory ? fetching : nil, judge: context.policy.commit),
        rules: rules, coverage: lines, countsTests: countsTests, policy: context.policy)
      if listsUncommitted, history.facts.changes != nil {
        history.uncommitted = ChangeSet.uncommittedFiles(
          in: context.gitFolder, environment: context.ownEnvironment
        ).map(\.path)
      }
      return history
    }
  }

  /// Reports of the base, where those of the checkout are not trusted; `nil` lets steps bring them.
  func trustedBaseReports(_ rules: RuleSet) -> [ReportFile]? {
    guard context.policy.commit != nil else { return nil }
    return ReportFiles.readBase(
      rules.baseReportGlobs, in: context.repositoryRoot, context.policy)
  }

  var addsUncommitted: Bool { request.addsUncommitted(context) }

  /// What to ask the history for the coverage of the change; `nil` when no step measures any.
  private var lineQuestion: LineQuestion? {
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
}

extension CheckRun.Request {
  /// Whether uncommitted files belong to the change: on a person's machine, not in CI, where a commit is
  /// built.
  func addsUncommitted(_ context: RunContext) -> Bool {
    !context.isCI && !base.isStaged && base.head == nil
  }
}
