import PipelineConfig

/// What a run uses of earlier ones, and keeps for later ones; each is `nil` when no step wants it.
struct StepCaches: Sendable {
  /// Skips steps that are up to date.
  var results: UpToDate?
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

  init(_ pipeline: Pipeline, _ plan: Plan, _ context: RunContext, _ earlier: EarlierResults) {
    let maximumSize = pipeline.cacheSize ?? Self.defaultSize
    let usesResults = plan.steps.contains {
      !$0.isSkipped && ($0.step.inputs != nil || $0.buildCacheOptions != nil)
    }
    if usesResults { (remote, note) = RemoteStore.make(pipeline, context) }
    builds = BuildCache(
      plan, context, remote: remote, maximumSize: maximumSize, digests: earlier.digests)
    if plan.steps.contains(where: { $0.step.inputs != nil }) {
      results = UpToDate(
        context, remote: remote, maximumSize: maximumSize, mode: context.cacheMode,
        earlier: earlier)
    }
  }
}
