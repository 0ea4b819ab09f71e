/// One CI service: how its jobs are recognized and how its variables are interpreted.
struct CIService: Sendable {
  var name: String
  var isCurrent: @Sendable (Variables) -> Bool
  var read: @Sendable (Variables) -> CIEnvironment

  /// All services, sorted by name. No two services set each other's distinguishing variables,
  /// except for Forgejo and Gitea, which set GitHub's deliberately and are distinguished there.
  static let all: [CIService] = [
    appVeyor, azure, bitbucket, bitrise, buildkite, circleCI, cirrus, codeBuild, codemagic, drone,
    gitHub, gitLab, jenkins, semaphore, teamCity, travis, woodpecker, xcodeBots,
    xcodeCloud,
  ]

  /// A service that identifies pull requests by one variable and checks out the head of the change.
  ///
  /// - Parameter mergesLocally: Whether the reported commit is the change's newest one and the
  ///   service may check out a merge created from it.
  private static func plain(
    _ name: String, current: String, pullRequest: String, base: [String], head: [String],
    commit: String, mergesLocally: Bool = false
  ) -> CIService {
    CIService(
      name: name, isCurrent: { $0.has(current) },
      read: { variables in
        let isPullRequest = variables.hasPullRequest(pullRequest)
        return CIEnvironment(
          baseBranch: isPullRequest ? base.lazy.compactMap { variables.branch($0) }.first : nil,
          headBranch: head.lazy.compactMap { variables.branch($0) }.first,
          isPullRequest: isPullRequest, commit: variables[commit],
          headCommit: mergesLocally ? variables[commit] : nil)
      })
  }

  /// https://www.appveyor.com/docs/environment-variables/
  ///
  /// `APPVEYOR_REPO_BRANCH` is the base branch in a pull request, which is built as merged.
  private static let appVeyor = CIService(
    name: "appveyor", isCurrent: { $0.isTrue("APPVEYOR") },
    read: {
      let isPullRequest = $0.has("APPVEYOR_PULL_REQUEST_NUMBER")
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("APPVEYOR_REPO_BRANCH") : nil,
        headBranch: isPullRequest
          ? $0.branch("APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH") : $0.branch("APPVEYOR_REPO_BRANCH"),
        isPullRequest: isPullRequest, commit: $0["APPVEYOR_REPO_COMMIT"],
        headCommit: $0["APPVEYOR_PULL_REQUEST_HEAD_COMMIT"])
    })

  /// https://learn.microsoft.com/azure/devops/pipelines/build/variables (predefined variables; dots
  /// become underscores and letters upper case). For a pull request that is built as merged,
  /// `Build.SourceBranch` is `refs/pull/1/merge`, and `Build.SourceVersion` is that merge commit.
  private static let azure = CIService(
    name: "azure", isCurrent: { $0.isTrue("TF_BUILD") },
    read: {
      let isPullRequest =
        $0["BUILD_REASON"] == "PullRequest" || $0.has("SYSTEM_PULLREQUEST_PULLREQUESTID")
      let ref = $0["BUILD_SOURCEBRANCH"] ?? ""
      return CIEnvironment(
        baseBranch: $0.branch("SYSTEM_PULLREQUEST_TARGETBRANCH"),
        headBranch: $0.branch("SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH"),
        isPullRequest: isPullRequest, isPullRequestMerge: isPullRequest && isMergeRef(ref),
        commit: $0["BUILD_SOURCEVERSION"], headCommit: $0["SYSTEM_PULLREQUEST_SOURCECOMMITID"])
    })

  /// https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/
  private static let bitbucket = plain(
    "bitbucket", current: "BITBUCKET_BUILD_NUMBER", pullRequest: "BITBUCKET_PR_ID",
    base: ["BITBUCKET_PR_DESTINATION_BRANCH"], head: ["BITBUCKET_BRANCH"],
    commit: "BITBUCKET_COMMIT", mergesLocally: true)

  /// https://devcenter.bitrise.io/en/references/available-environment-variables.html
  private static let bitrise = plain(
    "bitrise", current: "BITRISE_IO", pullRequest: "BITRISE_PULL_REQUEST",
    base: ["BITRISEIO_GIT_BRANCH_DEST"], head: ["BITRISE_GIT_BRANCH"],
    commit: "BITRISE_GIT_COMMIT", mergesLocally: true)

  /// https://buildkite.com/docs/pipelines/configure/environment-variables
  ///
  /// `BUILDKITE_PULL_REQUEST` is `false` outside pull requests.
  private static let buildkite = plain(
    "buildkite", current: "BUILDKITE", pullRequest: "BUILDKITE_PULL_REQUEST",
    base: ["BUILDKITE_PULL_REQUEST_BASE_BRANCH"], head: ["BUILDKITE_BRANCH"],
    commit: "BUILDKITE_COMMIT")

  /// https://circleci.com/docs/variables/ (no variable contains the base branch)
  private static let circleCI = plain(
    "circleci", current: "CIRCLECI", pullRequest: "CIRCLE_PULL_REQUEST", base: [],
    head: ["CIRCLE_BRANCH"], commit: "CIRCLE_SHA1")

  /// https://cirrus-ci.org/guide/writing-tasks/#environment-variables
  ///
  /// `CIRRUS_BRANCH` of a pull request is `pull/1`, so it is not a branch name.
  private static let cirrus = CIService(
    name: "cirrus", isCurrent: { $0.has("CIRRUS_CI") },
    read: {
      let isPullRequest = $0.has("CIRRUS_PR")
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("CIRRUS_BASE_BRANCH") : nil,
        headBranch: isPullRequest ? nil : $0.branch("CIRRUS_BRANCH"),
        isPullRequest: isPullRequest, commit: $0["CIRRUS_CHANGE_IN_REPO"])
    })

  /// https://docs.aws.amazon.com/codebuild/latest/userguide/build-env-ref-env-vars.html
  private static let codeBuild = CIService(
    name: "codebuild", isCurrent: { $0.has("CODEBUILD_BUILD_ID") },
    read: {
      let isPullRequest = $0["CODEBUILD_WEBHOOK_EVENT"]?.hasPrefix("PULL_REQUEST_") ?? false
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("CODEBUILD_WEBHOOK_BASE_REF") : nil,
        headBranch: $0.branch("CODEBUILD_WEBHOOK_HEAD_REF"), isPullRequest: isPullRequest,
        commit: $0["CODEBUILD_RESOLVED_SOURCE_VERSION"])
    })

  /// https://docs.codemagic.io/yaml-basic-configuration/environment-variables/
  private static let codemagic = plain(
    "codemagic", current: "CM_BUILD_ID", pullRequest: "CM_PULL_REQUEST",
    base: ["CM_PULL_REQUEST_DEST"], head: ["CM_BRANCH"], commit: "CM_COMMIT")

  /// https://docs.drone.io/pipeline/environment/reference/
  private static let drone = plain(
    "drone", current: "DRONE", pullRequest: "DRONE_PULL_REQUEST",
    base: ["DRONE_TARGET_BRANCH"], head: ["DRONE_SOURCE_BRANCH", "DRONE_BRANCH"],
    commit: "DRONE_COMMIT_SHA")

  /// https://docs.github.com/actions/reference/workflows-and-actions/variables
  ///
  /// On `pull_request`, `GITHUB_REF` is `refs/pull/1/merge` and `GITHUB_SHA` that merge commit; on
  /// `pull_request_target` both refer to the base. A merge queue sets no `GITHUB_BASE_REF`, and its
  /// branch is named `gh-readonly-queue/<base>/pr-<number>-<id>`.
  private static let gitHub = CIService(
    name: "github", isCurrent: { $0.isTrue("GITHUB_ACTIONS") },
    read: {
      let ref = $0["GITHUB_REF"] ?? ""
      let base = $0.branch("GITHUB_BASE_REF")
      let name =
        $0.isTrue("FORGEJO_ACTIONS") ? "forgejo" : $0.isTrue("GITEA_ACTIONS") ? "gitea" : nil
      return CIEnvironment(
        name: name, baseBranch: base ?? queueBase(ref),
        headBranch: $0.branch("GITHUB_HEAD_REF")
          ?? (ref.hasPrefix("refs/heads/") ? $0.branch("GITHUB_REF") : nil),
        isPullRequest: base != nil, isPullRequestMerge: base != nil && isMergeRef(ref),
        commit: $0["GITHUB_SHA"])
    })

  private static func queueBase(_ ref: String) -> String? {
    let prefix = "refs/heads/gh-readonly-queue/"
    guard ref.hasPrefix(prefix) else { return nil }
    let parts = ref.dropFirst(prefix.count).split(separator: "/")
    guard parts.count > 1, parts.last?.hasPrefix("pr-") == true else { return nil }
    return parts.dropLast().joined(separator: "/")
  }

  private static func isMergeRef(_ ref: String) -> Bool {
    ref.hasPrefix("refs/pull/") && ref.hasSuffix("/merge")
  }

  /// https://docs.gitlab.com/ci/variables/predefined_variables/
  ///
  /// `CI_MERGE_REQUEST_EVENT_TYPE` is `detached` (the head of the change is checked out),
  /// `merged_result` or `merge_train` (a merge commit is checked out). The first parent of GitLab's
  /// merge commits is the base.
  private static let gitLab = CIService(
    name: "gitlab", isCurrent: { $0.isTrue("GITLAB_CI") },
    read: {
      let type = $0["CI_MERGE_REQUEST_EVENT_TYPE"]
      return CIEnvironment(
        baseBranch: $0.branch(
          "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME"),
        headBranch: $0.branch(
          "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME",
          "CI_COMMIT_BRANCH"),
        isPullRequest: $0.has("CI_MERGE_REQUEST_IID") || $0.has("CI_EXTERNAL_PULL_REQUEST_IID"),
        isPullRequestMerge: type == "merged_result" || type == "merge_train",
        commit: $0["CI_COMMIT_SHA"], headCommit: $0["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"])
    })

  /// https://www.jenkins.io/doc/book/pipeline/multibranch/ (multibranch variables)
  ///
  /// Whether a change is built as merged is a setting of the job that no variable contains. The
  /// newest commit of change 1 is fetched as `refs/remotes/origin/PR-1`, by the name of its job
  /// (`PullRequestSCMHead` and `GitHubSCMSource` of the github-branch-source plugin).
  private static let jenkins = CIService(
    name: "jenkins", isCurrent: { $0.has("JENKINS_URL") },
    read: {
      let isPullRequest = $0.hasPullRequest("CHANGE_ID")
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("CHANGE_TARGET") : nil,
        headBranch: $0.branch("CHANGE_BRANCH", "BRANCH_NAME"), isPullRequest: isPullRequest,
        commit: $0["GIT_COMMIT"], headReference: isPullRequest ? $0.branch("BRANCH_NAME") : nil)
    })

  /// https://docs.semaphoreci.com/reference/env-vars
  ///
  /// `SEMAPHORE_GIT_BRANCH` is the base branch in a pull request.
  private static let semaphore = CIService(
    name: "semaphore", isCurrent: { $0.has("SEMAPHORE") },
    read: {
      let isPullRequest = $0.has("SEMAPHORE_GIT_PR_NUMBER")
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("SEMAPHORE_GIT_BRANCH") : nil,
        headBranch: isPullRequest
          ? $0.branch("SEMAPHORE_GIT_PR_BRANCH") : $0.branch("SEMAPHORE_GIT_BRANCH"),
        isPullRequest: isPullRequest, commit: $0["SEMAPHORE_GIT_SHA"],
        headCommit: $0["SEMAPHORE_GIT_PR_SHA"])
    })

  /// https://www.jetbrains.com/help/teamcity/predefined-build-parameters.html
  ///
  /// Information about pull requests is only available as build parameters, not as variables.
  private static let teamCity = CIService(
    name: "teamcity", isCurrent: { $0.has("TEAMCITY_VERSION") },
    read: {
      CIEnvironment(commit: $0["BUILD_VCS_NUMBER"])
    })

  /// https://docs.travis-ci.com/user/environment-variables/
  ///
  /// `TRAVIS_BRANCH` is the base branch in a pull request, which is built as merged.
  private static let travis = CIService(
    name: "travis", isCurrent: { $0.isTrue("TRAVIS") },
    read: {
      let isPullRequest = $0.hasPullRequest("TRAVIS_PULL_REQUEST")
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("TRAVIS_BRANCH") : nil,
        headBranch: isPullRequest
          ? $0.branch("TRAVIS_PULL_REQUEST_BRANCH") : $0.branch("TRAVIS_BRANCH"),
        isPullRequest: isPullRequest, isPullRequestMerge: isPullRequest,
        commit: $0["TRAVIS_COMMIT"], headCommit: $0["TRAVIS_PULL_REQUEST_SHA"])
    })

  /// https://woodpecker-ci.org/docs/usage/environment
  private static let woodpecker = CIService(
    name: "woodpecker", isCurrent: { $0["CI"] == "woodpecker" },
    read: {
      let isPullRequest = $0["CI_PIPELINE_EVENT"]?.hasPrefix("pull_request") ?? false
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("CI_COMMIT_TARGET_BRANCH") : nil,
        headBranch: $0.branch("CI_COMMIT_SOURCE_BRANCH", "CI_COMMIT_BRANCH"),
        isPullRequest: isPullRequest, commit: $0["CI_COMMIT_SHA"])
    })

  /// https://developer.apple.com/library/archive/documentation/IDEs/Conceptual/xcode_guide-continuous_integration/EnvironmentVariableReference.html
  ///
  /// Xcode Server does not support pull requests. `XCS_PRIMARY_REPO_BRANCH` is set when a branch
  /// was checked out, `XCS_PRIMARY_REPO_REVISION` when neither a branch nor a tag was.
  private static let xcodeBots = CIService(
    name: "xcode-bots", isCurrent: { $0.isTrue("XCS") },
    read: {
      CIEnvironment(
        headBranch: $0.branch("XCS_PRIMARY_REPO_BRANCH"), commit: $0["XCS_PRIMARY_REPO_REVISION"],
        buildNumber: $0["XCS_INTEGRATION_NUMBER"])
    })

  /// https://developer.apple.com/documentation/xcode/environment-variable-reference
  ///
  /// `CI_XCODE_CLOUD` is `TRUE` in every build; `CI_XCODEBUILD_ACTION` is set while one of its
  /// actions runs, and no other service sets it.
  private static let xcodeCloud = CIService(
    name: "xcode-cloud",
    isCurrent: { $0.isTrue("CI_XCODE_CLOUD") || $0.has("CI_XCODEBUILD_ACTION") },
    read: {
      let isPullRequest = $0.has("CI_PULL_REQUEST_NUMBER")
      return CIEnvironment(
        baseBranch: isPullRequest ? $0.branch("CI_PULL_REQUEST_TARGET_BRANCH") : nil,
        headBranch: $0.branch("CI_PULL_REQUEST_SOURCE_BRANCH", "CI_BRANCH"),
        isPullRequest: isPullRequest, commit: $0["CI_COMMIT"], buildNumber: $0["CI_BUILD_NUMBER"])
    })
}
