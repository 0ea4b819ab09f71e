import PipelineConfig

/// The secrets of a pipeline: which variables they are, and which steps get them.
enum Secrets {
  /// Every variable that the file or a step calls a secret.
  static func names(_ pipeline: Pipeline) -> Set<String> {
    pipeline.steps.reduce(into: Set(pipeline.secrets.map(\.name))) { $0.formUnion($1.secrets) }
  }

  static func values(_ pipeline: Pipeline, in environment: [String: String]) -> Set<String> {
    Set(names(pipeline).compactMap { environment[$0] })
  }

  /// The secrets that a step does not get: those that other steps name and it does not.
  static func kept(from step: PipelineStep, _ pipeline: Pipeline) -> Set<String> {
    let named = pipeline.steps.reduce(into: Set<String>()) { $0.formUnion($1.secrets) }
    return named.subtracting(step.secrets)
  }

  /// Secrets that cannot be hidden, because their values are too short; sorted.
  static func unmaskable(_ pipeline: Pipeline, in environment: [String: String]) -> [String] {
    names(pipeline).filter { name in
      environment[name].map { !$0.isEmpty && $0.utf8.count < SecretMask.shortestLength } ?? false
    }.sorted()
  }
}
