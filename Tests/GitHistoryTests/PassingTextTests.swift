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

  /// A pack of a few kilobytes can hold gigabytes that a later commit takes back.
  @Test func hasALimit() throws {
    let (repository, comparison) = try Self.threeEdits()
    defer { withExtendedLifetime(repository) {} }
    let all = try comparison.passingText(mostBytes: 8) { _, _ in true }
    #expect(all.count == 2)
    #expect(throws: GitError.self) {
      try comparison.passingText(mostBytes: 7) { _, _ in true }
    }
  }

  /// A few objects can stand for any number of files, in each of any number of commits.
  @Test func sharesOneBudgetOfFiles() throws {
    let (repository, comparison) = try Self.threeEdits()
    defer { withExtendedLifetime(repository) {} }
    var budget = TreeComparison.Budget(pairs: 2, entries: 100)
    for commit in comparison.changes.commits.prefix(2) {
      #expect(try comparison.ownVersions(of: commit, &budget).count == 1)
    }
    #expect(budget.pairs == 0 && budget.entries < 100)
    let last = try #require(comparison.changes.commits.last)
    #expect(throws: GitError.self) { try comparison.ownVersions(of: last, &budget) }
  }
}
