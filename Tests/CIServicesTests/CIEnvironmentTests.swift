import CIServices
import Testing

struct CIEnvironmentTests {
  @Test(
    arguments: [
      Row(variables: [:], expected: CIEnvironment()),
      Row(variables: ["CI": "false"], expected: CIEnvironment()),
      Row(variables: ["CI": "true"], expected: CIEnvironment(name: "generic")),
      Row(variables: ["CI": "1"], expected: CIEnvironment(name: "generic")),
      // A variable of another service that a person happens to have set.
      Row(variables: ["GITHUB_BASE_REF": "main"], expected: CIEnvironment()),
      Row(
        variables: [
          "APPVEYOR": "True", "APPVEYOR_PULL_REQUEST_NUMBER": "4", "APPVEYOR_REPO_BRANCH": "main",
          "APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH": "topic", "APPVEYOR_REPO_COMMIT": "c1",
        ],
        expected: CIEnvironment(
          name: "appveyor", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          commit: "c1")),
      Row(
        variables: [
          "TF_BUILD": "True", "BUILD_REASON": "PullRequest",
          "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
          "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/topic",
          "BUILD_SOURCEBRANCH": "refs/pull/4/merge", "BUILD_SOURCEVERSION": "c1",
        ],
        expected: CIEnvironment(
          name: "azure", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          isPullRequestMerge: true, commit: "c1")),
      Row(
        variables: ["TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/heads/main"],
        expected: CIEnvironment(name: "azure", headBranch: "main")),
      Row(
        variables: [
          "CI": "true", "BITBUCKET_BUILD_NUMBER": "9", "BITBUCKET_PR_ID": "4",
          "BITBUCKET_PR_DESTINATION_BRANCH": "main", "BITBUCKET_BRANCH": "topic",
        ],
        expected: CIEnvironment(
          name: "bitbucket", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "CI": "true", "BITRISE_IO": "true", "BITRISE_PULL_REQUEST": "4",
          "BITRISEIO_GIT_BRANCH_DEST": "main", "BITRISE_GIT_BRANCH": "topic",
        ],
        expected: CIEnvironment(
          name: "bitrise", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "4",
          "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main", "BUILDKITE_BRANCH": "topic",
          "BUILDKITE_COMMIT": "c1",
        ],
        expected: CIEnvironment(
          name: "buildkite", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          commit: "c1")),
      Row(
        variables: [
          "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false",
          "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "", "BUILDKITE_BRANCH": "main",
        ],
        expected: CIEnvironment(name: "buildkite", headBranch: "main")),
      Row(
        variables: [
          "CIRCLECI": "true", "CIRCLE_BRANCH": "topic",
          "CIRCLE_PULL_REQUEST": "https://example.com/pull/4",
        ],
        expected: CIEnvironment(name: "circleci", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "CIRRUS_CI": "true", "CIRRUS_PR": "4", "CIRRUS_BASE_BRANCH": "main",
          "CIRRUS_BRANCH": "pull/4",
        ],
        expected: CIEnvironment(name: "cirrus", baseBranch: "main", isPullRequest: true)),
      Row(
        variables: [
          "CODEBUILD_BUILD_ID": "x:1", "CODEBUILD_WEBHOOK_EVENT": "PULL_REQUEST_UPDATED",
          "CODEBUILD_WEBHOOK_BASE_REF": "refs/heads/main",
          "CODEBUILD_WEBHOOK_HEAD_REF": "refs/heads/topic",
        ],
        expected: CIEnvironment(
          name: "codebuild", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "CM_BUILD_ID": "1", "CM_PULL_REQUEST": "true", "CM_PULL_REQUEST_DEST": "main",
          "CM_BRANCH": "topic",
        ],
        expected: CIEnvironment(
          name: "codemagic", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "DRONE": "true", "DRONE_PULL_REQUEST": "4", "DRONE_TARGET_BRANCH": "main",
          "DRONE_SOURCE_BRANCH": "topic",
        ],
        expected: CIEnvironment(
          name: "drone", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main",
          "GITHUB_HEAD_REF": "topic", "GITHUB_REF": "refs/pull/4/merge", "GITHUB_SHA": "c1",
        ],
        expected: CIEnvironment(
          name: "github", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          isPullRequestMerge: true, commit: "c1")),
      // `pull_request_target` checks out the base.
      Row(
        variables: [
          "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "topic",
          "GITHUB_REF": "refs/heads/main",
        ],
        expected: CIEnvironment(
          name: "github", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "", "GITHUB_REF": "refs/heads/release/1",
        ],
        expected: CIEnvironment(name: "github", headBranch: "release/1")),
      Row(
        variables: [
          "GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/gh-readonly-queue/release/1/pr-4-abc",
        ],
        expected: CIEnvironment(
          name: "github", baseBranch: "release/1",
          headBranch: "gh-readonly-queue/release/1/pr-4-abc")),
      Row(
        variables: [
          "GITHUB_ACTIONS": "true", "GITEA_ACTIONS": "true", "GITHUB_REF": "refs/tags/1",
        ],
        expected: CIEnvironment(name: "gitea")),
      Row(
        variables: [
          "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "4", "CI_COMMIT_SHA": "c1",
          "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
          "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "topic",
          "CI_MERGE_REQUEST_EVENT_TYPE": "merged_result",
        ],
        expected: CIEnvironment(
          name: "gitlab", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          isPullRequestMerge: true, commit: "c1")),
      Row(
        variables: [
          "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "4",
          "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_MERGE_REQUEST_EVENT_TYPE": "detached",
        ],
        expected: CIEnvironment(name: "gitlab", baseBranch: "main", isPullRequest: true)),
      Row(
        variables: [
          "JENKINS_URL": "https://example.com", "CHANGE_ID": "4", "CHANGE_TARGET": "main",
          "CHANGE_BRANCH": "topic", "BRANCH_NAME": "PR-4",
        ],
        expected: CIEnvironment(
          name: "jenkins", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          headReference: "PR-4")),
      Row(
        variables: [
          "SEMAPHORE": "true", "SEMAPHORE_GIT_PR_NUMBER": "4", "SEMAPHORE_GIT_BRANCH": "main",
          "SEMAPHORE_GIT_PR_BRANCH": "topic",
        ],
        expected: CIEnvironment(
          name: "semaphore", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: ["TEAMCITY_VERSION": "2025.1", "BUILD_VCS_NUMBER": "c1"],
        expected: CIEnvironment(name: "teamcity", commit: "c1")),
      Row(
        variables: [
          "CI": "true", "TRAVIS": "true", "TRAVIS_PULL_REQUEST": "4", "TRAVIS_BRANCH": "main",
          "TRAVIS_PULL_REQUEST_BRANCH": "topic", "TRAVIS_COMMIT": "c1",
        ],
        expected: CIEnvironment(
          name: "travis", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          isPullRequestMerge: true, commit: "c1")),
      Row(
        variables: ["TRAVIS": "true", "TRAVIS_PULL_REQUEST": "false", "TRAVIS_BRANCH": "main"],
        expected: CIEnvironment(name: "travis", headBranch: "main")),
      Row(
        variables: [
          "CI": "woodpecker", "CI_PIPELINE_EVENT": "pull_request",
          "CI_COMMIT_TARGET_BRANCH": "main", "CI_COMMIT_SOURCE_BRANCH": "topic",
        ],
        expected: CIEnvironment(
          name: "woodpecker", baseBranch: "main", headBranch: "topic", isPullRequest: true)),
      Row(
        variables: [
          "CI": "TRUE", "CI_XCODEBUILD_ACTION": "build", "CI_PULL_REQUEST_NUMBER": "4",
          "CI_PULL_REQUEST_TARGET_BRANCH": "main", "CI_PULL_REQUEST_SOURCE_BRANCH": "topic",
          "CI_COMMIT": "c1",
        ],
        expected: CIEnvironment(
          name: "xcode-cloud", baseBranch: "main", headBranch: "topic", isPullRequest: true,
          commit: "c1")),
      Row(
        variables: [
          "CI": "TRUE", "CI_XCODE_CLOUD": "TRUE", "CI_BRANCH": "main", "CI_BUILD_NUMBER": "12",
        ],
        expected: CIEnvironment(name: "xcode-cloud", headBranch: "main", buildNumber: "12")),
      Row(
        variables: [
          "XCS": "1", "XCS_PRIMARY_REPO_BRANCH": "topic", "XCS_INTEGRATION_NUMBER": "7",
          "XCS_BOT_NAME": "Every commit",
        ],
        expected: CIEnvironment(name: "xcode-bots", headBranch: "topic", buildNumber: "7")),
      Row(
        variables: ["XCS": "1", "XCS_PRIMARY_REPO_TAG": "1.0", "XCS_PRIMARY_REPO_REVISION": "c1"],
        expected: CIEnvironment(name: "xcode-bots", commit: "c1")),
    ] as [Row])
  func detects(row: Row) {
    #expect(CIEnvironment.detect(row.variables) == row.expected)
  }

  struct Row: Sendable {
    var variables: [String: String]
    var expected: CIEnvironment
  }
}
