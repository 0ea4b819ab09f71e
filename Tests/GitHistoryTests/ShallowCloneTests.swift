import CIModel
import GitHistory
import TestSupport
import Testing

/// What a CI checkout looks like; libgit2 1.5 alone fails in all of these.
struct ShallowCloneTests {
  /// `main` and `topic` part after 10 commits; `main` has 4 more, `topic` 6 with a merge of `main`.
  private static func makeOrigin() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    var stream = ""
    var mark = 0
    func commit(_ branch: String, _ parents: String...) -> Int {
      mark += 1
      stream += "commit refs/heads/\(branch)\nmark :\(mark)\n"
      stream += "committer A <a@example.com> \(1_700_000_000 + mark * 60) +0000\ndata 2\nc\n"
      for (index, parent) in parents.enumerated() {
        stream += "\(index == 0 ? "from" : "merge") \(parent)\n"
      }
      stream += "M 100644 inline \(branch)\(mark)\ndata 2\nx\n\n"
      return mark
    }
    var last = commit("main")
    for _ in 0..<9 { last = commit("main", ":\(last)") }
    var topic = commit("topic", ":\(last)")
    for _ in 0..<3 { last = commit("main", ":\(last)") }
    topic = commit("topic", ":\(topic)")
    topic = commit("topic", ":\(topic)", ":\(last)")
    last = commit("main", ":\(last)")
    for _ in 0..<3 { topic = commit("topic", ":\(topic)") }
    try repository.fastImport(stream)
    return repository
  }

  /// The answer of the whole history, or none.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 10, 15, 50])
  func givesTheAnswerOfTheWholeHistoryOrNone(depth: Int) throws {
    let origin = try Self.makeOrigin()
    let truth = try origin.changes("main", "topic")
    let clone = try ScratchRepository(
      cloning: origin, "--depth", "\(depth)", "--no-single-branch", "--branch", "topic")
    let opened = try clone.open()
    if depth < 6 {
      let fetch = FetchAdvice(remote: "origin", isShallow: true)
      #expect(
        throws: GitError.noMergeBase(
          base: "origin/main", head: "HEAD", reason: .shallow(fetch: fetch))
      ) { try opened.resolveBase(BaseRequest()) }
    } else {
      let range = try opened.resolveBase(BaseRequest())
      #expect(try opened.changeSet(range, detectsRenames: false) == truth)
    }
  }

  /// git takes an older merge base for the right one: at depth 5 both branches reach the merge of
  /// `main`, and what `topic` did before it is hidden.
  @Test func givesNoAnswerWhereGitGivesAWrongOne() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(
      cloning: origin, "--depth", "5", "--no-single-branch", "--branch", "topic")
    let own = try GitOracle(repository: clone).ownCommits("origin/main", "topic")
    let truth = try GitOracle(repository: origin).ownCommits("main", "topic")
    #expect(GitOracle(repository: clone).mergeBase("origin/main", "topic") != nil)
    #expect(own != truth)
    #expect(throws: GitError.self) { try clone.open().resolveBase(BaseRequest()) }
  }

  /// A fetch with a depth makes a complete clone look shallow; what it hides is still there.
  @Test func seesWhatAFetchWithADepthHid() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(cloning: origin, "--branch", "topic")
    try clone.git("fetch", "-q", "--depth", "1", "origin", "main", "topic")
    #expect(try clone.git("rev-parse", "--is-shallow-repository") == "true")
    let opened = try clone.open()
    #expect(
      try opened.changeSet(opened.resolveBase(BaseRequest()), detectsRenames: false)
        == origin.changes("main", "topic"))
  }

  /// A side branch that begins with a root of its own looks as if only the head had it; behind the
  /// boundary the base has it, too.
  @Test func doubtsWhatTheBoundaryMightHold() throws {
    let repository = try ScratchRepository()
    var stream = ""
    func commit(_ mark: Int, _ branch: String, _ parents: [Int]) {
      stream += "commit refs/heads/\(branch)\nmark :\(mark)\n"
      stream += "committer A <a@example.com> \(1_700_000_000 + mark * 60) +0000\ndata 2\nc\n"
      for (index, parent) in parents.enumerated() {
        stream += "\(index == 0 ? "from" : "merge") :\(parent)\n"
      }
      stream += "M 100644 inline \(branch)\(mark)\ndata 2\nx\n\n"
    }
    commit(1, "side", [])
    commit(2, "main", [])
    commit(3, "main", [2, 1])
    for mark in 4...9 { commit(mark, "main", [mark - 1]) }
    commit(10, "topic", [9, 1])
    try repository.fastImport(stream)
    #expect(try repository.changes("main", "topic").commits.count == 1)
    let clone = try ScratchRepository(
      cloning: repository, "--depth", "4", "--no-single-branch", "--branch", "topic")
    #expect(try GitOracle(repository: clone).ownCommits("origin/main", "topic").count == 2)
    #expect(throws: GitError.self) { try clone.open().resolveBase(BaseRequest()) }
  }

  @Test func adviceOfTheErrorsLeadsToAnAnswer() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(cloning: origin, "--depth", "1", "--branch", "topic")
    let missing = try #require(throws: GitError.self) {
      try clone.open().resolveBase(BaseRequest(baseBranch: "main"))
    }
    #expect(missing.description == "'main' does not name a commit in this shallow clone")
    try clone.shell(try command(in: missing.help))
    try clone.expectAgreement("origin/main")

    let other = try ScratchRepository(
      cloning: origin, "--depth", "1", "--no-single-branch", "--branch", "topic")
    let hidden = try #require(throws: GitError.self) {
      try other.open().resolveBase(BaseRequest(baseBranch: "main"))
    }
    try other.shell(try command(in: hidden.help))
    try other.expectAgreement("origin/main")
  }

  /// The commit at the boundary is told by its own words, so a merge there is still a merge.
  @Test func boundaryCommitsKeepTheirParents() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(
      cloning: origin, "--depth", "4", "--no-single-branch", "--branch", "topic")
    let opened = try clone.open()
    let range = try opened.resolveBase(BaseRequest(base: "HEAD~1"))
    #expect(try opened.changeSet(range).commits.first?.parents == [range.base])
  }

  @Test func mergeOfThePullRequestWithoutItsParents() throws {
    let origin = try Self.makeOrigin()
    try origin.git("checkout", "-q", "--detach", "main")
    try origin.git("merge", "-q", "--no-edit", "--no-ff", "topic")
    try origin.git("branch", "merged")
    let clone = try ScratchRepository(cloning: origin, "--depth", "1", "--branch", "merged")
    let request = BaseRequest(
      baseBranch: "main", isPullRequestMerge: true, mergeCommit: try clone.git("rev-parse", "HEAD"))
    let error = try #require(throws: GitError.self) { try clone.open().resolveBase(request) }
    guard case .noMergeBase(_, _, .shallow) = error else {
      Issue.record("unexpected: \(error)")
      return
    }
    try clone.shell(try command(in: error.help))
    let range = try clone.open().resolveBase(request)
    #expect(range.head == (try origin.git("rev-parse", "topic")))
  }

  /// The first command between backquotes.
  private func command(in help: String) throws -> String {
    let parts = help.split(separator: "`")
    return String(try #require(parts.count > 1 ? parts[1] : nil))
  }
}
