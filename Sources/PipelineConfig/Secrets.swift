import CIModel
import CIRules
package import SecretMasking

/// The secrets of a pipeline: their variables, and the steps that receive them.
package enum Secrets {
  /// Every variable that the file or a step declares as a secret.
  package static func names(_ pipeline: Pipeline) -> Set<String> {
    var names = reserved(pipeline).union(pipeline.secrets.map(\.name))
    // No step needs the cache token, and a step with it could write anything to the cache.
    if let token = pipeline.remoteCache?.token { names.insert(token) }
    return names
  }

  /// Undeclared variables that seem to contain secrets, by their names or values.
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

  /// Every variable that contains a secret: declared ones, suspected ones, and those whose value
  /// contains a declared secret.
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

  /// The mask for the values of the pipeline's secrets; `nil` when there are none.
  package static func mask(_ pipeline: Pipeline, in environment: [String: String]) -> SecretMask? {
    SecretMask(values(pipeline, in: environment))
  }

  /// The secrets that are passed only to steps that name them.
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
