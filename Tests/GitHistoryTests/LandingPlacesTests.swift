import CIModel
import TestSupport
import Testing

@testable import GitHistory

/// Where the files of a change land after the base has moved on.
struct LandingPlacesTests {
  private static let lines = (1...20).map { "line \($0)\n" }.joined()
  private static let others = (1...20).map { "other \($0)\n" }.joined()

  /// A row: what the base and the branch do to `t/a`, `t/b`, `u/c`, and the paths at which the files
  /// of the change are judged, each with its other paths.
  struct Row: Sendable {
    var base: [String: String?]
    var branch: [String: String?]
    var expected: [String: [String]]
    /// The same with the service's merge.
    var merged: [String: [String]]?
  }

  @Test(arguments: [
    // An edit follows the file, also one that the base edits while it moves it.
    Row(
      base: ["t/a": nil, "s/a": lines], branch: ["t/a": lines + "x\n"], expected: ["s/a": ["t/a"]]),
    Row(
      base: ["t/a": nil, "s/k": "y\n" + lines], branch: ["t/a": lines + "x\n"],
      expected: ["s/k": ["t/a"]]),
    // A file that stays, and one that the base only adds.
    Row(
      base: ["t/b": nil, "s/b": others, "s/n": "n\n"], branch: ["t/a": lines + "x\n"],
      expected: ["t/a": []]),
    // A copy moves nothing.
    Row(base: ["s/a": lines], branch: ["t/a": lines + "x\n"], expected: ["t/a": []]),
    // What the base deletes lands nowhere without a person who decides.
    Row(
      base: ["t/a": nil, "s/n": "n\n"], branch: ["t/a": lines + "x\n"], expected: ["t/a": []],
      merged: [:]),
    // A new file may follow its folder; the service's merge of this git leaves that to a person.
    Row(
      base: ["t/a": nil, "s/a": lines, "t/b": nil, "s/b": others], branch: ["t/n": "n\n"],
      expected: ["t/n": [], "s/n": ["t/n"]], merged: [:]),
    Row(
      base: ["t/a": nil, "s/a": lines, "t/b": nil, "s/b": others], branch: ["t/d/n": "n\n"],
      expected: ["t/d/n": [], "s/d/n": ["t/d/n"]], merged: [:]),
    // The base's new file follows the folder that the branch has moved.
    Row(
      base: ["t/n": "n\n", "u/n": "n\n"],
      branch: ["t/a": nil, "s/a": lines, "t/b": nil, "s/b": others],
      expected: ["s/a": [], "s/b": [], "s/n": []], merged: [:]),
    Row(
      base: ["t/n": "n\n"],
      branch: ["t/a": nil, "s/a": lines, "t/b": nil, "s/b": others, "s/n": "x\n"],
      expected: ["s/a": [], "s/b": [], "s/n": []], merged: [:]),
    // No folder has most of its files.
    Row(
      base: ["t/a": nil, "s/a": lines, "t/b": nil, "r/b": others], branch: ["t/n": "n\n"],
      expected: ["t/n": []], merged: [:]),
    // The folder is still there.
    Row(base: ["t/a": nil, "s/a": lines], branch: ["t/n": "n\n"], expected: ["t/n": []]),
    // A place that the branch has made itself is judged as the branch has it.
    Row(
      base: ["t/a": nil, "s/a": lines], branch: ["t/a": lines + "x\n", "s/a": "new\n"],
      expected: ["t/a": [], "s/a": []], merged: [:]),
  ])
  func places(_ row: Row) throws {
    let repository = try ScratchRepository()
    try repository.commit("start", ["t/a": Self.lines, "t/b": Self.others, "u/c": "c\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    let head = try repository.commit("change", row.branch)
    try repository.git("checkout", "-q", "main")
    let base = try repository.commit("move on", row.base)
    var request = BaseRequest(base: "main", head: "topic")
    #expect(try Self.paths(repository, request, judge: base) == row.expected)
    // Whoever trusts the checkout sees what the branch has.
    let plain = try repository.open().comparison(request).changes.files
    #expect(plain.allSatisfy { $0.otherPaths == nil && row.branch.keys.contains($0.path) })

    if row.merged == [:] { return }
    try repository.git("checkout", "-q", "--detach", "main")
    try repository.git("merge", "-q", "--no-ff", "--no-edit", "topic")
    request = BaseRequest(
      baseBranch: "main", isPullRequestMerge: true, isPullRequest: true, headCommit: head)
    try repository.git("update-ref", "refs/remotes/origin/main", "main")
    #expect(
      try Self.paths(repository, request, judge: base) == row.merged ?? row.expected)
  }

  private static func paths(
    _ repository: ScratchRepository, _ request: BaseRequest, judge: String
  ) throws -> [String: [String]] {
    let opened = try GitRepository.open(containing: repository.path, judge: judge)
    let files = try opened.comparison(request).changes.files
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.otherPaths ?? []) })
  }

  /// Lines, names that differ in case, links and globs are those of the place where a file lands.
  @Test func details() throws {
    let repository = try ScratchRepository()
    try repository.commit("start", ["t/a": Self.lines, "t/b": Self.others])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", ["t/a": Self.lines + "x\n", "t/N": "n\n", "gone": "g\n"])
    try repository.commit("change", ["t/a": Self.lines + "y\n", "gone": nil])
    try repository.git("checkout", "-q", "main")
    try repository.shell("mkdir s; git mv t/a s/a; echo n > t/n; ln -s t l; git add -A")
    let base = try repository.commit("move on")
    let opened = try GitRepository.open(containing: repository.path, judge: base)
    let comparison = try opened.comparison(BaseRequest(base: "main", head: "topic"))
    #expect(comparison.changes.files.map(\.path) == ["s/a", "t/N"])
    #expect(comparison.changes.files.map(\.otherPaths) == [["l/a", "t/a"], ["l/N"]])
    #expect(
      try comparison.addedLines { _ in true }.map { "\($0.path):\($0.line):\($0.text)" } == [
        "s/a:21:y", "t/N:1:n",
      ])
    #expect(
      try comparison.twins { _ in true } == [RepositoryPath("t/N"): RepositoryPath("t/n")])
    let globs = Set(["s/**", "l", "z/**"].map { RepositoryPath($0) })
    #expect(try comparison.search(for: globs)?.unmatched == [RepositoryPath("z/**")])
    // What a later commit took back is at the branch's own paths, and the last state is not.
    let passing = try comparison.passingText { _, _ in true }
    #expect(Set(passing.map(\.path)) == ["gone", "t/a"])
    #expect(passing.flatMap(\.lines).map(\.text).filter { $0 == "y" }.isEmpty)
  }
}
