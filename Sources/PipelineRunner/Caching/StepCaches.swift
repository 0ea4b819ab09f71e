import CIModel
import PipelineConfig
import RunEvents
import RunStorage
import StepCache

/// What a run uses of earlier ones, and keeps for later ones; each is `nil` when no step wants it.
struct StepCaches: Sendable {
  /// Skips steps that are up to date.
  var results: ResultCache?
  /// Finds build folders of earlier runs.
  var builds: BuildCache?
  /// Keeps both on a server.
  var remote: RemoteStore?
  /// Why there is no server, where one was asked for.
  private(set) var note: String?

  /// Bytes of results that are kept unless the file says it.
  private static let defaultSize = 5 << 30

  /// None of them.
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
