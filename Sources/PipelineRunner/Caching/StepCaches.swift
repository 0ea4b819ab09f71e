import CIModel
import PipelineConfig
import RunEvents
import RunStorage
import StepCache

/// The caches of a run; each is `nil` when no step uses it.
struct StepCaches: Sendable {
  /// Skips steps that are up to date.
  var results: ResultCache?
  /// Restores build folders of earlier runs.
  var builds: BuildCache?
  /// Stores both on a server.
  var remote: RemoteStore?
  /// Why the configured remote cache is not used, as a sentence.
  private(set) var note: String?

  /// Maximum size of the stored results in bytes when `.ci.yml` sets none.
  private static let defaultSize = 5 << 30

  /// No caches.
  init() {}

  init(_ run: CheckRun) {
    let (plan, environment) = (run.plan, run.environment)
    let maximumSize = run.pipeline.cacheSize ?? Self.defaultSize
    let usesResults = plan.steps.contains {
      !$0.isSkipped && ($0.step.inputs != nil || $0.buildCacheOptions != nil)
    }
    if usesResults { (remote, note) = RemoteStore.make(run) }
    let units = BuildUnit.all(plan, root: environment.root, environment: environment.variables)
    let namesInputs = plan.steps.contains { $0.step.inputs != nil }
    if units.isEmpty && !namesInputs { return }
    let scope = CacheScope(run)
    let digests = FileDigests.kept(in: scope.state)
    builds = BuildCache(units, scope, digests: digests, remote: remote, maximumSize: maximumSize)
    if namesInputs {
      results = ResultCache(scope, digests: digests, remote: remote, maximumSize: maximumSize)
    }
  }
}

extension CacheScope {
  init(_ run: CheckRun) {
    let environment = run.environment
    self.init(
      root: environment.root, repositoryRoot: environment.repositoryRoot,
      state: run.services.state, mode: run.options.cacheMode, runID: run.services.directory.id,
      machine: environment.machine, toolchain: environment.toolchain,
      environment: environment.variables, cancellation: environment.cancellation,
      savesBuilds: run.options.savesBuilds)
  }
}
