import Foundation
import TestSupport
import Testing

/// Rules on a change, in every kind of checkout that CI services make.
@Suite(.blocking) struct RulesTests {
  private static let strict = """
    steps: { a: echo built }
    rules:
      pr-size: { warn: 3, fail: 6 }
      custom:
        - { id: no-print, level: error, added-lines: '\\bprint\\(', paths: [Sources/**], message: Use the logger. }

    """

  @Test func printsFindingsWithTheirPlaceAndFails() throws {
    let change = try ScratchChange(
      Self.strict, files: ["Sources/A.swift": "let a = 1\nfunc f() {\n  print(a)\n}\n"])
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 1)
    #expect(
      result.standardOutput.contains("Sources/A.swift:3: error: Use the logger. [no-print]")
        || result.standardOutput.contains("Sources/A.swift:3: error: Use the logger. [no-print]"))
    #expect(result.standardOutput.contains("(no-print)"))
    #expect(!result.standardOutput.contains("built"))
    let findings = try objects(ScratchPipeline.record(in: change.path)["findings"])
    let finding = try #require(findings.first { $0["ruleID"] as? String == "no-print" })
    expectKeys(
      finding,
      ["ruleID", "severity", "message", "file", "line", "column", "endLine", "help", "suppressed"])
    #expect(finding["file"] as? String == "Sources/A.swift")
    #expect(finding["line"] as? Int == 3)
  }

  /// Annotations stand beside the report for people; who asks for JSON gets nothing else.
  @Test func annotatesOnGitHubByDefault() throws {
    let change = try ScratchChange(
      Self.strict, files: ["Sources/A.swift": "let a = 1\nfunc f() {\n  print(a)\n}\n"])
    let summary = "\(change.path)/summary.md"
    let job = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
    let result = try change.devtool("check", "--only", "rules", environment: job)
    #expect(result.status == 1)
    #expect(
      result.standardOutput.contains(
        "::error file=Sources/A.swift,line=3,endLine=3,title=no-print::Use the logger."),
      "\(result.standardOutput)")
    #expect(
      result.standardOutput.contains("Sources/A.swift:3: error: Use the logger. [no-print]"))
    #expect(try String(contentsOfFile: summary, encoding: .utf8).contains("## ❌ Failed"))
    let json = try change.devtool("check", "--only", "rules", "--report", "json", environment: job)
    #expect(json.standardOutput.hasPrefix("{"))
    let own = try change.devtool("check", "--only", "rules")
    #expect(!own.standardOutput.contains("::error"))
  }

  /// At a desk there is more than the commits.
  @Test func saysWhichFilesNoRuleLookedAt() throws {
    let change = try ScratchChange(Self.strict, files: ["new.txt": "1\n"])
    let clean = try change.devtool("check", "--only", "rules")
    #expect(!clean.standardOutput.contains("uncommitted"))
    try Data("2\n".utf8).write(to: URL(fileURLWithPath: "\(change.path)/later.txt"))
    let note =
      "The rules checked commits, without 1 uncommitted file: later.txt. Commit it, or see "
      + "the result for the next commit with `git add` and `devtool check --only rules --staged`."
    let dirty = try change.devtool("check", "--only", "rules")
    #expect(dirty.standardOutput.replacing("\n      ", with: " ").contains(note))
    let inCI = try change.devtool(
      "check", "--only", "rules", environment: ["CI": "true", "GITLAB_CI": "true"])
    #expect(!inCI.standardOutput.contains("uncommitted"))
    // What devtool writes itself is nothing to commit.
    let config = try String(contentsOfFile: "\(change.path)/.ci.yml", encoding: .utf8)
    let reports = "reports: [terminal, { html: out/page }, { junit: out/junit.xml }]\n"
    try Data((config + reports).utf8).write(to: URL(fileURLWithPath: "\(change.path)/.ci.yml"))
    try change.clone.git("commit", "-qam", "Write reports")
    for _ in 1...2 {
      let text = try change.devtool("check", "--only", "rules").standardOutput
      #expect(text.replacing("\n      ", with: " ").contains(note))
    }
    try FileManager.default.removeItem(atPath: "\(change.path)/out")
    // Where nothing was judged there is nothing that was left out.
    try change.clone.git("checkout", "-q", "main")
    #expect(try !change.devtool("check", "--only", "rules").standardOutput.contains("uncommitted"))
    // A new branch is to be judged, even before its first commit.
    try change.clone.git("checkout", "-q", "-b", "feature2")
    let new = try change.devtool("check", "--only", "rules")
    #expect(new.standardOutput.replacing("\n      ", with: " ").contains(note))
  }

  @Test(arguments: [
    ([], 0), (["--fail-on", "warning"], 1), (["--fail-on", "error"], 0),
    (["--fail-on", "never"], 0), (["--fail-on", "note"], 1),
  ])
  func failsFromTheSeverityThatWasAskedFor(arguments: [String], status: Int) throws {
    let change = try ScratchChange(Self.strict, files: ["new.txt": "1\n2\n3\n4\n"])
    let result = try change.tool.start(["check"] + arguments, in: change.path).finish()
    #expect(result.status == status)
    #expect(result.standardOutput.contains("warning: "))
    #expect(result.standardOutput.contains("[pr-size]"))
    #expect(result.standardOutput.contains(status == 0 ? "✓ Passed with 1 warning" : "✗ Failed: "))
  }

  @Test func neverFailsOnFindingsWhenToldSo() throws {
    let change = try ScratchChange(
      Self.strict, files: ["new.txt": String(repeating: "x\n", count: 7)])
    #expect(try change.devtool("check").status == 1)
    let lenient = try change.devtool("check", "--fail-on", "never")
    #expect(lenient.status == 0)
    #expect(lenient.standardOutput.contains("✓ Passed with 1 error\n"))
  }

  /// What everybody's first checkout in CI looks like.
  @Test(arguments: [["check"], ["check", "--only", "rules"], ["changes"]])
  func asksForTheHistoryOfAShallowClone(arguments: [String]) throws {
    let change = try ScratchChange(
      Self.strict, files: ["new.txt": "1\n"],
      cloneArguments: ["--depth", "1", "--no-single-branch"])
    let missing = try change.tool.start(arguments, in: change.path).finish()
    #expect(missing.status == 69)
    let text = missing.standardOutput + missing.standardError
    #expect(text.contains("no merge base of origin/main and HEAD"))
    // The command can be pasted, and then it works.
    let words = text.split(separator: "`").filter { $0.hasPrefix("git fetch") }
    let command = try #require(words.first).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    try change.clone.shell(command)
    #expect(try change.tool.start(arguments, in: change.path).finish().status == 0)
  }

  @Test func asksForTheBranchThatASingleBranchCloneLacks() throws {
    let change = try ScratchChange(
      Self.strict, files: ["new.txt": "1\n"], cloneArguments: ["--single-branch"])
    let missing = try change.devtool("check", "--base", "main")
    #expect(missing.status == 69)
    let command = try #require(
      missing.standardOutput.split(separator: "`").first { $0.hasPrefix("git fetch") })
    try change.clone.shell(String(command))
    #expect(try change.devtool("check", "--base", "main").status == 0)
  }

  @Test func notesAShallowCloneWhereNobodyAskedForRules() throws {
    let change = try ScratchChange(
      "steps: { a: echo built }\n", files: ["new.txt": "1\n"],
      cloneArguments: ["--depth", "1", "--no-single-branch"])
    let result = try change.devtool("check")
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("note: Rules were not checked: no merge base"))
    #expect(result.standardOutput.contains("git fetch --unshallow origin"))
    let asked = try change.devtool("check", "--base", "origin/main")
    #expect(asked.status == 69)
    #expect(asked.standardOutput.contains("no merge base of origin/main and HEAD"))
  }

  @Test func refusesUnrelatedHistories() throws {
    let change = try ScratchChange(Self.strict, files: ["new.txt": "1\n"])
    try change.clone.git("checkout", "-q", "--orphan", "island")
    try change.clone.commit("Begin anew")
    let result = try change.devtool("check")
    #expect(result.status == 69)
    #expect(result.standardOutput.contains("their histories have no commit in common"))
  }

  @Test(arguments: [
    (strict, ["check"]), ("steps: { a: 'true' }", ["check", "--only", "rules"]),
    ("steps: { a: 'true' }", ["check", "--base", "main"]),
  ])
  func needsARepositoryWhereRulesAreAskedFor(config: String, arguments: [String]) throws {
    // With a short path, the line stays one.
    let scratch = try ScratchPipeline(config, in: .open)
    let result = try scratch.tool.start(arguments, in: scratch.path).finish()
    #expect(result.status == 69)
    #expect(result.standardOutput.contains("no git repository at \(scratch.path)"))
    #expect(try scratch.record()["verdict"] as? String == "failed")
  }

  @Test func saysWhichBaseDoesNotExist() throws {
    let change = try ScratchChange(Self.strict, files: ["new.txt": "1\n"])
    for command in ["check", "changes"] {
      let result = try change.devtool(command, "--base", "no-such-branch")
      #expect(result.status == 69)
      let text = result.standardOutput + result.standardError
      #expect(text.contains("'no-such-branch' does not name a commit in this repository"))
    }
  }

  @Test func worksOnADetachedHead() throws {
    let change = try ScratchChange(Self.strict, files: ["Sources/A.swift": "print(1)\n"])
    try change.clone.git("checkout", "-q", "--detach")
    let result = try change.devtool("check")
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("Sources/A.swift:1"))
  }

  @Test func worksFromAFolderBelow() throws {
    let change = try ScratchChange(Self.strict, files: ["Sources/A.swift": "print(1)\n"])
    let result = try change.tool.run("check", in: change.path + "/Sources")
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("Sources/A.swift:1"))
    #expect(change.clone.directory.exists(".devtool/runs"))
    #expect(!change.clone.directory.exists("Sources/.devtool"))
    let changes = try change.tool.run("changes", in: change.path + "/Sources")
    #expect(changes.standardOutput.contains("Sources/A.swift"))
    #expect(try change.tool.run("report", in: change.path + "/Sources").status == 0)
  }

  @Test func worksWhereThePathHasSpaces() throws {
    let change = try ScratchChange(Self.strict, files: ["Sources/A b.swift": "print(1)\n"])
    let folder = try ScratchDirectory()
    let path = folder.path + "/my 'odd' repo"
    try run("git", ["clone", "-q", "--branch", "topic", change.origin.path, path], in: folder.path)
    let result = try change.tool.run("check", in: path)
    #expect(result.status == 1)
    #expect(result.standardOutput.contains("Sources/A b.swift:1"))
  }

  @Test func hasNothingToSayOnTheDefaultBranch() throws {
    let change = try ScratchChange(Self.strict, files: ["new.txt": "1\n"])
    try change.clone.git("checkout", "-q", "main")
    let result = try change.devtool("check")
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("Changes   none since the base\n"))
    #expect(result.standardOutput.contains("✓ Passed\n"))
  }

  @Test func takesTheRepositoryThatGitIsToldOf() throws {
    let change = try ScratchChange(Self.strict, files: ["new.txt": "1\n"])
    let elsewhere = try ScratchDirectory()
    let result = try change.tool.run(
      "changes", in: elsewhere.path,
      environment: ["GIT_DIR": change.path + "/.git", "GIT_WORK_TREE": change.path])
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("new.txt"))
  }

  /// A pull request on GitHub: the checkout is a merge commit that nobody wrote.
  @Test func seesThroughTheMergeOfAService() throws {
    let change = try ScratchChange(Self.strict, files: ["Sources/A.swift": "print(1)\n"])
    try change.clone.git("checkout", "-q", "--detach", "origin/main")
    try change.clone.git("merge", "-q", "--no-ff", "-m", "Merge topic into main", "origin/topic")
    let id = try change.clone.git("rev-parse", "HEAD")
    let result = try change.devtool(
      "changes", "--format", "json",
      environment: [
        "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_REF": "refs/pull/7/merge", "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "topic",
        "GITHUB_SHA": id,
      ])
    #expect(result.status == 0)
    let commits = try objects(jsonObject(result.standardOutput)["commits"])
    #expect(commits.map { $0["subject"] as? String } == ["Change the sources"])
  }

  /// As word processors write them: no quotes for YAML, so they are part of the text.
  @Test func saysWhatSmartQuotesAre() throws {
    let change = try ScratchChange(
      "rules: { custom: [{ id: a, if: “draft” }] }\n", files: ["a": "1\n"])
    let result = try change.devtool("check", "--only", "rules")
    #expect(result.status == 78)
    #expect(result.standardError.contains(".ci.yml:1:32: error:"), "\(result.standardError)")
    #expect(result.standardError.contains("help:"))
  }
}
