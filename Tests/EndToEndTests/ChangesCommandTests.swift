import Foundation
import TestSupport
import Testing

/// `devtool changes` against git itself.
struct ChangesCommandTests {
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
    #expect(result.standardOutput.hasPrefix("No change: the base holds everything"))
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
}
