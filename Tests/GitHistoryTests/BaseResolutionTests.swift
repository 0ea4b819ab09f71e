import CIModel
import GitHistory
import TestSupport
import Testing

struct BaseResolutionTests {
  /// A clone on branch `topic`, one commit ahead of `origin/main`; the local `main` is one behind.
  private static func makeClone() throws -> (origin: ScratchRepository, clone: ScratchRepository) {
    let origin = try ScratchRepository()
    try origin.commit("root", ["a": "1\n"])
    try origin.git("tag", "v1")
    try origin.commit("second", ["b": "1\n"])
    try origin.git("branch", "release/1.0")
    let clone = try ScratchRepository(cloning: origin)
    try clone.git("checkout", "-q", "-b", "topic")
    try clone.git("branch", "-q", "-f", "main", "v1")
    try clone.commit("own", ["c": "1\n"])
    return (origin, clone)
  }

  @Test(arguments: [
    (BaseRequest(base: "main"), "main", "v1"),
    (BaseRequest(base: "origin/main"), "origin/main", "origin/main"),
    (BaseRequest(base: "refs/heads/main"), "refs/heads/main", "v1"),
    (BaseRequest(base: "v1"), "v1", "v1"),
    (BaseRequest(base: "release/1.0"), "origin/release/1.0", "origin/main"),
    (BaseRequest(base: "HEAD~1"), "HEAD~1", "origin/main"),
    (BaseRequest(base: "v1", baseBranch: "main"), "v1", "v1"),
    (BaseRequest(baseBranch: "main"), "origin/main", "origin/main"),
    (BaseRequest(baseBranch: "refs/heads/main"), "origin/main", "origin/main"),
    (BaseRequest(baseBranch: "origin/main"), "origin/main", "origin/main"),
    (BaseRequest(baseBranch: "release/1.0"), "origin/release/1.0", "origin/main"),
    (BaseRequest(baseBranch: "v1"), "v1", "v1"),
    (BaseRequest(baseBranch: ""), "origin/main", "origin/main"),
    (BaseRequest(), "origin/main", "origin/main"),
  ])
  func findsTheBase(request: BaseRequest, name: String, revision: String) throws {
    let clone = try Self.makeClone().clone
    let range = try clone.open().resolveBase(request)
    #expect(range.baseName == name)
    #expect(range.base == (try clone.git("rev-parse", "\(revision)^{commit}")))
    #expect(range.headName == "HEAD")
    #expect(range.seenThroughMerge == nil)
    #expect(!range.isBoundedByShallowClone)
  }

  @Test func findsIdsFullAndShort() throws {
    let clone = try Self.makeClone().clone
    let id = try clone.git("rev-parse", "v1")
    for name in [id, String(id.prefix(8)), id.uppercased()] {
      #expect(try clone.open().resolveBase(BaseRequest(base: name)).base == id)
    }
  }

  @Test func annotatedTagsStandForTheirCommit() throws {
    let clone = try Self.makeClone().clone
    try clone.git("tag", "-a", "-m", "x", "noted", "v1")
    let range = try clone.open().resolveBase(BaseRequest(base: "noted"))
    #expect(range.base == (try clone.git("rev-parse", "v1")))
  }

  @Test func defaultBranchIsWhatTheRemoteSays() throws {
    let origin = try ScratchRepository(defaultBranch: "trunk")
    try origin.commit("root", ["a": "1\n"])
    try origin.git("branch", "main")
    let clone = try ScratchRepository(cloning: origin)
    #expect(try clone.open().resolveBase(BaseRequest()).baseName == "origin/trunk")
    try clone.git("remote", "rename", "origin", "upstream")
    try clone.git("remote", "set-head", "upstream", "-d")
    #expect(try clone.open().resolveBase(BaseRequest()).baseName == "upstream/main")
  }

  @Test func withoutARemoteTheLocalDefaultBranchCounts() throws {
    let repository = try ScratchRepository(defaultBranch: "master")
    try repository.commit("root", ["a": "1\n"])
    let range = try repository.open().resolveBase(BaseRequest())
    #expect(range.baseName == "master")
    #expect(range.base == range.head)
    try repository.git("branch", "-m", "mine")
    #expect(throws: GitError.noDefaultBranch(tried: ["main", "master"])) {
      try repository.open().resolveBase(BaseRequest())
    }
  }

  @Test func seesThroughTheMergeOfAPullRequest() throws {
    let clone = try Self.makeClone().clone
    let topic = try clone.git("rev-parse", "topic")
    try clone.git("checkout", "-q", "--detach", "origin/main")
    try clone.commit("newer base", ["d": "1\n"])
    let base = try clone.git("rev-parse", "HEAD")
    try clone.git("merge", "-q", "--no-edit", "--no-ff", "topic")
    let merge = try clone.git("rev-parse", "HEAD")
    let opened = try clone.open()

    let range = try opened.resolveBase(
      BaseRequest(baseBranch: "main", isPullRequestMerge: true, mergeCommit: merge))
    #expect(range.base == base)
    #expect(range.head == topic)
    #expect(range.seenThroughMerge == merge)
    let changes = try opened.changeSet(range)
    #expect(changes.files.map(\.path) == ["c"])
    #expect(changes.commits.map(\.subject) == ["own"])

    // Not a pull request, another commit checked out, or a head asked for: taken as it is.
    for request in [
      BaseRequest(baseBranch: "main"),
      BaseRequest(baseBranch: "main", isPullRequestMerge: true, mergeCommit: topic),
      BaseRequest(baseBranch: "main", head: "HEAD", isPullRequestMerge: true),
    ] {
      #expect(try opened.resolveBase(request).head == merge)
    }
    let named = try opened.resolveBase(BaseRequest(base: "v1", isPullRequestMerge: true))
    #expect(named.base == (try clone.git("rev-parse", "v1")))
    #expect(named.head == topic)
  }

  @Test func missingNamesComeWithTheCommandThatFetchesThem() throws {
    let clone = try Self.makeClone().clone
    for (request, command) in [
      (BaseRequest(base: "develop"), "git fetch origin develop:refs/remotes/origin/develop"),
      (BaseRequest(base: "origin/x"), "git fetch origin x:refs/remotes/origin/x"),
      (BaseRequest(baseBranch: "refs/heads/y"), "git fetch origin y:refs/remotes/origin/y"),
      (BaseRequest(base: "refs/tags/v9"), "git fetch origin refs/tags/v9:refs/tags/v9"),
      (BaseRequest(base: "it's"), "git fetch origin 'it'\\''s:refs/remotes/origin/it'\\''s'"),
    ] {
      let error = try #require(throws: GitError.self) { try clone.open().resolveBase(request) }
      #expect(error.help == "Run `\(command)`.")
    }
    for name in ["nope~2", "a b", "@{u}x", ""] {
      let error = try #require(throws: GitError.self) {
        try clone.open().resolveBase(BaseRequest(base: name))
      }
      #expect(error.help.hasPrefix("Check the name"))
    }
  }

  @Test func otherErrors() throws {
    let clone = try Self.makeClone().clone
    let tree = try clone.git("rev-parse", "HEAD^{tree}")
    #expect(throws: GitError.notACommit(name: tree)) {
      try clone.open().resolveBase(BaseRequest(base: tree))
    }
    let empty = try ScratchRepository()
    #expect(throws: GitError.noCommits) { try empty.open().resolveBase(BaseRequest()) }
  }

  /// Every error says what is wrong in a fragment and what to do in a sentence.
  @Test(arguments: [
    GitError.notARepository(directory: "/x"), .unsupportedRepository(directory: "/x", reason: "y"),
    .noCommits, .missingReference(name: "m", fetch: FetchAdvice(remote: nil, isShallow: false)),
    .ambiguousReference(name: "ab"), .notACommit(name: "t"), .noDefaultBranch(tried: ["main"]),
    .noMergeBase(base: "a", head: "b", reason: .unrelated),
    .noMergeBase(
      base: "a", head: "b",
      reason: .shallow(fetch: FetchAdvice(remote: "up", isShallow: true))),
    .missingObject(id: "1", fetch: FetchAdvice(remote: "o", isShallow: false, isPartial: true)),
    .missingObject(id: "1", fetch: FetchAdvice(remote: "o", isShallow: false)),
    .malformedCommit(id: "1"), .failure(operation: "x", message: "y"),
  ])
  func isWorded(error: GitError) {
    #expect(error.description.first?.isUppercase == false && error.description.last != ".")
    #expect(error.help.first?.isUppercase == true && error.help.last == ".")
  }
}
