import TestSupport
import Testing

/// What is known of the pull request reaches the record, from the service and from the flags.
@Suite(.blocking) struct PullRequestTests {
  private static let config = "steps: { a: 'true' }\n"

  @Test func readsTheEventAndTheFlags() throws {
    let change = try ScratchChange(Self.config, files: ["new.txt": "1\n"])
    let folder = try ScratchDirectory()
    try folder.write(
      #"{"pull_request": {"number": 7, "title": "Old", "body": "B", "labels": [{"name": "bug"}]}}"#,
      to: "event.json")
    try folder.write("Because\n", to: "body.md")
    let environment: [String: String?] = [
      "GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": folder.path + "/event.json",
      "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "topic",
    ]
    let plain = try change.devtool("check", "--only", "rules", environment: environment)
    #expect(plain.status == 0)
    var known = try #require(
      ScratchPipeline.record(in: change.path)["pullRequest"] as? [String: Any])
    expectKeys(
      known,
      [
        "number", "url", "title", "body", "author", "labels", "draft", "branch", "base",
        "milestone", "assignees", "reviewers", "fork",
      ])
    #expect(known["number"] as? Int == 7)
    #expect(known["title"] as? String == "Old")
    #expect(known["branch"] as? String == "topic")
    let stated = try change.devtool(
      "check", "--only", "rules", "--pr-title", "New", "--pr-body-file", folder.path + "/body.md",
      "--pr-labels", "x, y", "--pr-labels", "z", "--pr-author", "ada", "--pr-draft",
      "--pr-number", "8", "--pr-branch", "b", "--pr-base", "next", "--pr-milestone", "2.0",
      "--pr-assignees", "ada,bob", "--pr-reviewers", "team", "--no-pr-fork",
      environment: environment)
    #expect(stated.status == 0)
    known = try #require(
      ScratchPipeline.record(in: change.path)["pullRequest"] as? [String: Any])
    #expect(known["number"] as? Int == 8)
    #expect(known["branch"] as? String == "b")
    #expect(known["base"] as? String == "next")
    #expect(known["milestone"] as? String == "2.0")
    #expect(known["assignees"] as? [String] == ["ada", "bob"])
    #expect(known["reviewers"] as? [String] == ["team"])
    #expect(known["fork"] as? Bool == false)
    #expect(known["title"] as? String == "New")
    #expect(known["body"] as? String == "Because\n")
    #expect(known["labels"] as? [String] == ["x", "y", "z"])
    #expect(known["author"] as? String == "ada")
    #expect(known["draft"] as? Bool == true)
  }

  @Test func readsADocumentOfTheService() throws {
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules:
        custom:
          - { id: old, if: 'age > 100d', message: 'No. ${number} is old.' }
          - { id: conflict, if: '!mergeable || number * 2 == 24' }
      """, files: ["new.txt": "1\n"])
    let folder = try ScratchDirectory()
    try folder.write(
      #"""
      {"number":12,"createdAt":"2020-01-01T00:00:00Z","mergeable":"MERGEABLE","labels":[],
      "title":"T"}
      """#, to: "pr.json")
    let result = try change.devtool(
      "check", "--only", "rules", "--pr-json", folder.path + "/pr.json", "--pr-title", "Mine")
    #expect(result.standardOutput.contains("No. 12 is old."), "\(result.standardOutput)")
    #expect(result.standardOutput.contains("[conflict]"))
    let known = try #require(
      ScratchPipeline.record(in: change.path)["pullRequest"] as? [String: Any])
    #expect(known["title"] as? String == "Mine")
    #expect(known["number"] as? Int == 12)
    #expect(known["mergeable"] as? Bool == true)
    #expect(known["created"] as? String == "2020-01-01T00:00:00Z")
    #expect(known["approved"] == nil)
  }

  @Test(arguments: [
    ("[]", "contains a list of 0"), ("<html>", "is not JSON"),
    (
      #"{"message":"Bad\u001b credentials"}"#,
      #"does not contain a pull request: Bad\u{1B} credentials"#
    ),
  ])
  func refusesAnotherDocument(text: String, message: String) throws {
    let scratch = try ScratchPipeline(Self.config)
    let folder = try ScratchDirectory()
    try folder.write(text, to: "pr.json")
    let result = try scratch.devtool("check", "--pr-json", folder.path + "/pr.json")
    #expect(result.status == 69)
    #expect(result.standardError.contains(message), "\(result.standardError)")
  }

  @Test func knowsNoneOnAPersonsMachine() throws {
    let change = try ScratchChange(Self.config, files: ["new.txt": "1\n"])
    #expect(try change.devtool("check").status == 0)
    let record = try ScratchPipeline.record(in: change.path)
    #expect(record.keys.contains("pullRequest"))
    #expect(record["pullRequest"] as? [String: Any] == nil)
  }

  @Test func refusesTwoBodiesAndAFileThatIsNotThere() throws {
    let scratch = try ScratchPipeline(Self.config)
    let both = try scratch.devtool("check", "--pr-body", "x", "--pr-body-file", "y")
    #expect(both.status == 64)
    let missing = try scratch.devtool("check", "--pr-body-file", "no-such-file")
    #expect(missing.status == 69)
    #expect(missing.standardError.contains("no-such-file"))
  }
}
