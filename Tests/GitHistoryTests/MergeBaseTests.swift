import CIModel
import TestSupport
import Testing

@testable import GitHistory

struct MergeBaseTests {
  @Test func branchThatWentItsOwnWay() throws {
    let repository = try ScratchRepository()
    let root = try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    let first = try repository.commit("first", ["b": "1\n"])
    let second = try repository.commit("second", ["c": "1\n"])
    try repository.git("checkout", "-q", "main")
    let tip = try repository.commit("elsewhere", ["d": "1\n"])
    let changes = try repository.changes("main", "topic")
    #expect(changes.base == tip)
    #expect(changes.head == second)
    #expect(changes.mergeBase == root)
    #expect(changes.commits.map(\.id) == [first, second])
    #expect(changes.files.map(\.path) == ["b", "c"])
  }

  @Test func mergesOfTheBaseAreNoOwnCommitsBeyondThemselves() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    let own = try repository.commit("own", ["b": "1\n"])
    try repository.git("checkout", "-q", "main")
    try repository.commit("theirs", ["c": "1\n"])
    try repository.git("checkout", "-q", "topic")
    try repository.git("merge", "-q", "--no-edit", "main")
    let merge = try repository.git("rev-parse", "HEAD")
    let changes = try repository.changes("main", "topic")
    #expect(changes.files.map(\.path) == ["b"])
    #expect(changes.commits.map(\.id) == [own, merge])
    #expect(changes.commits.map(\.isMerge) == [false, true])
    try repository.expectAgreement("main", "topic")
  }

  /// A pack of a few megabytes holds any number of commits.
  @Test(arguments: [0, 1]) func ownCommitsAreCounted(more: Int) throws {
    let count = CommitGraph.mostOwn + more
    func id(_ number: Int) throws -> ObjectID {
      let digits = String(number, radix: 16)
      return try #require(
        ObjectID(hex: String(repeating: "0", count: 40 - digits.count) + digits))
    }
    let ids = try (0...count).map(id)
    let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var graph = CommitGraph { id throws(GitError) in
      let number = numbers[id] ?? 0
      return CommitGraph.Entry(
        parents: number > 0 ? [ids[number - 1]] : [], date: Int64(number), isBoundary: false)
    }
    let own = try? graph.ownCommits(head: ids[count], base: ids[0])
    #expect(own?.count == (more == 0 ? count : nil))
    let bases = try? graph.mergeBases(ids[0], ids[count])
    #expect(bases?.all == (more == 0 ? [ids[0]] : nil))
    // The base may be as far ahead as it likes.
    #expect(try graph.mergeBases(ids[count], ids[0]).all == [ids[0]])
  }

  /// A commit of two kilobytes has any number of parents.
  @Test(arguments: [1, 2]) func parentsAreCounted(times: Int) throws {
    func id(_ number: Int) -> ObjectID {
      let digits = String(number, radix: 16)
      return ObjectID(hex: String(repeating: "0", count: 40 - digits.count) + digits) ?? .emptyTree
    }
    let parents = Array(repeating: id(1), count: times * CommitGraph.mostParents / 2)
    var graph = CommitGraph { commit throws(GitError) in
      CommitGraph.Entry(
        parents: commit == id(2) || commit == id(3)
          ? parents + (commit == id(3) ? [id(2)] : []) : [],
        date: commit == id(1) ? 1 : commit == id(2) ? 2 : 3, isBoundary: false)
    }
    let own = try? graph.ownCommits(head: times == 1 ? id(2) : id(3), base: id(1))
    #expect(own == (times == 1 ? [id(2)] : nil))
  }

  @Test func nothingChanged() throws {
    let repository = try ScratchRepository()
    let id = try repository.commit("root", ["a": "1\n"])
    let changes = try repository.changes("main")
    #expect(changes == ChangeSet(base: id, head: id, mergeBase: id, files: [], commits: []))
  }

  @Test func baseAheadOfTheHead() throws {
    let repository = try ScratchRepository()
    let root = try repository.commit("root", ["a": "1\n"])
    try repository.git("branch", "topic")
    try repository.commit("more", ["b": "1\n"])
    let changes = try repository.changes("main", "topic")
    #expect(changes.mergeBase == root)
    #expect(changes.files.isEmpty)
    #expect(changes.commits.isEmpty)
  }

  /// Two merges in both directions have two merge bases; git takes the first one it finds.
  @Test(arguments: [
    ("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"),
    ("2026-01-04T00:00:00Z", "2026-01-03T00:00:00Z"),
    ("2026-01-03T00:00:00Z", "2026-01-03T00:00:00Z"),
  ])
  func crissCross(leftDate: String, rightDate: String) throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("branch", "topic")
    for (branch, date) in [("main", leftDate), ("topic", rightDate)] {
      try repository.git("checkout", "-q", branch)
      try repository.git(
        "commit", "-q", "--allow-empty", "-m", branch, environment: ["GIT_COMMITTER_DATE": date])
    }
    let left = try repository.git("rev-parse", "main")
    let right = try repository.git("rev-parse", "topic")
    try repository.git("merge", "-q", "--no-edit", left)
    try repository.git("checkout", "-q", "main")
    try repository.git("merge", "-q", "--no-edit", right)
    try repository.commit("main goes on", ["m": "1\n"])
    try repository.git("checkout", "-q", "topic")
    try repository.commit("topic goes on", ["t": "1\n"])
    let opened = try repository.open()
    let range = try opened.resolveBase(BaseRequest(base: "main", head: "topic"))
    #expect(Set([range.mergeBase] + range.otherMergeBases) == [left, right])
    #expect(range.mergeBase == (try repository.git("merge-base", "main", "topic")))
    try repository.expectAgreement("main", "topic")
    // None of the two shows all that a branch takes back, so a stranger's is not judged by one.
    let judge = try repository.git("rev-parse", "main")
    let trusted = try GitRepository.open(containing: repository.path, judge: judge)
    #expect(throws: GitError.severalMergeBases(base: "main", head: "topic")) {
      try trusted.resolveBase(BaseRequest(base: "main", head: "topic"))
    }
  }

  @Test func octopusMerge() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    for name in ["x", "y", "z"] {
      try repository.git("checkout", "-q", "-b", name, "main")
      try repository.commit(name, [name: "1\n"])
    }
    try repository.git("checkout", "-q", "-b", "topic", "main")
    try repository.git("merge", "-q", "--no-edit", "x", "y", "z")
    #expect(try repository.changes("main", "topic").commits.count == 4)
    try repository.expectAgreement("main", "topic")
    try repository.expectAgreement("x", "topic")
  }

  @Test func unrelatedHistories() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "--orphan", "topic")
    try repository.commit("other root", ["b": "1\n"])
    #expect(throws: GitError.noMergeBase(base: "main", head: "topic", reason: .unrelated)) {
      try repository.changes("main", "topic")
    }
  }

  @Test func replacedCommitsAreReplaced() throws {
    let repository = try ScratchRepository()
    let root = try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "--orphan", "topic")
    let orphan = try repository.commit("other root", ["b": "1\n"])
    try repository.git("replace", "--graft", orphan, root)
    try repository.expectAgreement("main", "topic")
  }

  /// git reads the replacement of every object, whatever its kind.
  @Test func replacedFilesAndFoldersAreReplaced() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n", "d/b": "1\n", "e/c": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("own", ["a": "2\n", "d/b": "2\n"])
    let other = try repository.shell("printf '2\\n3\\n4\\n' | git hash-object -w --stdin")
      .filter { !$0.isNewline }
    try repository.git("replace", "topic:a", other)
    let tree = try repository.shell(
      "printf '100644 blob \(other)\\tx\\n' | git mktree"
    ).filter { !$0.isNewline }
    try repository.git("replace", "topic:d", tree)
    // git takes the content of a file that is checked out from the disk, past its replacement.
    try repository.git("checkout", "-q", "-f", "main")
    let changes = try repository.changes("main", "topic")
    #expect(changes.files.map(\.path) == ["a", "d/b", "d/x"])
    #expect(changes.files.map(\.additions) == [3, 0, 3])
    try repository.expectAgreement("main", "topic")
  }

  @Test func graftedCommitsHaveTheParentsOfTheFile() throws {
    let repository = try ScratchRepository()
    let root = try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "--orphan", "topic")
    let orphan = try repository.commit("other root", ["b": "1\n"])
    try repository.directory.write("\(orphan) \(root)\n", to: ".git/info/grafts")
    try repository.expectAgreement("main", "topic")
  }

  /// All pairs of commits of random histories; a generator with a fixed seed makes each the same
  /// on every machine.
  @Test(arguments: UInt64(1)...6)
  func agreesWithGitOnRandomHistories(seed: UInt64) throws {
    let history = SeededHistory(seed: seed)
    let repository = try ScratchRepository()
    try repository.fastImport(history.stream)
    // One shell for all pairs: `merge base | number of own commits` for each.
    let pairs = (0..<history.count).flatMap { left in
      (0..<history.count).filter { ($0 * 7 + left) % 43 == 0 }.map { (left, $0) }
    }
    let script = pairs.map { left, right in
      "echo \"$(git merge-base c\(left) c\(right)) $(git rev-list --count c\(left)..c\(right))\""
    }.joined(separator: "\n")
    let expected = try repository.shell(script).split(separator: "\n")
    let opened = try repository.open()
    for (pair, line) in zip(pairs, expected) {
      let request = BaseRequest(base: "c\(pair.0)", head: "c\(pair.1)")
      guard let range = try? opened.resolveBase(request) else {
        #expect(line.hasPrefix(" "), "\(pair)")
        continue
      }
      let changes = try opened.changeSet(range, detectsRenames: false)
      let own = history.reachable(from: pair.1).subtracting(history.reachable(from: pair.0))
      #expect(changes.commits.count == own.count, "\(pair)")
      #expect(line.hasPrefix("\(range.mergeBase) "), "\(pair)")
      if !history.isSkewed { #expect(line.hasSuffix(" \(own.count)"), "\(pair)") }
      var seen: Set<String> = []
      for commit in changes.commits {
        let own = Set(changes.commits.map(\.id)).intersection(commit.parents)
        #expect(own.isSubset(of: seen), "parents come before children")
        seen.insert(commit.id)
      }
    }
    if history.isSkewed { return }
    let oracle = GitOracle(repository: repository)
    let pair = try #require(
      pairs.last { oracle.mergeBase("c\($0.0)", "c\($0.1)") != nil })
    try repository.expectAgreement("c\(pair.0)", "c\(pair.1)")
  }
}
