package import CIModel
package import GitHistory
package import RunEvents
package import StepCache

/// What the command line, and the CI service in its place, ask of a run.
package struct RunOptions: Sendable {
  /// Both ends of the change that the run is about.
  package var base: BaseRequest
  /// Without a merge base the run cannot do what it was asked: `--base` or `--only rules`.
  package var demandsBase = false
  /// `--fetch`: what a shallow clone lacks is fetched.
  package var fetchesHistory = false
  /// What is known of the pull request; `nil` outside of one.
  package var pullRequest: PullRequest?
  /// The least severity of a finding that fails the run; `nil` lets no finding fail it.
  package var failOn: Severity? = .error
  /// `--cache`: what to do with the results of earlier runs.
  package var cacheMode = CacheMode.readWrite
  /// Whether build folders are kept for later runs; else they are only used.
  package var savesBuilds = false
  /// How the output of steps that run at once is kept apart.
  package var output = OutputMode.grouped
  /// Whether the steps are those of the default pipeline: no `.ci.yml` lists any.
  package var isDefaultPipeline = false

  package init(base: BaseRequest = BaseRequest()) {
    self.base = base
  }
}
