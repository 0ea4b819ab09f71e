import CIModel
import GitHistory
import TestSupport
import Testing

struct EarlierCommitsTests {
  /// `main` has 5 commits; `topic` leaves at the third, and the fifth merges it.
  private func makeOrigin() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    var stream = ""
    let commits: [(branch: String, subject: String, parents: [Int])] = [
      ("main", "one", []), ("main", "two", [1]), ("main", "three", [2]), ("topic", "side", [3]),
      ("main", "four", [3]), ("main", "Merge topic", [5, 4]),
    ]
    for (index, commit) in commits.enumerated() {
      let message = "\(commit.subject)\n\nWhy.\n"
      stream += "commit refs/heads/\(commit.branch)\nmark :\(index + 1)\n"
      stream += "committer A <a@example.com> \(1_700_000_000 + index * 60) +0000\n"
      stream += "data \(message.utf8.count)\n\(message)"
      for (place, parent) in commit.parents.enumerated() {
        stream += "\(place == 0 ? "from" : "merge") :\(parent)\n"
      }
      stream += "M 100644 inline a\(index)\ndata 2\nx\n\n"
    }
    try repository.fastImport(stream)
    return repository
  }

  @Test(arguments: [
    (100, ["Merge topic", "four", "side", "three", "two", "one"]),
    (3, ["Merge topic", "four", "side"]),
    (1, ["Merge topic"]), (0, []), (-1, []),
  ])
  func areTheNewestFirst(limit: Int, subjects: [String]) throws {
    let repository = try makeOrigin()
    let opened = try repository.open()
    let head = try repository.git("rev-parse", "main")
    let commits = opened.earlierCommits(from: head, limit: limit)
    #expect(commits.map(\.subject) == subjects)
    #expect(commits.allSatisfy { $0.body.isEmpty })
    #expect(opened.earlierCommits(limit: limit) == commits)
  }

  @Test func endWhereAShallowCloneDoes() throws {
    let clone = try ScratchRepository(cloning: makeOrigin(), "--depth", "2")
    #expect(
      try clone.open().earlierCommits(limit: 9).map(\.subject) == ["Merge topic", "four", "side"])
  }

  @Test(arguments: [
    "", "main", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", String(repeating: "0", count: 40),
    String(repeating: "a", count: 40),
  ])
  func areNoneOfWhatIsNoCommit(id: String) throws {
    #expect(try makeOrigin().open().earlierCommits(from: id, limit: 9) == [])
  }

  @Test func areThoseOfTheMergeBase() throws {
    let repository = try makeOrigin()
    let opened = try repository.open()
    let comparison = try opened.comparison(BaseRequest(base: "main~1", head: "topic"))
    #expect(comparison.earlierCommits(limit: 2).map(\.subject) == ["three", "two"])
  }

  @Test func areNoneBeforeTheFirstCommit() throws {
    #expect(try ScratchRepository().open().earlierCommits(limit: 9) == [])
  }

  /// The newest commits of the base, and older ones that a message names, with their bodies.
  @Test func quotableCommits() throws {
    let repository = try ScratchRepository()
    var stream = ""
    for index in 0..<1_010 {
      let message = "c\(index)\n\nWhy.\n"
      stream +=
        "commit refs/heads/main\ncommitter A <a@example.com> \(1_700_000_000 + index) +0000\n"
      stream += "data \(message.utf8.count)\n\(message)\n"
    }
    try repository.fastImport(stream)
    let base = try repository.git("rev-parse", "main")
    let old = try repository.git("rev-parse", "main~1005")
    try repository.git("checkout", "-q", "-b", "topic", "main")
    let own = try repository.commit("own", ["a": "1\n"])
    let request = BaseRequest(base: "main", head: "topic")
    let opened = try GitRepository.open(containing: repository.path, judge: base)
    let comparison = try opened.comparison(request)
    let newest = comparison.quotableCommits(named: [])
    #expect(newest.map(\.subject) == (10..<1_010).reversed().map { "c\($0)" })
    #expect(newest.first?.body == "Why.")
    let named = comparison.quotableCommits(
      named: [String(old.prefix(8)), String(own.prefix(8)), "1234567", "main"])
    #expect(named.dropFirst(1_000).map(\.id) == [old])
    #expect(try repository.open().comparison(request).quotableCommits(named: []).isEmpty)
  }
}
