import CIModel
import Testing

@testable import CodeReview

/// Which request, from what the job and the command line tell.
@Suite struct ReviewRequestTests {
  private static let gitHub = [
    "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_API_URL": "https://api.github.com",
    "GITHUB_GRAPHQL_URL": "https://api.github.com/graphql",
    "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_BASE_REF": "main",
    "GITHUB_HEAD_REF": "fix", "GITHUB_RUN_ID": "99",
  ]
  private static let gitLab = [
    "GITLAB_CI": "true", "CI_SERVER_URL": "https://gitlab.example.com",
    "CI_API_V4_URL": "https://gitlab.example.com/api/v4", "CI_MERGE_REQUEST_IID": "7",
    "CI_PROJECT_PATH": "fork/p", "CI_MERGE_REQUEST_PROJECT_PATH": "g/s/p",
    "CI_JOB_URL": "https://gitlab.example.com/g/s/p/-/jobs/5",
  ]

  private func detect(
    _ variables: [String: String], number: Int? = nil, repository: String? = nil,
    host: String? = nil, event: String = "{}"
  ) throws(ReviewError) -> ReviewRequest {
    try ReviewRequest.detect(
      .init(number: number, repository: repository, host: host), variables
    ) { _ in Array(event.utf8) }
  }

  @Test func onGitHub() throws {
    let request = try detect(Self.gitHub)
    #expect(request.service == .gitHub)
    #expect(request.api == "https://api.github.com")
    #expect(request.graphQL == "https://api.github.com/graphql")
    #expect(request.repository == "o/r" && request.number == 7)
    #expect(request.tokenNames == ["GH_TOKEN", "GITHUB_TOKEN"])
    #expect(request.link == "https://github.com/o/r/actions/runs/99")
  }

  @Test func onGitLab() throws {
    let request = try detect(Self.gitLab)
    #expect(request.service == .gitLab)
    #expect(request.api == "https://gitlab.example.com/api/v4")
    #expect(request.repository == "g%2Fs%2Fp" && request.number == 7)
    #expect(request.tokenNames == ["GITLAB_TOKEN"])
    #expect(request.link == "https://gitlab.example.com/g/s/p/-/jobs/5")
  }

  /// Another service's job knows the page of the request.
  @Test(arguments: [
    ("https://github.com/o/r/pull/7", "https://api.github.com", "o/r"),
    ("https://ghe.example.com/o/r/pull/7", "https://ghe.example.com/api/v3", "o/r"),
    ("https://tenant.ghe.com/o/r/pull/7", "https://api.tenant.ghe.com", "o/r"),
    (
      "https://git.example.com/g/s/p/-/merge_requests/7", "https://git.example.com/api/v4",
      "g%2Fs%2Fp"
    ),
  ])
  func elsewhere(page: String, api: String, repository: String) throws {
    let request = try detect([
      "JENKINS_URL": "https://j.example.com", "CHANGE_ID": "7", "CHANGE_URL": page,
    ])
    #expect(request.api == api && request.repository == repository && request.number == 7)
  }

  @Test(
    arguments: [
      (nil, "https://api.github.com", ["GH_TOKEN", "GITHUB_TOKEN"]),
      // A token for github.com does not go to another host.
      (
        "ghe.example.com", "https://ghe.example.com/api/v3",
        ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
      ),
      ("https://gitlab.com/", "https://gitlab.com/api/v4", ["GITLAB_TOKEN"]),
      (
        "http://127.0.0.1:8080", "http://127.0.0.1:8080/api/v3",
        ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
      ),
    ] as [(String?, String, [String])])
  func byHand(host: String?, api: String, tokens: [String]) throws {
    let request = try detect([:], number: 3, repository: "o/r", host: host)
    #expect(request.api == api && request.number == 3 && request.tokenNames == tokens)
    #expect(request.link == nil)
  }

  @Test func anEnterpriseServersJobUsesItsToken() throws {
    var variables = Self.gitHub
    variables["GITHUB_SERVER_URL"] = "https://ghe.example.com"
    variables["GITHUB_API_URL"] = "https://ghe.example.com/api/v3"
    variables["GITHUB_GRAPHQL_URL"] = "https://ghe.example.com/api/graphql"
    let request = try detect(variables)
    #expect(request.api == "https://ghe.example.com/api/v3")
    #expect(request.tokenNames.last == "GITHUB_TOKEN")
  }

  @Test func aSecondWorkflowKnowsTheBranch() throws {
    var variables = Self.gitHub
    for name in ["GITHUB_REF", "GITHUB_BASE_REF", "GITHUB_HEAD_REF"] { variables[name] = nil }
    variables["GITHUB_EVENT_PATH"] = "event.json"
    let event = """
      {"workflow_run": {"head_branch": "fix", "head_sha": "abc",
        "head_repository": {"full_name": "f/r", "owner": {"login": "f"}}},
       "repository": {"full_name": "o/r"}}
      """
    let request = try detect(variables, event: event)
    #expect(request.number == nil)
    #expect(request.branch == .init(owner: "f", name: "fix", commit: "abc"))
    #expect(!request.isFork)
  }

  /// Only one's own record tells the commit; what somebody brought names no request.
  @Test func ofOwnRunsTheCommitWillDo() throws {
    let options = ReviewRequest.Options(repository: "o/r", commit: "abc")
    let request = try ReviewRequest.detect(options, [:]) { _ in nil }
    #expect(request.number == nil && request.branch == .init(commit: "abc"))
    let error = #expect(throws: ReviewError.self) { try detect([:], repository: "o/r") }
    #expect(error?.exitCode == .badCommandLine)
    var push = Self.gitHub
    for name in ["GITHUB_REF", "GITHUB_BASE_REF"] { push[name] = nil }
    let inCI = #expect(throws: ReviewError.self) {
      try ReviewRequest.detect(.init(commit: "abc"), push) { _ in nil }
    }
    #expect(inCI == .noPullRequest)
  }

  @Test func aForkThatIsGoneHasACommit() throws {
    var variables = Self.gitHub
    for name in ["GITHUB_REF", "GITHUB_BASE_REF", "GITHUB_HEAD_REF"] { variables[name] = nil }
    variables["GITHUB_EVENT_PATH"] = "event.json"
    let event = """
      {"workflow_run": {"head_branch": null, "head_sha": "abc", "head_repository": null,
        "html_url": "https://github.com/o/r/actions/runs/5"}}
      """
    let request = try detect(variables, event: event)
    #expect(request.branch == .init(commit: "abc"))
    #expect(request.link == "https://github.com/o/r/actions/runs/5")
  }

  @Test(arguments: [
    ("http://ghe.example.com", ExitCode.badCommandLine),
    ("http://127.0.0.1.evil.example", .badCommandLine),
    ("http://localhost@evil.example", .badCommandLine), ("ftp://localhost", .badCommandLine),
    ("https://github.com@evil.example", .badCommandLine), ("https://evil host", .badCommandLine),
    ("http://localhost:1", .success), ("http://[::1]:1", .success),
    ("https://a.example", .success),
  ])
  func aTokenGoesEncrypted(host: String, exit: ExitCode) {
    do {
      _ = try detect([:], number: 3, repository: "o/r", host: host)
      #expect(exit == .success)
    } catch {
      #expect(error == .unsafeAddress(host + "/api/graphql"))
      #expect(error.exitCode == exit)
    }
  }

  @Test(arguments: ["o", "o/r/s", "o/..", "o/r?x", "o/r\n", "../r"])
  func aRepositoryThatIsNone(repository: String) {
    let error = #expect(throws: ReviewError.self) {
      try detect([:], number: 3, repository: repository)
    }
    #expect(error?.exitCode == .badCommandLine)
  }

  @Test func aPushHasNoRequest() {
    var variables = Self.gitHub
    for name in ["GITHUB_BASE_REF", "GITHUB_HEAD_REF"] { variables[name] = nil }
    variables["GITHUB_REF"] = "refs/heads/main"
    let onGitHub = #expect(throws: ReviewError.self) { try detect(variables) }
    #expect(onGitHub == .noPullRequest)
    let elsewhere = #expect(throws: ReviewError.self) { try detect(["JENKINS_URL": "x"]) }
    #expect(elsewhere == .noPullRequest)
    let byHand = #expect(throws: ReviewError.self) { try detect([:]) }
    #expect(byHand?.exitCode == .badCommandLine)
  }

  @Test func aPreviewNeedsNoRequest() throws {
    let request = try ReviewRequest.detect(.init(isPreview: true), [:]) { _ in nil }
    #expect(request.repository == "OWNER/NAME")
    let error = #expect(throws: ReviewError.self) {
      try ReviewRequest.detect(.init(repository: "x", isPreview: true), [:]) { _ in nil }
    }
    #expect(error?.exitCode == .badCommandLine)
  }
}
