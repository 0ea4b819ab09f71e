import Foundation
import TestSupport
import Testing

/// `devtool changes` against git itself.
@Suite(.blocking) struct ChangesCommandTests {
  private static func change() throws -> ScratchChange {
    try ScratchChange(
      "steps: { a: 'true' }\n",
      files: [
        "Sources/A.swift": "let a = 2\nlet b = 3\n", "old.txt": nil,
        "moved/new.txt": "1\n2\n3\n4\n5\n6\n", "päth with spaces.txt": "x\n",
        "binary.bin": "a\0b",
      ])
  }

  @Test func countsAsGitDoes() throws {
    let change = try Self.change()
    let result = try change.devtool("changes", "--format", "json")
    #expect(result.status == 0)
    #expect(result.standardError == "")
    let document = try jsonObject(result.standardOutput)
    expectKeys(
      document, ["schema", "base", "head", "mergeBase", "files", "totals", "commits"])
    #expect(document["schema"] as? String == "devtool.changes/1")
    #expect(document["base"] as? String == (try change.clone.git("rev-parse", "origin/main")))
    #expect(document["head"] as? String == (try change.clone.git("rev-parse", "HEAD")))
    let mergeBase = try change.clone.git("merge-base", "origin/main", "HEAD")
    #expect(document["mergeBase"] as? String == mergeBase)

    let files = try objects(document["files"])
    for file in files {
      let size = file["status"] as? String == "deleted" ? [] : ["size"]
      expectKeys(
        file,
        [
          "status", "path", "oldPath", "similarity", "additions", "deletions", "isBinary", "mode",
          "oldMode",
        ] + size)
    }
    let ours = files.map { file in
      let isBinary = file["isBinary"] as? Bool == true
      let counts =
        isBinary ? "-\t-" : "\(file["additions"] ?? "?")\t\(file["deletions"] ?? "?")"
      return "\(counts)\t\(file["path"] ?? "?")"
    }
    let theirs = try change.clone.shell(
      "git -c core.quotePath=false diff --numstat -z -M origin/main...HEAD"
    ).split(separator: "\0", omittingEmptySubsequences: true).map(String.init)
    // With `-z` a rename is its counts, the old path and the new path, each on its own.
    #expect(ours.sorted() == joiningRenames(theirs).sorted())
    #expect(files.contains { $0["status"] as? String == "renamed" })

    let totals = try #require(document["totals"] as? [String: Any])
    #expect(totals["files"] as? Int == files.count)
    let commit = try #require(try objects(document["commits"]).first)
    expectKeys(
      commit, ["id", "parents", "subject", "body", "author", "committer", "isMerge"])
    expectKeys(try #require(commit["author"] as? [String: Any]), ["name", "email", "date"])
    #expect(commit["subject"] as? String == "Change the sources")
  }

  private func joiningRenames(_ fields: [String]) -> [String] {
    var lines: [String] = []
    var fields = fields[...]
    while let field = fields.popFirst() {
      if field.hasSuffix("\t") {
        fields.removeFirst()
        lines.append(field + (fields.popFirst() ?? ""))
      } else {
        lines.append(field)
      }
    }
    return lines
  }

  @Test func showsRenamesAsTwoFilesWhenAsked() throws {
    let result = try Self.change().devtool("changes", "--no-renames", "--format", "json")
    let files = try objects(jsonObject(result.standardOutput)["files"])
    let statuses = Dictionary(
      uniqueKeysWithValues: files.compactMap { file in
        (file["path"] as? String).map { ($0, file["status"] as? String) }
      })
    #expect(statuses["old.txt"] == "deleted")
    #expect(statuses["moved/new.txt"] == "added")
  }

  @Test func showsCommitsFilesAndTotals() throws {
    let result = try Self.change().devtool("changes")
    #expect(result.status == 0)
    for text in [
      "Change the sources", "old.txt => moved/new.txt", "päth with spaces.txt", "binary",
      "4 files changed, +4 -1, 1 commit",
    ] {
      #expect(result.standardOutput.contains(text), "\(text)")
    }
  }

  @Test func saysThatThereIsNoChange() throws {
    let change = try Self.change()
    let result = try change.devtool("changes", "--head", "origin/main")
    #expect(result.status == 0)
    #expect(result.standardOutput.hasPrefix("No change: the base contains everything"))
    let json = try change.devtool("changes", "--head", "origin/main", "--format", "json")
    #expect(try objects(jsonObject(json.standardOutput)["files"]).isEmpty)
  }

  @Test func needsARepository() throws {
    let scratch = try ScratchPipeline(nil)
    let result = try scratch.devtool("changes")
    #expect(result.status == 69)
    #expect(result.standardOutput == "")
    #expect(
      result.standardError.contains("no git repository at \(scratch.path) or above it"))
  }

  @Test func needsACommit() throws {
    let repository = try ScratchRepository()
    let result = try BuiltTool().run("changes", in: repository.path)
    #expect(result.status == 69)
    #expect(result.standardError.contains("the repository has no commits yet"))
  }

  @Test func comparesTreesOfHistoriesWithNothingInCommon() throws {
    let change = try Self.change()
    try change.clone.git("checkout", "-q", "--orphan", "other")
    try change.clone.commit("Begin anew", ["new.txt": "1\n"])
    let refused = try change.devtool("changes")
    #expect(refused.status == 69)
    #expect(
      refused.standardError.contains(
        "`--base-mode tree` compares the files without a merge base"))
    let shown = try change.devtool("changes", "--base-mode", "tree")
    #expect(shown.status == 0)
    #expect(shown.standardOutput.contains("new.txt"))
    let checked = try change.devtool("check", "--only", "rules", "--base-mode", "tree")
    #expect(checked.status == 0, "\(checked.standardOutput)")
    for arguments in [["--base-mode", "trees"], ["--staged", "--base-mode", "tree"]] {
      let wrong = try change.tool.start(["changes"] + arguments, in: change.path).finish()
      #expect(wrong.status == 64)
    }
  }

  /// Two merges in both directions: git takes one of two merge bases, and so do we, and say so.
  @Test func saysThatThereAreSeveralMergeBases() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", [".ci.yml": "rules: { pr-size: { warn: 9 } }\n"])
    try repository.shell(
      """
      git checkout -q -b topic; git commit -q --allow-empty -m one; one=$(git rev-parse HEAD)
      git checkout -q main; git commit -q --allow-empty -m two
      git checkout -q topic; git merge -q --no-edit main
      git checkout -q main; git merge -q --no-edit $one
      git checkout -q topic; echo 1 > new.txt; git add -A; git commit -q -m own
      """)
    let tool = try BuiltTool()
    let bases = try repository.git("merge-base", "--all", "main", "topic").split(separator: "\n")
    #expect(bases.count == 2)
    let sentence =
      "There are several merge bases: devtool uses \(bases[0].prefix(10)), as git does; "
      + "\(bases[1].prefix(10)) would be as good"
    func flat(_ result: CommandResult) -> String {
      result.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try flat(tool.run("changes", "--base", "main", in: repository.path)).contains(sentence))
    #expect(
      try flat(tool.run("check", "--only", "rules", "--base", "main", in: repository.path))
        .contains(sentence))
    let json = try jsonObject(
      tool.run("changes", "--base", "main", "--format", "json", in: repository.path).standardOutput)
    #expect(json["otherMergeBases"] as? [String] == [String(bases[1])])
    // Only the last commit and the merge were made on the branch since.
    func subjects(_ arguments: String...) throws -> [String?] {
      let result = try tool.start(
        ["changes", "--base", "main~1", "--format", "json"] + arguments, in: repository.path
      ).finish()
      return try objects(jsonObject(result.standardOutput)["commits"]).map {
        $0["subject"] as? String
      }
    }
    let all = try subjects()
    let own = try subjects("--first-parent")
    #expect(all.count == own.count, "\(all)")
    #expect(own == ["one", "Merge branch 'main' into topic", "own"])
  }

  /// Nothing but `--fetch` needs git.
  @Test func worksWithoutGit() throws {
    let change = try Self.change()
    let result = try change.devtool("changes", environment: ["PATH": "/nonexistent"])
    #expect(result.status == 0)
    #expect(try result.standardOutput == change.devtool("changes").standardOutput)
    let rules = try change.devtool(
      "check", "--only", "rules", environment: ["PATH": "/nonexistent"])
    #expect(rules.status == 0, "\(rules.standardError)")
  }
}
