package import CIModel

extension CIEnvironment {
  /// The reason for the job; `nil` when the service does not report one.
  ///
  /// Sources: `GITHUB_EVENT_NAME` and `GITHUB_REF_TYPE` of GitHub Actions, `CI_PIPELINE_SOURCE` and
  /// `CI_MERGE_REQUEST_EVENT_TYPE` of GitLab, and the variables of other services that contain the
  /// built tag.
  package func event(_ variables: [String: String]) -> Surroundings.Event? {
    let variables = Variables(variables)
    guard name != nil else { return .local }
    if let word = variables["GITHUB_EVENT_NAME"] {
      switch word {
      case "pull_request", "pull_request_target", "pull_request_review": return .pullRequest
      case "merge_group": return .mergeQueue
      case "push", "create": return variables["GITHUB_REF_TYPE"] == "tag" ? .tag : .push
      case "release": return .tag
      case "schedule": return .schedule
      case "workflow_dispatch", "repository_dispatch": return .manual
      default: return nil
      }
    }
    if let word = variables["CI_PIPELINE_SOURCE"] {
      switch word {
      case "merge_request_event", "external_pull_request_event":
        return variables["CI_MERGE_REQUEST_EVENT_TYPE"] == "merge_train"
          ? .mergeQueue : .pullRequest
      case "push": return variables.has("CI_COMMIT_TAG") ? .tag : .push
      case "schedule": return .schedule
      case "web", "api", "trigger", "chat", "webide": return .manual
      default: return nil
      }
    }
    if isPullRequest { return .pullRequest }
    let tag = variables.first(
      "BITBUCKET_TAG", "BITRISE_GIT_TAG", "BUILDKITE_TAG", "CIRCLE_TAG", "CIRRUS_TAG", "CM_TAG",
      "DRONE_TAG", "TRAVIS_TAG", "APPVEYOR_REPO_TAG_NAME", "XCS_PRIMARY_REPO_TAG")
    if tag != nil || name == "xcode-cloud" && variables.has("CI_TAG") { return .tag }
    return headBranch == nil ? nil : .push
  }
}
