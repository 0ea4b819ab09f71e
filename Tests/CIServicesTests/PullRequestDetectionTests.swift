import CIModel
import CIServices
import Testing

struct PullRequestDetectionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var variables: [String: String]
    var event: String?
    var expected: PullRequest?

    var testDescription: String { name }

    init(
      _ name: String, _ variables: [String: String], event: String? = nil, _ expected: PullRequest?
    ) {
      self.name = name
      self.variables = variables
      self.event = event
      self.expected = expected
    }
  }

  private static let gitHub = [
    "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "/event.json",
    "GITHUB_REF": "refs/pull/7/merge", "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "topic",
  ]

  /// The members that GitHub sends, without those that nobody reads.
  private static let wholeEvent = """
    {"action": "synchronize", "number": 7, "pull_request": {
      "url": "https://api.github.com/repos/o/r/pulls/7", "number": 7, "state": "open",
      "html_url": "https://github.com/o/r/pull/7", "title": "Fix \\"it\\" \\ud83d\\ude80",
      "user": {"login": "ada", "id": 1}, "body": "Because.\\r\\n\\r\\n- [x] done",
      "labels": [{"id": 1, "name": "bug"}, {"id": 2, "name": "good first issue"}],
      "milestone": {"title": "1.0", "number": 3, "due_on": "2026-11-20T08:00:00Z"}, "draft": true,
      "author_association": "FIRST_TIME_CONTRIBUTOR", "mergeable": true, "merged": false,
      "maintainer_can_modify": true, "created_at": "2026-11-20T23:31:18Z",
      "assignees": [{"login": "bob"}], "requested_reviewers": [{"login": "eve"}],
      "requested_teams": [{"slug": "core"}],
      "head": {"ref": "topic", "sha": "c1", "repo": {"full_name": "ada/r"}},
      "base": {"ref": "main", "sha": "c0", "repo": {"full_name": "o/r"}}}}
    """

  @Test(arguments: rows)
  func reads(row: Row) {
    var asked: [String] = []
    let found = PullRequest.detect(row.variables) { path in
      asked.append(path)
      return row.event.map { Array($0.utf8) }
    }
    #expect(found == row.expected)
    #expect(asked == (row.variables["GITHUB_EVENT_PATH"].map { [$0] } ?? []))
  }

  /// Why the checkout is not trusted.
  @Test(
    arguments: [
      (
        nil, nil,
        "the event /event.json could not be read, so the pull request may come from a fork"
      ),
      (
        nil, "{\"broken",
        "the event /event.json could not be read, so the pull request may come from a fork"
      ),
      (nil, "{}", "its event does not say whether the pull request comes from a fork"),
      (
        nil, #"{"issue": {"number": 7, "pull_request": {}}}"#,
        "its event does not say whether the pull request comes from a fork"
      ),
      (PullRequest(fork: true), nil, "the pull request comes from a fork"),
      (PullRequest(fork: false), nil, nil),
    ] as [(PullRequest?, String?, String?)])
  func distrusts(known: PullRequest?, event: String?, reason: String?) {
    let found = PullRequest.distrust(known, Self.gitHub) { _ in event.map { Array($0.utf8) } }
    #expect(found == reason)
    var push = Self.gitHub
    push["GITHUB_BASE_REF"] = nil
    if known == nil, event == nil {
      #expect(PullRequest.distrust(known, push) { _ in nil } == nil)
    }
  }

  @Test func whatIsStatedGoesFirst() {
    let service = PullRequest(number: 4, title: "Old", labels: ["a"])
    let stated = PullRequest(title: "New", labels: [])
    #expect(
      service.overridden(by: stated) == PullRequest(number: 4, title: "New", labels: []))
  }

  @Test(arguments: [
    ("a, b,,c ", ["a", "b", "c"]), ("", []), (" , ", []), ("good first", ["good first"]),
  ])
  func lists(text: String, expected: [String]) {
    #expect(PullRequest.splitList(text, ",") == expected)
  }

  /// Jobs of every service with every variable that is read.
  static let rows = [
    Row("a person's machine", [:], nil),
    Row("an unknown service", ["CI": "true"], nil),
    Row(
      "GitHub, everything", gitHub, event: wholeEvent,
      PullRequest(
        number: 7, url: "https://github.com/o/r/pull/7", title: "Fix \"it\" 🚀",
        body: "Because.\r\n\r\n- [x] done", author: "ada", labels: ["bug", "good first issue"],
        draft: true, branch: "topic", base: "main", milestone: "1.0",
        milestoneDue: Timestamp(iso8601: "2026-11-20T08:00:00Z"), assignees: ["bob"],
        reviewers: ["eve", "core"], fork: true, association: "first_time_contributor",
        mergeable: true, merged: false, maintainerCanModify: true,
        created: Timestamp(iso8601: "2026-11-20T23:31:18Z"))),
    Row(
      "GitHub, nothing but what is sure", gitHub,
      event: #"{"pull_request": {"title": 5, "body": null, "milestone": null, "labels": []}}"#,
      PullRequest(body: "", labels: [], branch: "topic", base: "main", milestone: "")),
    Row(
      "GitHub, a fork that was deleted", gitHub,
      event: """
        {"pull_request": {"head": {"ref": "t", "repo": null},
          "base": {"ref": "main", "repo": {"full_name": "o/r"}}}}
        """, PullRequest(branch: "t", base: "main", fork: true)),
    Row(
      "GitHub, no fork", gitHub,
      event: """
        {"pull_request": {"head": {"repo": {"full_name": "o/r"}},
          "base": {"repo": {"full_name": "o/r"}}}}
        """, PullRequest(branch: "topic", base: "main", fork: false)),
    Row(
      "GitHub, a broken event file", gitHub, event: "{\"pull_request\":",
      PullRequest(number: 7, branch: "topic", base: "main")),
    Row(
      "GitHub, no event file", gitHub, PullRequest(number: 7, branch: "topic", base: "main")),
    Row(
      "GitHub, a list where an object belongs", gitHub, event: "[1]",
      PullRequest(number: 7, branch: "topic", base: "main")),
    Row(
      "GitHub, pull_request_target",
      gitHub.merging(["GITHUB_REF": "refs/heads/main"]) { $1 },
      event: #"{"pull_request": {"number": 9}}"#,
      PullRequest(number: 9, branch: "topic", base: "main")),
    Row(
      "GitHub, a comment on a pull request",
      ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "/event.json"],
      event: #"{"issue": {"number": 3, "title": "T", "pull_request": {"url": "u"}}}"#,
      PullRequest(number: 3, title: "T")),
    Row(
      "GitHub, a comment on an issue",
      ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "/event.json"],
      event: #"{"issue": {"number": 3, "title": "T"}}"#, nil),
    Row(
      "GitHub, the merge queue",
      [
        "GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "/event.json",
        "GITHUB_REF": "refs/heads/gh-readonly-queue/release/1.0/pr-104-0a1b",
      ],
      event: """
        {"action": "checks_requested", "merge_group": {"head_sha": "c1", "base_sha": "c0",
          "head_ref": "refs/heads/gh-readonly-queue/release/1.0/pr-104-0a1b",
          "base_ref": "refs/heads/release/1.0"}}
        """,
      PullRequest(
        number: 104, branch: "gh-readonly-queue/release/1.0/pr-104-0a1b", base: "release/1.0")),
    Row(
      "GitHub, a push",
      [
        "GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "/event.json",
        "GITHUB_REF": "refs/heads/main",
      ], event: #"{"ref": "refs/heads/main", "head_commit": {"message": "Merge"}}"#, nil),
    Row(
      "Forgejo writes GitHub's file",
      gitHub.merging(["FORGEJO_ACTIONS": "true"]) { $1 },
      event: #"{"pull_request": {"title": "T"}}"#,
      PullRequest(title: "T", branch: "topic", base: "main")),
    Row(
      "GitLab",
      [
        "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "4", "CI_MERGE_REQUEST_TITLE": "Draft: Fix",
        "CI_MERGE_REQUEST_DESCRIPTION": "", "CI_MERGE_REQUEST_LABELS": "bug, core",
        "CI_MERGE_REQUEST_MILESTONE": "1.0", "CI_MERGE_REQUEST_ASSIGNEES": "ada, bob and eve",
        "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "topic",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_PROJECT_URL": "https://gitlab.com/o/r",
        "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "ada/r", "CI_MERGE_REQUEST_PROJECT_PATH": "o/r",
        "CI_MERGE_REQUEST_APPROVED": "true",
      ],
      PullRequest(
        number: 4, url: "https://gitlab.com/o/r/-/merge_requests/4", title: "Draft: Fix", body: "",
        labels: ["bug", "core"], draft: true, branch: "topic", base: "main", milestone: "1.0",
        assignees: ["ada", "bob", "eve"], fork: true, approved: true)),
    Row(
      "GitLab, a description that was cut off",
      [
        "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "4", "CI_MERGE_REQUEST_DRAFT": "false",
        "CI_MERGE_REQUEST_DESCRIPTION": "Lorem",
        "CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED": "true",
      ], PullRequest(number: 4, labels: [], draft: false, milestone: "", assignees: [])),
    Row(
      "GitLab for a repository on GitHub",
      [
        "GITLAB_CI": "true", "CI_EXTERNAL_PULL_REQUEST_IID": "4",
        "CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME": "topic",
        "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY": "o/r",
        "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY": "o/r",
      ], PullRequest(number: 4, branch: "topic", base: "main", fork: false)),
    Row("GitLab, a branch", ["GITLAB_CI": "true", "CI_COMMIT_BRANCH": "main"], nil),
    Row(
      "Buildkite",
      [
        "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "4",
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main", "BUILDKITE_BRANCH": "topic",
        "BUILDKITE_PULL_REQUEST_LABELS": "bug,core", "BUILDKITE_PULL_REQUEST_DRAFT": "true",
        "BUILDKITE_PULL_REQUEST_REPO": "git://github.com/ada/r.git",
        "BUILDKITE_REPO": "git://github.com/o/r.git",
      ],
      PullRequest(
        number: 4, labels: ["bug", "core"], draft: true, branch: "topic", base: "main", fork: true)),
    Row(
      "Buildkite, a branch", ["BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false"], nil),
    Row(
      "CircleCI",
      [
        "CIRCLECI": "true", "CIRCLE_BRANCH": "pull/4", "CIRCLE_PR_USERNAME": "ada",
        "CIRCLE_PULL_REQUEST": "https://github.com/o/r/pull/4", "CIRCLE_PR_REPONAME": "r",
      ],
      PullRequest(
        number: 4, url: "https://github.com/o/r/pull/4", author: "ada", branch: "pull/4", fork: true
      )),
    Row(
      "Azure Pipelines for GitHub",
      [
        "TF_BUILD": "True", "BUILD_REASON": "PullRequest",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "987654", "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER": "4",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "main", "SYSTEM_PULLREQUEST_SOURCEBRANCH": "topic",
        "SYSTEM_PULLREQUEST_ISFORK": "False", "BUILD_REPOSITORY_PROVIDER": "GitHub",
        "BUILD_REPOSITORY_URI": "https://github.com/o/r.git",
      ],
      PullRequest(
        number: 4, url: "https://github.com/o/r/pull/4", branch: "topic", base: "main", fork: false)
    ),
    Row(
      "Azure Repos",
      [
        "TF_BUILD": "True", "SYSTEM_PULLREQUEST_PULLREQUESTID": "12",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main", "BUILD_REPOSITORY_PROVIDER": "TfsGit",
        "BUILD_REPOSITORY_URI": "https://dev.azure.com/o/p/_git/r",
      ],
      PullRequest(
        number: 12, url: "https://dev.azure.com/o/p/_git/r/pullrequest/12", base: "main")),
    Row(
      "Bitrise",
      [
        "BITRISE_IO": "true", "BITRISE_PULL_REQUEST": "4", "BITRISEIO_GIT_BRANCH_DEST": "main",
        "BITRISE_GIT_BRANCH": "topic", "BITRISE_GIT_MESSAGE": "Fix",
      ], PullRequest(number: 4, branch: "topic", base: "main")),
    Row(
      "Bitbucket",
      [
        "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "4", "BITBUCKET_BRANCH": "topic",
        "BITBUCKET_PR_DESTINATION_BRANCH": "main",
        "BITBUCKET_GIT_HTTP_ORIGIN": "https://bitbucket.org/o/r",
      ],
      PullRequest(
        number: 4, url: "https://bitbucket.org/o/r/pull-requests/4", branch: "topic", base: "main")),
    Row(
      "Jenkins",
      [
        "JENKINS_URL": "https://ci", "CHANGE_ID": "4",
        "CHANGE_URL": "https://github.com/o/r/pull/4",
        "CHANGE_TITLE": "Fix", "CHANGE_AUTHOR": "ada", "CHANGE_TARGET": "main",
        "CHANGE_BRANCH": "topic", "CHANGE_FORK": "ada",
      ],
      PullRequest(
        number: 4, url: "https://github.com/o/r/pull/4", title: "Fix", author: "ada",
        branch: "topic", base: "main", fork: true)),
    Row(
      "Travis",
      [
        "TRAVIS": "true", "TRAVIS_PULL_REQUEST": "4", "TRAVIS_BRANCH": "main",
        "TRAVIS_PULL_REQUEST_BRANCH": "topic", "TRAVIS_PULL_REQUEST_SLUG": "ada/r",
        "TRAVIS_REPO_SLUG": "o/r",
      ], PullRequest(number: 4, branch: "topic", base: "main", fork: true)),
    Row(
      "AppVeyor",
      [
        "APPVEYOR": "True", "APPVEYOR_PULL_REQUEST_NUMBER": "4", "APPVEYOR_REPO_BRANCH": "main",
        "APPVEYOR_PULL_REQUEST_TITLE": "Fix", "APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH": "topic",
        "APPVEYOR_PULL_REQUEST_HEAD_REPO_NAME": "o/r", "APPVEYOR_REPO_NAME": "o/r",
      ], PullRequest(number: 4, title: "Fix", branch: "topic", base: "main", fork: false)),
    Row(
      "Xcode Cloud",
      [
        "CI_XCODEBUILD_ACTION": "build", "CI_PULL_REQUEST_NUMBER": "4",
        "CI_PULL_REQUEST_HTML_URL": "https://github.com/o/r/pull/4",
        "CI_PULL_REQUEST_TARGET_BRANCH": "main", "CI_PULL_REQUEST_SOURCE_BRANCH": "topic",
        "CI_PULL_REQUEST_SOURCE_REPO": "ada/r", "CI_PULL_REQUEST_TARGET_REPO": "o/r",
      ],
      PullRequest(
        number: 4, url: "https://github.com/o/r/pull/4", branch: "topic", base: "main", fork: true)),
    Row(
      "Codemagic",
      [
        "CM_BUILD_ID": "1", "CM_PULL_REQUEST": "true", "CM_PULL_REQUEST_NUMBER": "4",
        "CM_PULL_REQUEST_DEST": "main", "CM_BRANCH": "topic",
      ], PullRequest(number: 4, branch: "topic", base: "main")),
    Row("Codemagic, a branch", ["CM_BUILD_ID": "1", "CM_PULL_REQUEST": "false"], nil),
    Row(
      "Cirrus",
      [
        "CIRRUS_CI": "true", "CIRRUS_PR": "4", "CIRRUS_BASE_BRANCH": "main",
        "CIRRUS_PR_TITLE": "Fix", "CIRRUS_PR_BODY": "", "CIRRUS_PR_LABELS": "bug\ngood first issue",
        "CIRRUS_PR_DRAFT": "false",
      ],
      PullRequest(
        number: 4, title: "Fix", body: "", labels: ["bug", "good first issue"], draft: false,
        base: "main")),
    Row(
      "Drone",
      [
        "DRONE": "true", "DRONE_PULL_REQUEST": "4", "DRONE_PULL_REQUEST_TITLE": "Fix",
        "DRONE_COMMIT_AUTHOR": "ada", "DRONE_SOURCE_BRANCH": "topic",
        "DRONE_TARGET_BRANCH": "main",
      ], PullRequest(number: 4, title: "Fix", author: "ada", branch: "topic", base: "main")),
    Row(
      "Semaphore",
      [
        "SEMAPHORE": "true", "SEMAPHORE_GIT_PR_NUMBER": "4", "SEMAPHORE_GIT_PR_NAME": "Fix",
        "SEMAPHORE_GIT_PR_BRANCH": "topic", "SEMAPHORE_GIT_BRANCH": "main",
        "SEMAPHORE_GIT_PR_SLUG": "ada/r", "SEMAPHORE_GIT_REPO_SLUG": "o/r",
      ], PullRequest(number: 4, title: "Fix", branch: "topic", base: "main", fork: true)),
    Row(
      "Woodpecker",
      [
        "CI": "woodpecker", "CI_PIPELINE_EVENT": "pull_request", "CI_COMMIT_PULL_REQUEST": "4",
        "CI_COMMIT_PULL_REQUEST_LABELS": "bug,core", "CI_COMMIT_SOURCE_BRANCH": "topic",
        "CI_COMMIT_TARGET_BRANCH": "main",
      ], PullRequest(number: 4, labels: ["bug", "core"], branch: "topic", base: "main")),
    Row(
      "CodeBuild",
      [
        "CODEBUILD_BUILD_ID": "x", "CODEBUILD_WEBHOOK_EVENT": "PULL_REQUEST_UPDATED",
        "CODEBUILD_WEBHOOK_TRIGGER": "pr/4", "CODEBUILD_WEBHOOK_BASE_REF": "refs/heads/main",
      ], PullRequest(number: 4, base: "main")),
  ]
}
