import Foundation
import TestSupport
import Testing

@testable import LocalState

/// What git tracks, read from indexes that git itself wrote.
@Suite struct GitIndexTests {
  private func repository(_ script: String) throws -> ScratchDirectory {
    let scratch = try ScratchDirectory()
    let result = try run(
      "bash",
      [
        "-c",
        """
        set -eu; export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
        git init -q . $FORMAT; git config user.name a; git config user.email a@b
        \(script)
        """.replacing("$FORMAT", with: script.contains("sha256") ? "--object-format=sha256" : ""),
      ], in: scratch.path)
    try #require(result.status == 0, "\(result.standardError)")
    return scratch
  }

  @Test(arguments: [
    ("true", nil), ("touch a; git add .", nil), ("mkdir s; touch s/a; git add .", "s/a"),
    ("touch s; git add .", "s"), ("mkdir s t; touch s/a t/s sa ss; git add t sa ss", nil),
    ("mkdir s; touch s/a; git add .; git update-index --index-version 2", "s/a"),
    ("mkdir s; touch s/a; git add .; git update-index --index-version 3", "s/a"),
    ("mkdir rs s; touch r rs/x s/a s/b; git add .; git update-index --index-version 4", "s/a"),
    ("for i in $(seq 300); do touch $i; done; mkdir s; touch s/a; git add .", "s/a"),
    ("mkdir s; touch s/a; git add -N .", "s/a"),
    ("mkdir s; touch s/a; git add .; git update-index --split-index; touch b; git add b", "s/a"),
    ("mkdir s; touch s/a; git add .; git rm -q --cached s/a", nil),
    ("touch $(printf 'x%.0s' $(seq 200)); mkdir s; touch s/a; git add .", "s/a"),
    (
      "git init -q s; (cd s; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x); git add -f s 2>/dev/null",
      "s"
    ),
    ("mkdir s; touch s/a a b; git add . # sha256", "s/a"),
    ("mkdir s; touch s/a a b; git add a b # sha256", nil),
    // Nothing that git would read; what it names may be tracked.
    ("head -c 1000 /dev/zero > .git/index", nil), (": > .git/index", nil),
    ("mkdir s; touch s/a; git add .; echo x >> .git/index", "s"),
    ("rm -f .git/index; mkdir .git/index", nil), ("rm -rf .git", nil),
    ("rm -rf .git; echo gitdir: /nowhere > .git", nil), ("rm -rf .git; ln -s .git .git", nil),
  ])
  func findsWhatIsTracked(script: String, expected: String?) throws {
    let scratch = try repository(script)
    let index = GitIndex(repositoryRoot: scratch.path)
    #expect(index.trackedPath(at: "s") == expected)
    #expect(index.trackedPaths(at: "s").first == expected)
  }

  @Test func listsWhatIsTracked() throws {
    let scratch = try repository("mkdir s t; touch s/a s/b t/c s2; git add .; touch s/d")
    let index = GitIndex(repositoryRoot: scratch.path)
    #expect(index.trackedPaths(at: "s") == ["s/a", "s/b"])
    #expect(index.trackedPaths(at: "u") == [])
  }

  @Test func readsTheIndexOfAWorktree() throws {
    let scratch = try repository(
      "mkdir s; touch s/a; git add .; git commit -qm x; git worktree add -q w")
    #expect(GitIndex(repositoryRoot: scratch.path + "/w").trackedPath(at: "s") == "s/a")
    _ = try run("git", ["rm", "-q", "--cached", "s/a"], in: scratch.path + "/w")
    #expect(GitIndex(repositoryRoot: scratch.path + "/w").trackedPath(at: "s") == nil)
    #expect(GitIndex(repositoryRoot: scratch.path).trackedPath(at: "s") == "s/a")
  }

  /// On a file system that tells them apart these are two folders.
  @Test func otherCasesAreTheSameWhereTheFileSystemSaysSo() throws {
    let scratch = try repository("mkdir S; touch S/a; git add .; mkdir s || true")
    let isSame = FileManager.default.fileExists(atPath: scratch.path + "/s/a")
    #expect(
      GitIndex(repositoryRoot: scratch.path).trackedPath(at: "s") == (isSame ? "S/a" : nil))
  }
}
