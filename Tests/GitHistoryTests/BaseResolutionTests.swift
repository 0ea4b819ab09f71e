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
    (BaseRequest(base: "main"), "origin/main", "origin/main"),
    (BaseRequest(base: "main~1"), "origin/main~1", "v1"),
    (BaseRequest(base: "refs/remotes/origin/main"), "origin/main", "origin/main"),
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
  }

  /// Where the remote does not tell, a branch and a tag of one name are two answers.
  @Test(arguments: [
    (BaseRequest(base: "main"), true), (BaseRequest(base: "main~1"), true),
    (BaseRequest(baseBranch: "main"), true),
    (BaseRequest(base: "refs/heads/main"), false), (BaseRequest(base: "refs/tags/main"), false),
    (BaseRequest(base: "same"), false), (BaseRequest(base: "v1"), false), (BaseRequest(), false),
  ])
  func branchesAndTagsOfOneName(request: BaseRequest, isAmbiguous: Bool) throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    for name in ["v1", "same"] { try repository.git("tag", name) }
    try repository.git("branch", "same")
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("own", ["a": "2\n"])
    try repository.commit("more", ["a": "3\n"])
    try repository.git("tag", "main")
    let opened = try repository.open()
    if isAmbiguous {
      #expect(throws: GitError.branchAndTag(name: "main")) { try opened.resolveBase(request) }
    } else {
      #expect(throws: Never.self) { try opened.resolveBase(request) }
    }
    let clone = try ScratchRepository(cloning: repository)
    #expect(throws: Never.self) { try clone.open().resolveBase(BaseRequest(base: "main")) }
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
    let none = FetchAdvice(remote: nil, isShallow: false)
    let tried = ["main", "master", "trunk", "develop"]
    #expect(throws: GitError.noDefaultBranch(tried: tried, fetch: none)) {
      try repository.open().resolveBase(BaseRequest())
    }
  }

  /// A clone of a single branch has no other, and its refspec brings none.
  @Test(arguments: [[], ["--depth", "1"]])
  func theDefaultBranchThatIsMissingComesWithTheCommandThatFetchesIt(depth: [String]) throws {
    let origin = try ScratchRepository(defaultBranch: "stable")
    try origin.commit("root", ["a": "1\n"])
    try origin.git("branch", "topic")
    let clone = try ScratchRepository(
      origin: origin, depth + ["--single-branch", "--branch", "topic"])
    for request in [BaseRequest(), BaseRequest(isPullRequest: true)] {
      let error = try #require(throws: GitError.self) { try clone.open().resolveBase(request) }
      let option = depth.isEmpty ? "" : "--unshallow "
      let command = "git fetch \(option)origin HEAD:refs/remotes/origin/HEAD"
      #expect(error.help.hasPrefix("Run `\(command)`, or name the target branch"), "\(error.help)")
    }
    try clone.git("fetch", "-q", "origin", "HEAD:refs/remotes/origin/HEAD")
    let range = try clone.open().resolveBase(BaseRequest(isPullRequest: true))
    #expect(range.baseName == "origin/HEAD")
    #expect(range.base == (try origin.git("rev-parse", "stable")))
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
    let named = try opened.resolveBase(
      BaseRequest(base: "v1", isPullRequestMerge: true, mergeCommit: merge))
    #expect(named.base == (try clone.git("rev-parse", "v1")))
    #expect(named.head == topic)
    // The base that judges is the newest that is known.
    let judge = BaseRequest(baseBranch: "main", isPullRequestMerge: true, mergeCommit: merge)
    #expect(try opened.judge(of: judge).id == base)
    let newer = try clone.commit("newer still", ["e": "1\n"])
    try clone.git("update-ref", "refs/remotes/origin/main", newer)
    try clone.git("checkout", "-q", "--detach", merge)
    #expect(try opened.judge(of: judge).id == newer)
  }

  /// Merges as services make them, and what tells them where no variable does.
  @Test(arguments: [
    // GitHub's merge ref in a service that does not tell of it.
    ("Merge HEAD into BASE", ["BASE", "HEAD"], BaseRequest(isPullRequest: true), true),
    // Jenkins merges the base into the head, others the head into the base.
    ("Merge commit 'BASE' into HEAD", ["HEAD", "BASE"], BaseRequest(isPullRequest: true), true),
    ("Merge commit 'HEAD' into HEAD", ["BASE", "HEAD"], BaseRequest(isPullRequest: true), true),
    // The service names the head: AppVeyor, Azure, GitLab, Travis; Bitbucket the other way round.
    ("any", ["BASE", "HEAD"], BaseRequest(isPullRequest: true, headCommit: "HEAD"), true),
    ("any", ["HEAD", "BASE"], BaseRequest(isPullRequest: true, headCommit: "HEAD"), true),
    // Somebody's own merges.
    ("Merge branch 'main' into topic", ["HEAD", "BASE"], BaseRequest(isPullRequest: true), false),
    ("Merge HEAD into BASE", ["HEAD", "BASE"], BaseRequest(isPullRequest: true), false),
    ("Merge HEAD into BASE", ["BASE", "HEAD"], BaseRequest(), false),
    ("Merge commit 'BASE' into topic", ["HEAD", "BASE"], BaseRequest(isPullRequest: true), false),
  ])
  func knowsTheMergeOfAService(
    subject: String, parents: [String], request: BaseRequest, isSeenThrough: Bool
  ) throws {
    let clone = try Self.makeClone().clone
    let head = try clone.git("rev-parse", "topic")
    let base = try clone.git("rev-parse", "origin/main")
    func filled(_ text: String) -> String {
      text.replacing("BASE", with: base).replacing(/HEAD(?!$)|^HEAD$/, with: head)
    }
    let order = parents.map(filled)
    let tree = try clone.git("rev-parse", "topic^{tree}")
    let merge = try clone.git(
      "commit-tree", "-m", filled(subject), "-p", order[0], "-p", order[1], tree)
    try clone.git("checkout", "-q", "--detach", merge)
    var request = request
    request.baseBranch = "main"
    request.headCommit = request.headCommit.map(filled)
    let opened = try clone.open()
    let range = try opened.resolveBase(request)
    #expect(range.seenThroughMerge == (isSeenThrough ? merge : nil))
    // What only a message says is judged with all that it holds.
    let isProved = request.headCommit != nil
    #expect(range.head == (isSeenThrough && isProved ? head : merge))
    #expect(range.base == base)
    // The files are those of the pull request either way.
    let changes = try opened.changeSet(range)
    #expect(changes.files.map(\.path) == ["c"])
    #expect(changes.commits.count == (isSeenThrough ? 1 : 2))
  }

  /// The message of a merge is written by whoever makes it.
  @Test(arguments: [
    ("Merge CHANGE into OTHER", ["OTHER", "CHANGE"]),
    ("Merge commit 'OTHER' into HEAD", ["CHANGE", "OTHER"]),
    ("Merge commit 'CHANGE' into HEAD", ["OTHER", "CHANGE"]),
  ])
  func doesNotBelieveAMergeOfOwnCommits(subject: String, parents: [String]) throws {
    let clone = try Self.makeClone().clone
    let other = try clone.git("rev-parse", "topic")
    let change = try clone.commit("more", ["d": "1\n"])
    func filled(_ text: String) -> String {
      text.replacing("OTHER", with: other).replacing("CHANGE", with: change)
    }
    let order = parents.map(filled)
    let merge = try clone.git(
      "commit-tree", "-m", filled(subject), "-p", order[0], "-p", order[1], "topic^{tree}")
    try clone.git("checkout", "-q", "--detach", merge)
    let request = BaseRequest(baseBranch: "main", isPullRequest: true)
    let range = try clone.open().resolveBase(request)
    #expect(range.seenThroughMerge == nil)
    #expect(range.head == merge)
    #expect(range.baseName == "origin/main")
    #expect(try clone.open().judge(of: request).name == "origin/main")
  }

  /// What the merge itself holds, beside its parents, is part of the change.
  @Test func judgesTheFilesOfAMergeThatOnlyItsMessageTells() throws {
    let clone = try Self.makeClone().clone
    let base = try clone.git("rev-parse", "origin/main")
    let head = try clone.git("rev-parse", "topic")
    try clone.commit("hidden", ["evil": "1\n"])
    let merge = try clone.git(
      "commit-tree", "-m", "Merge \(head) into \(base)", "-p", base, "-p", head, "HEAD^{tree}")
    try clone.git("checkout", "-q", "--detach", merge)
    let opened = try clone.open()
    let range = try opened.resolveBase(BaseRequest(baseBranch: "main", isPullRequest: true))
    let changes = try opened.changeSet(range)
    #expect(changes.files.map(\.path) == ["c", "evil"])
    #expect(changes.commits.map(\.subject) == ["own"])
  }

  /// A branch of a fork can have the name of the base.
  @Test func aLocalBranchIsNoBaseOfAPullRequest() throws {
    let clone = try Self.makeClone().clone
    try clone.git("branch", "-q", "-f", "main", "topic")
    try clone.git("branch", "-q", "origin/main", "topic")
    let remote = try clone.git("rev-parse", "refs/remotes/origin/main")
    for request in [
      BaseRequest(base: "main"), BaseRequest(base: "origin/main"),
      BaseRequest(baseBranch: "main", isPullRequest: true), BaseRequest(),
    ] {
      #expect(try clone.open().resolveBase(request).base == remote)
    }
    try clone.git("update-ref", "-d", "refs/remotes/origin/main")
    try clone.git("update-ref", "-d", "refs/remotes/origin/HEAD")
    var typed = BaseRequest(base: "main")
    typed.needsRemoteBase = true
    for request in [BaseRequest(baseBranch: "main", isPullRequest: true), typed] {
      let error = try #require(throws: GitError.self) { try clone.open().resolveBase(request) }
      #expect(error.help.contains("git fetch origin main:refs/remotes/origin/main"))
    }
  }

  @Test func emptyTreeAsTheBaseMakesEverythingNew() throws {
    let clone = try Self.makeClone().clone
    let opened = try clone.open()
    let range = try opened.resolveBase(
      BaseRequest(base: "4b825dc642cb6eb9a060e54bf8d69288fbee4904"))
    let changes = try opened.changeSet(range)
    #expect(changes.files.map(\.path) == ["a", "b", "c"])
    #expect(changes.files.allSatisfy { $0.status == .added && $0.additions == 1 })
    #expect(changes.commits.map(\.subject) == ["root", "second", "own"])
    #expect(changes.base == changes.mergeBase)
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
    .ambiguousReference(name: "ab"), .notACommit(name: "t"),
    .noDefaultBranch(tried: ["main"], fetch: FetchAdvice(remote: "up", isShallow: true)),
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
