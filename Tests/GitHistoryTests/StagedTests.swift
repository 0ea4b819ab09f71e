import CIModel
import GitHistory
import TestSupport
import Testing

/// What is staged, against `git diff --cached`.
struct StagedTests {
  private static func makeRepository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    let text = (1...9).map { "line \($0)\n" }.joined()
    try repository.commit("root", ["a": "1\n2\n", "b": "1\n", "old": text, "dir/c": "1\n"])
    return repository
  }

  @Test(arguments: [
    ("nothing", ":"),
    ("an edit, and another one that is not staged", "echo 3 >> a; git add a; echo 4 >> a"),
    ("edits of every kind", "echo 3 >> a; git rm -q b; git mv old new; chmod +x dir/c; git add ."),
    (
      "a file that is only intended to be added", "echo x > n; git add -N n; echo 3 >> a; git add a"
    ),
    ("an untracked file", "echo x > n"),
    ("a file in place of a folder", "git rm -q -r dir; echo x > dir; git add dir"),
    ("a folder in place of a file", "git rm -q a; mkdir a; echo x > a/b; echo y > a.b; git add ."),
    ("a link", "ln -sf b a; git add a"),
    ("everything removed", "git rm -q -r ."),
  ])
  func agreesWithGit(title: String, script: String) throws {
    let repository = try Self.makeRepository()
    try repository.shell(script)
    var request = BaseRequest()
    request.isStaged = true
    let changes = try repository.open().comparison(request, detectsRenames: false).changes
    let numstat = try repository.git("diff", "--cached", "--no-renames", "--numstat", "-z")
      .split(separator: "\0").map { $0.split(separator: "\t").joined(separator: " ") }
    #expect(changes.numstat == numstat.sorted())
    let head = try repository.git("rev-parse", "HEAD")
    #expect((changes.base, changes.mergeBase) == (head, head))
    #expect(changes.isStaged && changes.commits.isEmpty)
    let renames = try repository.git("diff", "--cached", "-M", "--name-status").contains("R")
    let paired = try repository.open().comparison(request).changes
    #expect(paired.files.contains { $0.status == .renamed } == renames)
  }

  @Test func readsTheLinesThatAreStaged() throws {
    let repository = try Self.makeRepository()
    try repository.shell("echo staged >> a; git add a; echo later >> a")
    let comparison = try repository.open().stagedComparison()
    #expect(
      try comparison.addedLines { _ in true } == [AddedLine("a", line: 3, text: "staged")])
  }

  @Test func everythingIsNewBeforeTheFirstCommit() throws {
    let repository = try ScratchRepository()
    try repository.shell("echo x > a; git add a")
    let changes = try repository.open().stagedComparison().changes
    #expect(changes.files == [FileChange(.added, "a", additions: 1, oldMode: nil, size: 2)])
    #expect(changes.base == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
  }

  /// `git commit FILE` gives its hooks an index of their own.
  @Test func honoursTheIndexThatAHookIsGiven() throws {
    let repository = try Self.makeRepository()
    try repository.shell(
      "GIT_INDEX_FILE=.git/other git read-tree HEAD; echo 9 > b; echo 3 >> a; git add a; "
        + "GIT_INDEX_FILE=.git/other git add b")
    for path in [".git/other", repository.path + "/.git/other"] {
      let opened = try GitRepository.open(
        containing: repository.path, environment: ["GIT_INDEX_FILE": path])
      #expect(try opened.stagedComparison().changes.files.map(\.path) == ["b"])
    }
  }

  @Test func saysWhatCannotBeRead() throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("one", ["a": "x\n"])
    try repository.git("checkout", "-q", "main")
    try repository.commit("two", ["a": "y\n"])
    try repository.shell("git merge topic > merge.log 2>&1 || true")
    #expect(throws: GitError.unmergedPath("a")) { try repository.open().stagedComparison() }
    let bare = try ScratchRepository(cloning: repository, "--bare")
    #expect(throws: GitError.bareRepository) { try bare.open().stagedComparison() }
    let split = try Self.makeRepository()
    try split.git("update-index", "--split-index")
    let error = try #require(throws: GitError.self) { try split.open().stagedComparison() }
    guard case .unreadableIndex = error else {
      Issue.record("unexpected: \(error)")
      return
    }
    try split.git("update-index", "--no-split-index")
    #expect(try split.open().stagedComparison().changes.files.isEmpty)
  }
}
