import PipelineConfig

/// The secrets of a pipeline: which variables they are, and which steps get them.
enum Secrets {
  /// Every variable that the file or a step calls a secret.
  static func names(_ pipeline: Pipeline) -> Set<String> {
    reserved(pipeline).union(pipeline.secrets.map(\.name))
  }

  static func values(_ pipeline: Pipeline, in environment: [String: String]) -> Set<String> {
    Set(names(pipeline).compactMap { environment[$0] })
  }

  /// The secrets that only the steps get that name them.
  static func reserved(_ pipeline: Pipeline) -> Set<String> {
    var names: Set<String> = []
    // By index, since a loop over the steps copies each of them.
    for index in pipeline.steps.indices where !pipeline.steps[index].secrets.isEmpty {
      names.formUnion(pipeline.steps[index].secrets)
    }
    return names
  }

  /// Secrets that cannot be hidden, because their values are too short; sorted.
  static func unmaskable(_ pipeline: Pipeline, in environment: [String: String]) -> [String] {
    names(pipeline).filter { name in
      environment[name].map { !$0.isEmpty && $0.utf8.count < SecretMask.shortestLength } ?? false
    }.sorted()
  }
}
