import CIModel
import Foundation
import TestSupport
import Testing

@testable import GitHistory

/// What a change holds only in between.
struct PassingTextTests {
  /// A file that three commits edit, one after the other.
  private static func threeEdits() throws -> (ScratchRepository, Comparison) {
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    for text in ["one\n", "two\n", "three\n"] { try repository.commit("edit", ["a": text]) }
    let opened = try repository.open()
    return (repository, try opened.comparison(opened.resolveBase(BaseRequest(base: "main"))))
  }

  /// A pack of a few kilobytes can hold gigabytes that a later commit takes back, and any number of short
  /// lines, which count as 32 bytes each.
  @Test func hasALimit() throws {
    let (repository, comparison) = try Self.threeEdits()
    defer { withExtendedLifetime(repository) {} }
    let all = try comparison.passingText(mostBytes: 64) { _, _ in true }
    #expect(all.count == 2)
    #expect(throws: GitError.self) {
      try comparison.passingText(mostBytes: 63) { _, _ in true }
    }
  }

  /// A few objects can stand for any number of files, in each of any number of commits.
  @Test func sharesOneBudgetOfFiles() throws {
    let (repository, comparison) = try Self.threeEdits()
    defer { withExtendedLifetime(repository) {} }
    var trees = TreeComparison(
      read: comparison.repository.object, budget: TreeComparison.Budget(pairs: 2, entries: 200))
    for commit in comparison.changes.commits.prefix(2) {
      #expect(try comparison.ownVersions(of: commit, &trees).count == 1)
    }
    #expect(trees.budget.pairs == 0 && trees.budget.entries < 200)
    let last = try #require(comparison.changes.commits.last)
    #expect(throws: GitError.self) { try comparison.ownVersions(of: last, &trees) }
  }

  /// What commits go back and forth between is compared once in each direction; merges need all of it.
  @Test func turnsAreComparedOnce() throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["d/a": "1\n", "k": "0\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    for number in 1...6 {
      try repository.commit("turn", ["d/a": "\(number % 2)\n" + "x\n", "k": "\(number)\n"])
    }
    let opened = try repository.open()
    let comparison = try opened.comparison(opened.resolveBase(BaseRequest(base: "main")))
    var trees = TreeComparison(read: opened.object)
    let paths = try comparison.changes.commits.map { commit in
      try comparison.ownVersions(of: commit, &trees).compactMap { $0.new?.pathText }
    }
    #expect(paths == [["d/a", "k"], ["d/a", "k"], ["d/a", "k"], ["k"], ["k"], ["k"]])
    let last = try #require(ObjectID(hex: repository.git("rev-parse", "HEAD^{tree}")))
    let first = try #require(ObjectID(hex: repository.git("rev-parse", "HEAD~1^{tree}")))
    #expect(try trees.difference(first, last, onlyNew: false).count == 2)
    #expect(try trees.difference(first, last, onlyNew: true).isEmpty)
  }
}
