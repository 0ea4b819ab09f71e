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

  init(_ pipeline: Pipeline, _ plan: Plan, _ context: RunContext) {
    let maximumSize = pipeline.cacheSize ?? Self.defaultSize
    let usesResults = plan.steps.contains {
      !$0.isSkipped && ($0.step.inputs != nil || $0.buildCacheOptions != nil)
    }
    if usesResults { (remote, note) = RemoteStore.make(pipeline, context) }
    let units = BuildUnit.all(plan, root: context.root, environment: context.environment)
    let namesInputs = plan.steps.contains { $0.step.inputs != nil }
    if units.isEmpty && !namesInputs { return }
    let scope = CacheScope(context)
    let digests = FileDigests.kept(in: scope.state)
    builds = BuildCache(units, scope, digests: digests, remote: remote, maximumSize: maximumSize)
    if namesInputs {
      results = ResultCache(scope, digests: digests, remote: remote, maximumSize: maximumSize)
    }
  }
}

extension CacheScope {
  init(_ context: RunContext) {
    self.init(
      root: context.root, repositoryRoot: context.repositoryRoot, state: context.state,
      mode: context.cacheMode, runID: context.directory.id,
      machine: "\(context.surroundings.os) \(context.surroundings.architecture)",
      toolchain: context.toolchain, environment: context.environment,
      cancellation: context.cancellation, savesBuilds: context.savesBuilds)
  }
}
