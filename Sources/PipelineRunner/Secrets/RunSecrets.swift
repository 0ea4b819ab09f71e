import CIModel
import PipelineConfig
import SecretMasking

/// Which variables of a run are secret, and what hides their values.
struct RunSecrets: Sendable {
  /// Every variable that the pipeline calls a secret.
  let names: Set<String>
  /// Secrets that only the steps get that name them.
  let reserved: Set<String>
  /// Those, and the variables that hold secrets although nothing says so.
  let hidden: Set<String>
  /// The values; shared by the steps of the run.
  let known = KnownSecrets()

  init(_ pipeline: Pipeline, in variables: [String: String]) {
    names = Secrets.names(pipeline)
    // No step needs the token to use the cache, and one could write with it what it likes.
    reserved = Secrets.reserved(pipeline).union(pipeline.remoteCache?.token.map { [$0] } ?? [])
    hidden = names.union(Secrets.suspected(in: variables))
    _ = known.add(Secrets.values(pipeline, in: variables))
  }

  /// Hides what is secret in everything that is shown or written; `nil` when nothing is.
  var mask: SecretMask? { known.mask }
}
