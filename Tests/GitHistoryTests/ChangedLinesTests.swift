import CIModel
import GitHistory
import TestSupport
import Testing

struct ChangedLinesTests {
  @Test func tellsWhatBothCommitsHold() throws {
    let repository = try ScratchRepository()
    let base = try repository.commit("Begin", ["a": "1\n2\n3\n", "gone": "x\n", "large": "1\n"])
    let head = try repository.commit(
      "Change", ["a": "1\ntwo\n3\n4\n", "gone": nil, "large": "1\n2\n3\n4\n5\n6\n", "new": "n\n"])
    _ = try repository.commit("Later", ["a": "other\n"])
    let changes = ChangeSet(base: base, head: head, mergeBase: base, files: [], commits: [])
    let lines = try GitRepository.changedLines(
      of: changes, containing: repository.path, environment: [:], mostInFile: 4)
    #expect(
      lines.added == [
        AddedLine("a", line: 2, text: "two"), AddedLine("a", line: 4, text: "4"),
        AddedLine("new", line: 1, text: "n"),
      ])
    #expect(
      lines.deleted == [
        DeletedLine("a", line: 2, text: "2"), DeletedLine("gone", line: 1, text: "x"),
      ])
    let few = try GitRepository.changedLines(
      of: changes, containing: repository.path, environment: [:], mostInFile: 4, most: 3)
    #expect(few.added.map(\.path) == ["a", "a"])
  }

  @Test func failsWithoutTheCommits() throws {
    let repository = try ScratchRepository()
    try repository.commit("Begin", ["a": "1\n"])
    let id = String(repeating: "a1", count: 20)
    let changes = ChangeSet(base: id, head: id, mergeBase: id, files: [], commits: [])
    #expect(throws: GitError.self) {
      try GitRepository.changedLines(of: changes, containing: repository.path, environment: [:])
    }
  }
}
