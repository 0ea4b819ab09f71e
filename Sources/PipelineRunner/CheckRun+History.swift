import CIModel
import CIRules
import GitHistory
import PipelineConfig
import ProcessExecution
import RuleExecution
import RunEvents

extension CheckRun {
  /// Starts reading the git history in the background, while the steps run.
  func readHistory(_ rules: RuleSet) -> Background<HistoryFacts> {
    let lines = lineQuestion
    let listsUncommitted = addsUncommitted && plan.checks.contains(.rules)
    let countsTests = pipeline.tests.minimum == .base && plan.checks.contains(.tests)
    return Background { [options, environment, pipeline, observer = services.observer] in
      let fetching = HistoryReader.Fetching(launcher: environment.launcher) { text in
        observer.onEvent(.note(text))
      }
      var history = HistoryFacts.read(
        options.base,
        with: HistoryReader(
          directory: environment.gitFolder, environment: environment.ownVariables,
          fetching: options.fetchesHistory ? fetching : nil, judge: environment.policy.commit),
        rules: rules, coverage: lines, countsTests: countsTests, policy: environment.policy)
      if listsUncommitted {
        history.readUncommitted(
          in: environment.gitFolder, environment: environment.ownVariables, base: options.base,
          branch: environment.surroundings.branch, except: pipeline.reports.flatMap(\.globs))
      }
      return history
    }
  }

  /// Starts reading commit and branch before a step changes them; `nil` when no step needs Swift.
  func readCheckout() -> Background<RunRecord.Checkout?>? {
    guard plan.steps.contains(where: \.needsSwift) else { return nil }
    return Background { [environment] in
      let repository = try? GitRepository.open(
        containing: environment.root, environment: environment.ownVariables)
      return try? repository?.checkout(branch: environment.surroundings.branch)
    }
  }

  /// Reports of the base, read first if the checkout is not trusted; `nil` if steps may make them.
  func trustedBaseReports(_ rules: RuleSet) -> [ReportFile]? {
    guard environment.policy.commit != nil else { return nil }
    return ReportFiles.readBase(
      rules.baseReportGlobs, in: environment.repositoryRoot, environment.policy)
  }

  /// Whether uncommitted files are part of the change: on a developer's machine they are, but not
  /// in CI, which builds a commit.
  var addsUncommitted: Bool {
    !environment.isCI && !options.base.isStaged && options.base.head == nil
  }

  /// The query for the lines of patch coverage; `nil` when no coverage is measured.
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
