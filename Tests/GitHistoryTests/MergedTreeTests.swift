import TestSupport
import Testing

@testable import GitHistory

/// Whether a merge holds what git makes of its parents.
struct MergedTreeTests {
  private static let lines = (1...9).map { "line \($0)\n" }.joined()

  @Test(
    arguments: [
      // Another file on each side.
      (["b": "1\n"], ["c": "1\n"]),
      // The same file, at both ends.
      (["a": "x\n" + lines], ["a": lines + "y\n"]),
      // One side moves it.
      (["a": nil, "b": lines], ["a": lines + "y\n"]),
      // The same on both sides.
      (["a": "x\n"], ["a": "x\n"]),
    ] as [([String: String?], [String: String?])])
  func isWhatGitMakes(ours: [String: String?], theirs: [String: String?]) throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": Self.lines])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("theirs", theirs)
    try repository.git("checkout", "-q", "main")
    try repository.commit("ours", ours)
    try repository.git("merge", "-q", "--no-ff", "--no-edit", "topic")
    let objects = try repository.git("count-objects")
    let opened = try repository.open()
    let merge = try #require(ObjectID(hex: repository.git("rev-parse", "HEAD")))
    #expect(opened.isCleanMerge(merge))
    let parents = ["-p", "HEAD^1", "-p", "HEAD^2"]
    for tree in ["HEAD^1^{tree}", "HEAD^2^{tree}", "HEAD~2^{tree}"] {
      let other = try repository.git(["commit-tree", "-m", "x"] + parents + [tree])
      let isSame =
        try repository.git("rev-parse", tree) == repository.git("rev-parse", "HEAD^{tree}")
      #expect(opened.isCleanMerge(try #require(ObjectID(hex: other))) == isSame)
      try repository.git("prune", "--expire=now")
    }
    // Nothing is written.
    #expect(try repository.git("count-objects") == objects)
  }

  @Test func conflictsAreNoProof() throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("theirs", ["a": "2\n"])
    try repository.git("checkout", "-q", "main")
    try repository.commit("ours", ["a": "3\n"])
    try repository.git("merge", "-q", "-s", "ours", "--no-edit", "topic")
    let opened = try repository.open()
    for name in ["HEAD", "HEAD^1"] {
      let id = try #require(ObjectID(hex: repository.git("rev-parse", name)))
      #expect(!opened.isCleanMerge(id))
    }
  }

  /// Each branch has merged the other.
  @Test func severalMergeBases() throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": Self.lines])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("theirs", ["b": "1\n"])
    try repository.git("checkout", "-q", "main")
    try repository.commit("ours", ["c": "1\n"])
    try repository.git("branch", "before")
    try repository.git("merge", "-q", "--no-edit", "topic")
    try repository.git("checkout", "-q", "topic")
    try repository.git("merge", "-q", "--no-edit", "before")
    try repository.commit("more", ["a": "x\n" + Self.lines])
    try repository.git("checkout", "-q", "main")
    try repository.commit("more", ["a": Self.lines + "y\n"])
    try repository.git("merge", "-q", "--no-edit", "topic")
    let merge = try #require(ObjectID(hex: repository.git("rev-parse", "HEAD")))
    #expect(try repository.open().isCleanMerge(merge))
  }
}
