import CIModel
import GitHistory
import TestSupport
import Testing

/// Other bases than a merge base, and other commits than all own ones.
struct ComparisonModeTests {
  private func changes(
    _ repository: ScratchRepository, _ base: String, _ head: String,
    _ change: (inout BaseRequest) -> Void
  ) throws -> ChangeSet {
    var request = BaseRequest(base: base, head: head)
    change(&request)
    let opened = try repository.open()
    return try opened.comparison(request, detectsRenames: false).changes
  }

  @Test func treesOfUnrelatedHistoriesAreCompared() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n", "both": "1\n"])
    try repository.git("checkout", "-q", "--orphan", "other")
    let own = try repository.commit("other root", ["b": "1\n", "both": "2\n", "a": nil])
    #expect(throws: GitError.self) { try repository.changes("main", "other") }
    let changes = try changes(repository, "main", "other") { $0.mode = .tree }
    let oracle = GitOracle(repository: repository)
    #expect(changes.numstat == (try oracle.numstat("main", "other")))
    #expect(changes.commits.map(\.id) == [own])
    #expect(changes.mergeBase == changes.base)
  }

  @Test func theBaseItselfCountsAsATree() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    let own = try repository.commit("own", ["b": "1\n"])
    try repository.git("checkout", "-q", "main")
    try repository.commit("meanwhile", ["c": "1\n"])
    let tree = try changes(repository, "main", "topic") { $0.mode = .tree }
    #expect(tree.nameStatus == ["A b", "D c"])
    #expect(tree.commits.map(\.id) == [own])
    #expect(try repository.changes("main", "topic").nameStatus == ["A b"])
  }

  /// What cannot be proved in a shallow clone is no commit less in this mode.
  @Test func commitsHaveToBeProvedAllTheSame() throws {
    let origin = try ScratchRepository()
    for number in 0..<5 { try origin.commit("c\(number)", ["f": "\(number)\n"]) }
    try origin.git("checkout", "-q", "-b", "topic")
    for number in 0..<5 { try origin.commit("t\(number)", ["t": "\(number)\n"]) }
    let clone = try ScratchRepository(origin: origin, ["--depth", "1", "--no-single-branch"])
    #expect(throws: GitError.self) {
      try changes(clone, "origin/main", "HEAD") { $0.mode = .tree }
    }
  }

  @Test(arguments: [1, 3, 5, 7] as [UInt64])
  func firstParentsAreThoseOfGit(seed: UInt64) throws {
    let history = SeededHistory(seed: seed)
    let repository = try ScratchRepository()
    try repository.fastImport(history.stream)
    for left in stride(from: 0, to: history.count, by: 5) {
      for right in stride(from: 1, to: history.count, by: 6) {
        guard
          let changes = try? changes(
            repository, "c\(left)", "c\(right)", { $0.followsFirstParent = true })
        else { continue }
        let expected = try repository.git(
          "rev-list", "--first-parent", "--reverse", "c\(left)..c\(right)")
        #expect(
          changes.commits.map(\.id) == expected.split(separator: "\n").map(String.init),
          "c\(left)..c\(right)")
      }
    }
  }

  @Test(arguments: [2, 4] as [UInt64])
  func allMergeBasesAreThoseOfGit(seed: UInt64) throws {
    let history = SeededHistory(seed: seed)
    let repository = try ScratchRepository()
    try repository.fastImport(history.stream)
    var several = 0
    for left in stride(from: 0, to: history.count, by: 2) {
      for right in stride(from: 1, to: history.count, by: 6) {
        guard let changes = try? repository.changes("c\(left)", "c\(right)") else { continue }
        let all = try repository.git("merge-base", "--all", "c\(left)", "c\(right)")
          .split(separator: "\n").map(String.init)
        #expect([changes.mergeBase] + (changes.otherMergeBases ?? []) == all)
        #expect((changes.mergeBaseNote != nil) == (all.count > 1))
        several += all.count > 1 ? 1 : 0
      }
    }
    #expect(several > 0)
  }
}
