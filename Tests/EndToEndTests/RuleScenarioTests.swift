import Foundation
import TestSupport
import Testing

/// What danger, gitlint, commitlint and their users' rule files were caught by: places, names and
/// circumstances in which rules must judge all the same.
@Suite(.blocking) struct RuleScenarioTests {
  private func config(_ rules: String) -> String {
    """
    steps: { a: 'true' }
    rules:
      tests-with-sources: ignore
      pr-size: ignore
    \(rules.split(separator: "\n").map { "  \($0)\n" }.joined())
    """
  }

  private static let noPrint =
    #"custom: [{ id: no-print, level: error, added-lines: 'print\(', message: Use it. }]"#

  /// `file:line` of each finding, in the order of the record.
  private func places(_ change: ScratchChange) throws -> [String] {
    try objects(ScratchPipeline.record(in: change.path)["findings"]).map {
      "\($0["file"] as? String ?? "-"):\($0["line"] as? Int ?? 0)"
    }
  }

  /// Danger places a finding by the diff; ours lie in the file as it is at the head.
  @Test(
    arguments: [
      // The change, and the places of the lines that it adds.
      (["new.txt": "1\nprint(2)\n"], ["new.txt:2"]),
      (["old.txt": "1\n2\nprint(3)\n4\n5\n"], ["old.txt:3"]),
      (["old.txt": "print(1)\n3\n4\n5\nprint(5)"], ["old.txt:1", "old.txt:5"]),
      (["old.txt": "0\n0\n1\n2\n3\n4\n5\nprint(6)\n"], ["old.txt:8"]),
      (["old.txt": "3\n4\n5\n"], []),
      (["old.txt": nil], []),
      (["old.txt": nil, "moved here.txt": "1\n2\n3\n4\n5\nprint(6)\n"], ["moved here.txt:6"]),
      (
        ["a.txt": "print(1)\n", "Sources/A.swift": "print(1)\n"], ["Sources/A.swift:1", "a.txt:1"]
      ),
      (["old.txt": "1\r\n2\r\nprint(3)\r\n"], ["old.txt:3"]),
      // Several matches in one line are one finding.
      (["new.txt": "print(1); print(2)\n"], ["new.txt:1"]),
    ] as [([String: String?], [String])])
  func findingsLieInTheHead(files: [String: String?], expected: [String]) throws {
    let change = try ScratchChange(config(Self.noPrint), files: files)
    #expect(try change.devtool("check", "--only", "rules").status == (expected.isEmpty ? 0 : 1))
    #expect(try places(change) == expected)
  }

  @Test func severalRulesMayFindTheSameLine() throws {
    let change = try ScratchChange(
      config(
        """
        custom:
          - { id: one, level: error, added-lines: 'x' }
          - { id: two, added-lines: 'x', message: "Two\\nlines | of text" }
        """), files: ["a": "x x\n"])
    let result = try change.devtool("check", "--only", "rules")
    #expect(try places(change) == ["a:1", "a:1"])
    #expect(result.standardOutput.contains("a:1: warning: Two lines | of text [two]"))
    #expect(result.standardOutput.contains("[one]"))
    #expect(result.standardOutput.contains("✗ Failed: 1 finding (one)"))
  }

  /// A name with a line break must not forge a line of a report, nor a command to the service.
  @Test(arguments: ["terminal", "plain", "github", "markdown", "junit", "json"])
  func namesCannotForgeLines(format: String) throws {
    let name = "p b/new\n::error::forged\t\"q\".txt"
    let change = try ScratchChange(config(Self.noPrint), files: [name: "print(1)\n"])
    #expect(try change.devtool("check", "--only", "rules").status == 1)
    #expect(try places(change) == ["\(name):1"])
    let report = try change.devtool("report", "--format", format).standardOutput
    let forged = report.split(separator: "\n").contains { line in
      line.drop { $0 == " " }.hasPrefix("::error::forged")
    }
    #expect(!forged, "\(report)")
    let shown = [
      "terminal": #""p b/new\n::error::forged\t\"q\".txt":1: error: Use it. [no-print]"#,
      "plain": #""p b/new\n::error::forged\t\"q\".txt":1: error: Use it. [no-print]"#,
      "github": "::error file=p b/new%0A%3A%3Aerror%3A%3Aforged",
      "markdown": #"`"p b/new\n::error::forged\t\"q\".txt":1`"#,
      "junit": "file=\"p b/new&#10;::error::forged&#9;&quot;q&quot;.txt\" line=\"1\"",
      "json": #""file" : "p b/new\n::error::forged\t\"q\".txt""#,
    ]
    #expect(report.contains(try #require(shown[format])), "\(report)")
    let changes = try change.devtool("changes").standardOutput
    #expect(changes.contains(#"A  "p b/new\n::error::forged\t\"q\".txt""#), "\(changes)")
  }

  /// gitlint fails without commits when asked to; so does a condition here.
  @Test func aChangeWithoutCommitsIsWhatOneMakesOfIt() throws {
    let rule = "custom: [{ id: some, level: error, if: 'count(commits) == 0', message: None. }]"
    let change = try ScratchChange(config(rule), files: ["a": "1\n"])
    #expect(try change.devtool("check", "--only", "rules").status == 0)
    let empty = try change.devtool("check", "--only", "rules", "--base", "HEAD")
    #expect(empty.status == 1)
    #expect(empty.standardOutput.contains("error: None. [some]"))
    let lenient = try ScratchChange(config("commits: { level: error }"), files: ["a": "1\n"])
    #expect(try lenient.devtool("check", "--only", "rules", "--base", "HEAD").status == 0)
  }

  /// A program may know enough before it has read all: the pipe to it must neither block nor kill.
  @Test func aProgramMayLeaveItsInputUnread() throws {
    var files: [String: String?] = [:]
    for number in 0..<800 { files["many/a-rather-long-name-of-a-file-\(number)"] = "x\n" }
    let answers = [#"echo '{"findings": []}'"#: 0, "exec true": 1]
    for (command, status) in answers {
      let rule = "custom: [{ id: early, command: [sh, -c, \(quoted(command))] }]"
      let change = try ScratchChange(config(rule), files: files)
      let result = try change.devtool("check", "--only", "rules")
      #expect(result.status == Int32(status), "\(result.standardOutput)")
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(text.replacingOccurrences(of: "'", with: "''"))'"
  }

  /// A commit that does not exist yet has no author to ask git for; the tool's environment and the
  /// configuration of scratch repositories name nobody.
  @Test func whatIsStagedNeedsNoIdentity() throws {
    let change = try ScratchChange(
      config("commit-authors: { email: 'nobody$', level: error }\n" + Self.noPrint),
      files: ["a": "1\n"])
    try change.clone.directory.write("print(1)\n", to: "b")
    try change.clone.git("add", "b")
    let result = try change.devtool("check", "--only", "rules", "--staged")
    #expect(result.status == 1)
    #expect(try places(change) == ["b:1"])
  }

  /// The hook of a repository runs in each of its worktrees, and judges what that one has.
  @Test func theHookJudgesInAWorktree() throws {
    let change = try ScratchChange(config(Self.noPrint), files: ["a": "1\n"])
    #expect(try change.devtool("init", "--hooks").status == 0)
    let folder = try ScratchDirectory()
    try change.clone.git("worktree", "add", "-q", "-b", "other", folder.path + "/tree")
    let hook = """
      cd '\(folder.path)/tree'; export LLVM_PROFILE_FILE=/dev/null
      """
    try change.clone.shell("\(hook)\ngit push -q origin other")
    try change.clone.shell(
      "\(hook)\necho 'print(1)' > b; git add b; git commit -q --no-verify -m 'Add a line'")
    #expect(throws: ScratchRepository.GitFailure.self) {
      try change.clone.shell("\(hook)\ngit push -q origin other")
    }
    // Elsewhere nothing is wrong.
    try change.clone.git(
      ["push", "-q", "origin", "topic:elsewhere"],
      environment: ["LLVM_PROFILE_FILE": "/dev/null"])
  }

  /// Any commit, tag or range that git can name.
  @Test func onlyWhatIsNamedIsJudged() throws {
    let repository = try ScratchRepository()
    try repository.commit(
      "Begin", [".ci.yml": config("commit-subject: { level: error, full-stop: never }")])
    try repository.commit("bad subject.")
    try repository.git("tag", "v1")
    try repository.git("tag", "-a", "-m", "x", "v2")
    try repository.commit("Be good")
    let tool = try BuiltTool()
    let long = try repository.git("rev-parse", "v1")
    for (base, head, status) in [
      ("v1", "HEAD", 0), ("v2", "HEAD", 0), (String(long.prefix(9)), "HEAD", 0),
      ("v1~1", "HEAD", 1), ("v1~1", "v1", 1), ("HEAD~1", "HEAD", 0), ("HEAD", "HEAD", 0),
    ] {
      let result = try tool.run(
        "check", "--only", "rules", "--base", base, "--head", head, in: repository.path)
      #expect(result.status == Int32(status), "\(base)..\(head): \(result.standardOutput)")
    }
  }
}
