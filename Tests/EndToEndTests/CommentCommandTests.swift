import Foundation
import TestSupport
import Testing

/// `devtool comment`: from a run in a checkout to a service, and back to an exit status.
@Suite(.blocking) struct CommentCommandTests {
  private static let config = """
    version: 1
    steps: { nothing: "true" }
    rules:
      custom:
        - { id: no-print, level: error, added-lines: '\\bprint\\(', message: Use the logger. }
    """

  private struct Job {
    let repository: ScratchRepository
    let tool: BuiltTool
    let server: PlayedGitHub
    var environment: [String: String?]

    /// - Parameter isMerged: The service checks out a merge that it made of base and change.
    init(isMerged: Bool = false) throws {
      repository = try ScratchRepository()
      tool = try BuiltTool()
      server = try PlayedGitHub()
      _ = try repository.commit("start", [".ci.yml": CommentCommandTests.config, "A.swift": "\n"])
      _ = try repository.git("checkout", "-q", "-b", "fix")
      let head = try repository.commit("Print something", ["A.swift": "\nprint(1)\n"])
      server.change { state in
        state.head = head.trimmingCharacters(in: .whitespacesAndNewlines)
        state.files["A.swift"] = "@@ -1 +1,2 @@\n \n+print(1)"
      }
      environment = [
        "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_API_URL": server.url, "GITHUB_GRAPHQL_URL": server.url + "/graphql",
        "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/7/\(isMerged ? "merge" : "head")",
        "GITHUB_BASE_REF": "main",
        "GITHUB_HEAD_REF": "fix", "GITHUB_TOKEN": PlayedService.token,
        "DEVTOOL_CACHE_KEY": String(repeating: "0123456789abcdef", count: 4),
      ]
      if isMerged {
        _ = try repository.git("checkout", "-q", "--detach", "main")
        _ = try repository.git("merge", "-q", "--no-ff", "-m", "Merge", "fix")
        environment["GITHUB_SHA"] = try repository.git("rev-parse", "HEAD")
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      let checked = try devtool("check", "--only", "rules", "--base", "main")
      #expect(checked.status == 1, "\(checked.standardError)")
    }

    func devtool(
      _ arguments: String..., environment more: [String: String?] = [:]
    ) throws -> CommandResult {
      let running = try tool.start(
        arguments, in: repository.path, environment: environment.merging(more) { $1 })
      let result = try running.finish()
      for text in [result.standardOutput, result.standardError] {
        #expect(!text.contains(PlayedService.token))
      }
      return result
    }
  }

  @Test(arguments: [false, true])
  func saysWhatTheRunFound(isMerged: Bool) throws {
    let job = try Job(isMerged: isMerged)
    let first = try job.devtool("comment", "--status")
    #expect(first.status == 0, "\(first.standardError)")
    #expect(job.server.comments.count == 1)
    #expect(job.server.threads.map(\.line) == [2])
    #expect(job.server.threads.first?.comments.first?.body.contains("Use the logger.") == true)
    #expect(job.server.statuses == ["failure"])
    let count = job.server.changes.count
    let second = try job.devtool("comment", "--status")
    #expect(second.standardError == "Nothing has changed.\n")
    #expect(job.server.changes.count == count)
    #expect(job.server.problems.isEmpty, "\(job.server.problems)")
  }

  /// The two workflows of a fork's request: the second has no checkout, only the bundle.
  @Test(arguments: [["./devtool-bundle.tar"], ["--from", "devtool-bundle.tar"]])
  func aSecondWorkflowSpeaksForAFork(arguments: [String]) throws {
    let job = try Job()
    let elsewhere = try ScratchDirectory()
    let packed = try job.devtool("bundle", "-o", elsewhere.path + "/devtool-bundle.tar")
    #expect(packed.status == 0, "\(packed.standardError)")
    let head = job.server.headCommit
    try elsewhere.write(
      """
      {"workflow_run": {"head_branch": "fix", "head_sha": "\(head)",
        "head_repository": {"full_name": "f/r", "owner": {"login": "f"}}},
       "repository": {"full_name": "o/r"}}
      """, to: "event.json")
    let running = try job.tool.start(
      ["comment"] + arguments, in: elsewhere.path,
      environment: job.environment.merging([
        "GITHUB_BASE_REF": nil, "GITHUB_HEAD_REF": nil, "GITHUB_REF": "refs/heads/main",
        "GITHUB_EVENT_PATH": elsewhere.path + "/event.json",
      ]) { $1 })
    let result = try running.finish()
    #expect(result.status == 0, "\(result.standardError)")
    #expect(job.server.comments.count == 1)
    #expect(job.server.threads.count == 1)
    #expect(job.server.problems.isEmpty, "\(job.server.problems)")
  }

  @Test func aDryRunNeedsNoTokenAndNoNetwork() throws {
    let job = try Job()
    let result = try job.devtool(
      "comment", "--dry-run", "--status", environment: ["GITHUB_TOKEN": nil])
    #expect(result.status == 0, "\(result.standardError)")
    #expect(job.server.calls.isEmpty)
    for part in [
      "❌ **Fix before merging:** 1 finding blocks (`no-print`).", "--- at A.swift:2",
      "POST /repos/o/r/pulls/7/reviews", "POST /repos/o/r/issues/7/comments", "failure: 1 finding",
    ] {
      #expect(result.standardOutput.contains(part), "\(part) in \(result.standardOutput)")
    }
  }

  @Test(
    arguments: [
      ([], ["GITHUB_TOKEN": nil], 77, "GITHUB_TOKEN"),
      ([], ["GITHUB_API_URL": "http://a.example"], 64, "https://"),
      ([], ["GITHUB_TOKEN": "another"], 77, "401"),
      (["--name", "a b"], [:], 64, "--name"), (["--request", "0"], [:], 64, "--request"),
      (["--request", "8"], [:], 69, "404"),
      (["nowhere.json"], [:], 69, "nowhere.json"),
      (
        [], ["GITHUB_BASE_REF": nil, "GITHUB_REF": "refs/heads/main"], 0,
        "is not for a pull request"
      ),
    ] as [([String], [String: String?], Int32, String)])
  func endsWithAReason(
    arguments: [String], variables: [String: String?], status: Int32, words: String
  ) throws {
    let job = try Job()
    let running = try job.tool.start(
      ["comment"] + arguments, in: job.repository.path,
      environment: job.environment.merging(variables) { $1 })
    let result = try running.finish()
    #expect(result.status == status, "\(result.standardError)")
    #expect(result.standardError.contains(words), "\(result.standardError)")
    #expect(!result.standardError.contains(PlayedService.token))
    #expect(job.server.changes.isEmpty)
  }
}
