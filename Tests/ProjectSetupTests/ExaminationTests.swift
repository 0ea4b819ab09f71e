import CIModel
import CIServices
import TestSupport
import Testing

@testable import ProjectSetup

@Suite struct ExaminationTests {
  @Test(
    arguments: [
      ([:], ["absent CI service none"]),
      (
        ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "merge_group"],
        [
          "good CI service github",
          "absent request a merge queue does not report title, description and labels of the request",
        ]
      ),
      (
        ["TRAVIS": "true", "TRAVIS_PULL_REQUEST": "12", "TRAVIS_BRANCH": "main"],
        [
          "good CI service travis, pull request into main",
          "absent request travis does not report: title, description, author, labels, draft, fork",
          "absent comment no token in this step: `devtool comment` needs one, `check` does not",
        ]
      ),
      (
        [
          "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "3", "GITLAB_TOKEN": "t",
          "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
          "CI_PIPELINE_SOURCE": "merge_request_event",
        ],
        [
          "good CI service gitlab, pull request into main",
          "absent request gitlab does not report: title, description, author, draft, fork",
          "good comment `devtool comment` can use GITLAB_TOKEN",
        ]
      ),
    ] as [([String: String], [String])])
  func saysWhatTheServiceTells(environment: [String: String], expected: [String]) {
    let lines = ServiceExamination.run(
      environment, PullRequest.detect(environment) { _ in nil })
    #expect(lines.map { "\($0.state) \($0.topic) \($0.message)" } == expected)
  }

  @Test(
    arguments: [
      ("GITHUB_ACTIONS", nil, "permissions: { contents: read, pull-requests: write }"),
      ("GITHUB_ACTIONS", true, "Comment from a second workflow"),
      ("CIRCLECI", nil, "context: devtool"), ("BUILDKITE", nil, "secrets: [GITHUB_TOKEN]"),
      ("TRAVIS", nil, "Set GITHUB_TOKEN, or GITLAB_TOKEN"),
    ] as [(String, Bool?, String)])
  func saysHowAStepGetsTheToken(service: String, fork: Bool?, help: String) throws {
    let environment = [
      service: "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main",
      "TRAVIS_PULL_REQUEST": "1",
      "TRAVIS_BRANCH": "main", "BUILDKITE_PULL_REQUEST": "1", "CIRCLE_PULL_REQUEST": "1",
      "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
    ]
    let lines = ServiceExamination.run(environment, PullRequest(fork: fork))
    let comment = try #require(lines.first { $0.topic == "comment" })
    #expect(comment.state == .absent)
    #expect(comment.help?.contains(help) == true, "\(comment.help ?? "")")
  }

  @Test func saysThatNoRunCanBeStored() throws {
    let directory = try ScratchDirectory()
    #expect(Examination.runs(in: directory.path) == [])
    #expect(Examination.runs(in: directory.path + "/none").map(\.state) == [.missing])
    try directory.write("", to: ".devtool")
    #expect(
      Examination.runs(in: directory.path).map(\.message) == [
        "\(directory.path)/.devtool is not a folder that can be written"
      ])
  }

  @Test(arguments: [false, true]) func saysHowTheServiceFetchesTheHistory(needsBase: Bool) throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    let lines = Examination.run(
      [
        "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "release", "GITHUB_EVENT_NAME": "pull_request",
      ], nil,
      in: repository.path, package: [], needsBase: needsBase)
    let base = try #require(lines.first { $0.topic == "base" })
    #expect(base.state == (needsBase ? .missing : .absent))
    #expect(
      base.help?.hasPrefix("Add `with: { fetch-depth: 0 }` to `actions/checkout`. Or: ") == true)
  }
}
