import CIModel
import PipelineConfig
import SecretMasking

/// The secret variables of a run, and the mask for their values.
struct RunSecrets: Sendable {
  /// Every variable that the pipeline declares as a secret.
  let names: Set<String>
  /// Secrets that are passed only to the steps that name them.
  let reserved: Set<String>
  /// `names`, and undeclared variables that seem to contain secrets.
  let hidden: Set<String>
  /// The secret values; shared by the steps of the run.
  let known = KnownSecrets()

  init(_ pipeline: Pipeline, in variables: [String: String]) {
    names = Secrets.names(pipeline)
    // No step needs the token of the remote cache, and a step with it could write anything there.
    reserved = Secrets.reserved(pipeline).union(pipeline.remoteCache?.token.map { [$0] } ?? [])
    hidden = names.union(Secrets.suspected(in: variables))
    _ = known.add(Secrets.values(pipeline, in: variables))
  }

  /// Hides secrets in everything that is shown or written; `nil` when there is no secret.
  var mask: SecretMask? { known.mask }
}
