/// Advice on how to make a CI service check out the whole history.
package enum FullHistory {
  /// One imperative sentence; `nil` for services that always check out the whole history, or for
  /// which the setting is not known.
  ///
  /// Sources: the services' documentation of checkout, clone and fetch options.
  ///
  /// - Parameter service: A name as in `CIEnvironment.name`.
  package static func advice(for service: String) -> String? {
    switch service {
    case "github": "Add `with: { fetch-depth: 0 }` to `actions/checkout`."
    case "gitlab": "Add `variables: { GIT_DEPTH: \"0\" }` to the job."
    case "azure": "Add `- checkout: self` with `fetchDepth: 0` to the job's steps."
    case "bitbucket": "Add `clone: { depth: full }` to the step."
    case "circleci": "Write `- checkout: { method: full }`."
    case "travis": "Add `git: { depth: false }` to .travis.yml."
    case "appveyor": "Remove `clone_depth` from appveyor.yml."
    case "cirrus": "Remove `CIRRUS_CLONE_DEPTH` from the task's `env`."
    case "buildkite": "Remove `--depth` from `BUILDKITE_GIT_CLONE_FLAGS` and `_FETCH_FLAGS`."
    case "semaphore":
      "Set `SEMAPHORE_GIT_DEPTH` to a number that is large enough, before `checkout`."
    case "woodpecker":
      "Set `partial: false` and `depth: 0` of the plug-in `git` below `clone` in the pipeline."
    default: nil
    }
  }
}
