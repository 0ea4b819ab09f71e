package import CIModel
package import GitHistory
package import RunEvents
package import StepCache

/// The options of a run, from the command line or from the CI service.
package struct RunOptions: Sendable {
  /// The requested base and head of the change.
  package var base: BaseRequest
  /// Whether the run needs a merge base: with `--base` or `--only rules`.
  package var demandsBase = false
  /// `--fetch`: fetches commits that a shallow clone lacks.
  package var fetchesHistory = false
  /// The pull request as far as it is known; `nil` outside of one.
  package var pullRequest: PullRequest?
  /// The lowest severity of a finding that fails the run; with `nil`, no finding fails it.
  package var failOn: Severity? = .error
  /// `--cache`: what to do with the results of earlier runs.
  package var cacheMode = CacheMode.readWrite
  /// Whether build folders are stored for later runs; else they are only restored.
  package var savesBuilds = false
  /// How the output of concurrent steps is separated.
  package var output = OutputMode.grouped
  /// Whether the steps are those of the default pipeline: no `.ci.yml` lists any.
  package var isDefaultPipeline = false

  package init(base: BaseRequest = BaseRequest()) {
    self.base = base
  }
}
