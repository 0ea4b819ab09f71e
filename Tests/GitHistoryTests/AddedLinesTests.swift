import CIModel
import GitHistory
import TestSupport
import Testing

struct AddedLinesTests {
  @Test func numbersLinesInTheNewVersion() throws {
    let lines = try addedLines(
      from: ["a.swift": "1\n2\n3\n4\n5\n6\n"], to: ["a.swift": "zero\n1\n2\nthree\n4\n5\n6\nlast"])
    #expect(
      lines == [
        AddedLine("a.swift", line: 1, text: "zero"), AddedLine("a.swift", line: 4, text: "three"),
        AddedLine("a.swift", line: 8, text: "last"),
      ])
  }

  @Test func everyLineOfANewFileIsNew() throws {
    let lines = try addedLines(from: [:], to: ["b": "x\r\ny\n", "a": "\n"])
    #expect(
      lines == [
        AddedLine("a", line: 1, text: ""), AddedLine("b", line: 1, text: "x"),
        AddedLine("b", line: 2, text: "y"),
      ])
  }

  @Test(arguments: [
    ("1\n2\n", "1\n2\n3\n", true), ("1\n2\n", "1\n3\n", true), ("1\n2", "1\n2\n", true),
    ("1\n2\n", "0\n1\n2\n", false), ("1\n", "1\n\n", true), ("1\n2\n3\n", "0\n1\n2\n", false),
  ])
  func knowsTheLastLine(old: String, new: String, endsFile: Bool) throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": old])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", ["a": new])
    let opened = try repository.open()
    let comparison = try opened.comparison(opened.resolveBase(BaseRequest(base: "main")))
    var room = TextRoom()
    let texts = try comparison.addedText(&room, where: { _ in true }, mayConcern: { _, _ in true })
    #expect(texts.map(\.endsFile) == [endsFile])
  }

  @Test func deletedLinesAndBinaryFilesHaveNone() throws {
    #expect(
      try addedLines(from: ["a": "1\n2\n", "c": "x"], to: ["a": "1\n", "b": "\0\n", "c": nil]) == []
    )
  }

  @Test func onlyTheEditsOfAMovedFileAreNew() throws {
    let text = (1...20).map { "line \($0)\n" }.joined()
    let lines = try addedLines(from: ["old": text], to: ["old": nil, "new": "first\n" + text])
    #expect(lines == [AddedLine("new", line: 1, text: "first")])
  }

  @Test func readsOnlyWhatIsWanted() throws {
    let lines = try addedLines(from: [:], to: ["a": "1\n", "b": "2\n"]) { $0.path == "b" }
    #expect(lines == [AddedLine("b", line: 1, text: "2")])
  }

  /// The lines that git marks with `+` in the same range.
  @Test func agreesWithGitOnWhereABlockWasAdded() throws {
    let body = { (name: String) in "func \(name)() {\n  work()\n}\n\n" }
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": body("one") + body("three")])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", ["a": body("one") + body("two") + body("three")])
    let opened = try repository.open()
    let comparison = try opened.comparison(opened.resolveBase(BaseRequest(base: "main")))
    let ours = try comparison.addedLines { _ in true }.map(\.line)
    let hunk =
      try repository.git("diff-tree", "-p", "-U0", "main", "topic")
      .split(separator: "\n").first { $0.hasPrefix("@@") } ?? ""
    #expect(hunk.contains("+\(ours.first ?? 0),\(ours.count) "))
  }

  private func addedLines(
    from old: [String: String?], to new: [String: String?],
    where isWanted: (FileChange) -> Bool = { _ in true }
  ) throws -> [AddedLine] {
    let repository = try ScratchRepository()
    try repository.commit("base", old)
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", new)
    let opened = try repository.open()
    let comparison = try opened.comparison(opened.resolveBase(BaseRequest(base: "main")))
    return try comparison.addedLines(where: isWanted)
  }
}
