import CIModel
import Foundation
import GitHistory
import TestSupport
import Testing

struct GitRepositoryTests {
  @Test func findsTheRepositoryFromASubfolder() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["Sources/A/a.swift": "1\n"])
    let opened = try GitRepository.open(containing: repository.path + "/Sources/A")
    #expect(opened.workTree == repository.path)
  }

  @Test func tellsWhatIsCheckedOut() throws {
    let repository = try ScratchRepository()
    func checkout() throws -> RunRecord.Checkout? {
      try GitRepository.open(containing: repository.path).checkout(branch: "topic")
    }
    #expect(try checkout() == nil)
    try repository.commit("root\n\nMore.", ["a": "1\n", ".gitignore": "ignored\n"])
    let id = try repository.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
    var expected = RunRecord.Checkout(
      commit: id, branch: "topic", subject: "root",
      author: try repository.git("log", "-1", "--format=%an").trimmingCharacters(in: .newlines),
      isModified: false)
    #expect(try checkout() == expected)
    try repository.shell("touch ignored")
    #expect(try checkout() == expected)

    expected.isModified = true
    for change in [
      "touch new", "rm new; echo 2 > a", "git add a", "git checkout -q HEAD a; git rm -q a",
    ] {
      try repository.shell(change)
      #expect(try checkout() == expected, "\(change)")
    }
  }

  @Test func opensAWorktreeAndItsOwnHead() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    let other = try ScratchDirectory()
    try repository.git("worktree", "add", "-q", "-b", "topic", other.path + "/tree")
    try Data("2\n".utf8).write(to: other.url.appendingPathComponent("tree/a"))
    try repository.git("-C", other.path + "/tree", "commit", "-q", "-a", "-m", "change")
    let opened = try GitRepository.open(containing: other.path + "/tree")
    #expect(opened.workTree == other.path + "/tree")
    let changes = try opened.changeSet(opened.resolveBase(BaseRequest()))
    #expect(changes.files == [FileChange(.modified, "a", additions: 1, deletions: 1, size: 2)])
  }

  /// The list of boundary commits lies beside the objects, not in the worktree's own folder.
  @Test func worktreeOfAShallowClone() throws {
    let origin = try ScratchRepository()
    for index in 0..<4 { try origin.commit("\(index)", ["a": "\(index)\n"]) }
    let clone = try ScratchRepository(cloning: origin, "--depth", "2")
    let other = try ScratchDirectory()
    try clone.git("worktree", "add", "-q", "--detach", other.path + "/tree", "HEAD")
    let opened = try GitRepository.open(containing: other.path + "/tree")
    let changes = try opened.changeSet(opened.resolveBase(BaseRequest(base: "HEAD~1")))
    #expect(changes.commits.map(\.subject) == ["3"])
  }

  @Test func opensABareRepository() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    let bare = try ScratchRepository(cloning: repository, "--bare")
    let opened = try GitRepository.open(containing: bare.path)
    #expect(opened.workTree == nil)
    #expect(try opened.changeSet(opened.resolveBase(BaseRequest(base: "main"))).files.isEmpty)
  }

  /// Anybody can commit what a bare repository consists of.
  @Test func aBareRepositoryInACheckoutIsAFolder() throws {
    let repository = try ScratchRepository()
    let root = try repository.commit("root", ["a": "1\n"])
    try repository.shell(
      "git clone -q --bare . p; id=$(git --git-dir=p commit-tree -m x HEAD^{tree}); git --git-dir=p update-ref refs/heads/main $id"
    )
    let opened = try GitRepository.open(containing: repository.path + "/p")
    #expect(opened.workTree == repository.path)
    #expect(try opened.resolveBase(BaseRequest()).head == root)
  }

  /// A step of the pipeline runs beside the reader and can write what it likes.
  @Test func aJudgeTakesNothingFromTheCheckout() throws {
    let repository = try ScratchRepository()
    let root = try repository.commit("root", ["a": "good\n", ".gitattributes": "b -diff\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("own", ["a": "bad\n", "b": "1\n", ".gitattributes": "* -diff\n"])
    try repository.git("replace", "\(root):a", "topic:a")
    let trusting = try GitRepository.open(containing: repository.path)
    #expect(try trusting.storedFile("a", in: root) == .file(Array("bad\n".utf8)))
    let judged = try GitRepository.open(containing: repository.path, judge: root)
    #expect(try judged.storedFile("a", in: root) == .file(Array("good\n".utf8)))
    // Attributes are those of the judge: `b` is binary, the others are text.
    let changes = try judged.changeSet(judged.resolveBase(BaseRequest(base: root)))
    #expect(changes.files.map(\.additions) == [1, 1, 0])
    #expect(changes.files.map(\.isBinary) == [false, false, true])
    // Another object under the id of this one.
    let (blob, other) = try (
      repository.git("rev-parse", "\(root):a"), repository.git("rev-parse", "topic:a")
    )
    func path(_ id: String) -> String { ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }
    try repository.shell("cp -f \(path(other)) \(path(blob))")
    #expect(throws: GitError.wrongObject(id: blob)) {
      try GitRepository.open(containing: repository.path, judge: root).storedFile("a", in: root)
    }
  }

  @Test func honoursGitDirAndWorkTree() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    let elsewhere = try ScratchDirectory()
    let opened = try GitRepository.open(
      containing: elsewhere.path,
      environment: ["GIT_DIR": repository.path + "/.git", "GIT_WORK_TREE": elsewhere.path])
    #expect(opened.workTree == elsewhere.path)
    #expect(try opened.resolveBase(BaseRequest()).baseName == "main")
    #expect(throws: GitError.self) {
      try GitRepository.open(
        containing: repository.path, environment: ["GIT_DIR": elsewhere.path + "/none"])
    }
  }

  @Test func worksOnADetachedHead() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "--detach")
    let own = try repository.commit("own", ["a": "2\n"])
    let changes = try repository.changes("main")
    #expect(changes.head == own)
    #expect(changes.commits.map(\.subject) == ["own"])
  }

  @Test func saysWhenThereIsNoRepository() throws {
    let directory = try ScratchDirectory()
    #expect(throws: GitError.notARepository(directory: directory.path)) {
      try GitRepository.open(containing: directory.path)
    }
    #expect(throws: GitError.notARepository(directory: directory.path + "/none")) {
      try GitRepository.open(containing: directory.path + "/none")
    }
  }

  @Test func saysWhenTheFormatIsNotSupported() throws {
    let directory = try ScratchDirectory()
    try run("git", ["init", "-q", "--object-format=sha256"], in: directory.path)
    let error = try #require(throws: GitError.self) {
      try GitRepository.open(containing: directory.path)
    }
    guard case .unsupportedRepository = error else {
      Issue.record("unexpected: \(error)")
      return
    }
  }

  @Test func readsPartialClonesAndSaysWhatIsMissing() throws {
    let origin = try ScratchRepository()
    try origin.git("config", "uploadpack.allowFilter", "true")
    try origin.commit("root", ["a": "1\n"])
    try origin.commit("own", ["a": "1\n2\n"])
    let clone = try ScratchRepository(cloning: origin, "--filter=blob:none", "--no-checkout")
    let opened = try clone.open()
    let range = try opened.resolveBase(BaseRequest(base: "HEAD~1"))
    let error = try #require(throws: GitError.self) {
      try opened.changeSet(range, detectsRenames: false)
    }
    guard case .missingObject(let id, let fetch) = error else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(fetch == FetchAdvice(remote: "origin", isShallow: false, isPartial: true))
    let blobs = try origin.git("rev-parse", "HEAD:a", "HEAD~1:a").split(separator: "\n")
    #expect(blobs.map(String.init).contains(id))
    #expect(try opened.changeSet(opened.resolveBase(BaseRequest(base: "HEAD"))).files.isEmpty)
  }

  @Test func readsSparseCheckouts() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a/x": "1\n", "b/x": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("own", ["a/x": "2\n", "b/x": "2\n"])
    try repository.git("sparse-checkout", "set", "a")
    #expect(try repository.changes("main").files.map(\.path) == ["a/x", "b/x"])
  }

  @Test func missingObjectsAreErrorsNotZeros() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("own", ["a": "2\n"])
    let blob = try repository.git("rev-parse", "topic:a")
    try repository.shell("rm -f .git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    #expect(
      throws: GitError.missingObject(id: blob, fetch: FetchAdvice(remote: nil, isShallow: false))
    ) { try repository.changes("main") }
    let parent = try repository.git("rev-parse", "main")
    try repository.shell("rm -f .git/objects/\(parent.prefix(2))/\(parent.dropFirst(2))")
    #expect(throws: GitError.self) { try repository.changes("topic~1", "topic") }
  }
}
