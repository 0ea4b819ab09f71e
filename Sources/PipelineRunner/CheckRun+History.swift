import CIModel
import CIRules
import GitHistory
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents

extension CheckRun {
  /// Begins to read the git history; the steps run meanwhile.
  func readHistory(_ rules: RuleSet) -> Background<HistoryFacts> {
    let lines = lineQuestion
    let listsUncommitted = addsUncommitted && plan.checks.contains(.rules)
    let countsTests = pipeline.tests.minimum == .base && plan.checks.contains(.tests)
    return Background { [options, environment, observer = services.observer] in
      let fetching = HistoryReader.Fetching(launcher: environment.launcher) { text in
        observer.onEvent(.note(text))
      }
      var history = HistoryFacts.read(
        options.base,
        with: HistoryReader(
          directory: environment.gitFolder, environment: environment.ownVariables,
          fetching: options.fetchesHistory ? fetching : nil, judge: environment.policy.commit),
        rules: rules, coverage: lines, countsTests: countsTests, policy: environment.policy)
      if listsUncommitted, history.facts.changes != nil {
        history.uncommitted = ChangeSet.uncommittedFiles(
          in: environment.gitFolder, environment: environment.ownVariables
        ).map(\.path)
      }
      return history
    }
  }

  /// Begins to read what is checked out, before a step changes it; `nil` when no step builds or tests it.
  func readCheckout() -> Background<RunRecord.Checkout?>? {
    guard plan.steps.contains(where: \.needsSwift) else { return nil }
    return Background { [environment] in
      let repository = try? GitRepository.open(
        containing: environment.root, environment: environment.ownVariables)
      return try? repository?.checkout(branch: environment.surroundings.branch)
    }
  }

  /// Reports of the base, where those of the checkout are not trusted; `nil` lets steps bring them.
  func trustedBaseReports(_ rules: RuleSet) -> [ReportFile]? {
    guard environment.policy.commit != nil else { return nil }
    return ReportFiles.readBase(
      rules.baseReportGlobs, in: environment.repositoryRoot, environment.policy)
  }

  /// Whether uncommitted files belong to the change: on a person's machine, not in CI, where a commit is
  /// built.
  var addsUncommitted: Bool {
    !environment.isCI && !options.base.isStaged && options.base.head == nil
  }

  /// What to ask the history for the coverage of the change; `nil` when no step measures any.
  private var lineQuestion: LineQuestion? {
    let measures = plan.steps.contains { planned in
      guard !planned.isSkipped, case .swiftTest(let options) = planned.step.action else {
        return false
      }
      return options.coverage
    }
    guard measures || judged?.record.coverage != nil, plan.checks.contains(.coverage) else {
      return nil
    }
    return LineQuestion(
      includesWorkTree: !environment.isCI,
      ignoresWhitespace: pipeline.coverage.patch.ignoresWhitespace)
  }
}
