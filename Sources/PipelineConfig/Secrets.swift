import CIModel
import CIRules
package import SecretMasking

/// The secrets of a pipeline: which variables they are, and which steps get them.
package enum Secrets {
  /// Every variable that the file or a step calls a secret.
  package static func names(_ pipeline: Pipeline) -> Set<String> {
    var names = reserved(pipeline).union(pipeline.secrets.map(\.name))
    // No step needs it to use the cache, and one could write with it what it likes.
    if let token = pipeline.remoteCache?.token { names.insert(token) }
    return names
  }

  /// Variables that hold secrets although nothing says so, by their names and by their values.
  package static func suspected(in environment: [String: String]) -> Set<String> {
    var names: Set<String> = []
    for (name, value) in environment {
      if SecretName.isSecret(name) || SecretName.isSecretValue(value)
        || CredentialText.occurs(in: value)
      {
        names.insert(name)
      }
    }
    return names
  }

  /// Every variable that holds a secret: those that are called so, those that look so, and those in
  /// whose values one of them stands.
  package static func holders(
    _ names: Set<String>, in environment: [String: String]
  ) -> Set<String> {
    var holders = names.union(suspected(in: environment))
    if let mask = SecretMask(names.compactMap { environment[$0] }) {
      for (name, value) in environment where mask.finds(in: Array(value.utf8)) {
        holders.insert(name)
      }
    }
    return holders
  }

  package static func values(_ pipeline: Pipeline, in environment: [String: String]) -> Set<String>
  {
    Set(names(pipeline).compactMap { environment[$0] })
  }

  /// Hides the values of the pipeline's secrets; `nil` when there is nothing to hide.
  package static func mask(_ pipeline: Pipeline, in environment: [String: String]) -> SecretMask? {
    SecretMask(values(pipeline, in: environment))
  }

  /// The secrets that only the steps get that name them.
  package static func reserved(_ pipeline: Pipeline) -> Set<String> {
    var names: Set<String> = []
    // By index, since a loop over the steps copies each of them.
    for index in pipeline.steps.indices where !pipeline.steps[index].secrets.isEmpty {
      names.formUnion(pipeline.steps[index].secrets)
    }
    return names
  }

  /// Secrets that cannot be hidden, because their values are too short; sorted.
  package static func unmaskable(_ pipeline: Pipeline, in environment: [String: String]) -> [String]
  {
    names(pipeline).filter { name in
      environment[name].map { !$0.isEmpty && $0.utf8.count < SecretMask.shortestLength } ?? false
    }.sorted()
  }
}
