import CIModel
import GitHistory
import TestSupport
import Testing

/// Deleted lines, lines that only differ in whitespace, and lines that were only moved.
struct LineTests {
  private static func comparison(
    from old: [String: String?], to new: [String: String?]
  ) throws -> (repository: ScratchRepository, comparison: Comparison) {
    let repository = try ScratchRepository()
    try repository.commit("base", old)
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", new)
    let opened = try repository.open()
    return (
      repository, try opened.comparison(opened.resolveBase(BaseRequest(base: "main")))
    )
  }

  @Test func numbersDeletedLinesInTheOldVersion() throws {
    let text = (1...9).map { "line \($0)\n" }.joined()
    let (repository, comparison) = try Self.comparison(
      from: ["a": "1\n2\n3\n4", "gone": "x\r\n", "old": text, "bin": "\0"],
      to: ["a": "1\n4", "gone": nil, "old": nil, "new": "first\n" + text.dropFirst(7), "bin": "x"])
    var room = TextRoom(for: .deletions)
    #expect(
      try comparison.deletedLines(&room) { _ in true } == [
        DeletedLine("a", line: 2, text: "2"), DeletedLine("a", line: 3, text: "3"),
        // What git takes for binary has lines all the same.
        DeletedLine("bin", line: 1, text: "\0"), DeletedLine("bin", line: 1, text: " "),
        DeletedLine("gone", line: 1, text: "x"), DeletedLine("old", line: 1, text: "line 1"),
      ])
    #expect(try comparison.deletedLines(&room) { $0.path == "gone" }.count == 1)
    let kept = try comparison.deletedLines(
      &room, where: { $0.path == "new" }, leaving: { _ in true })
    #expect(kept.count == 9)
    #expect(kept.filter { !$0.isKept } == [DeletedLine("old", line: 1, text: "line 1")])
    _ = repository
  }

  /// Files that there is no room for are named, and not read; each way to read one takes room.
  @Test(arguments: [
    (100, 400, ["a", "b"], []), (11, 400, ["a"], ["b"]), (100, 130, ["a"], ["b"]),
    (0, 400, [], ["a", "b"]),
  ])
  func deletedLinesHaveABound(
    readings: Int, lines: Int, read: [String], unread: [String]
  ) throws {
    let (repository, comparison) = try Self.comparison(
      from: ["a": "1\n2\n", "b": "1\r2\n"], to: ["a": "1\n", "b": "1\n"])
    defer { withExtendedLifetime(repository) {} }
    var room = TextRoom(readings: readings, lines: lines, for: .deletions)
    let found = try comparison.deletedLines(&room) { _ in true }
    #expect(Set(found.map(\.path)).sorted() == read)
    #expect(room.unread.map(\.path.text) == unread)
    #expect(room.unread.allSatisfy { $0.cause == .deletions })
  }

  /// Every way to read a version counts, also of a file that is gone; data has no lines.
  @Test(arguments: ["\r", "\u{2028}", "\n\0", "wide"])
  func countsLinesOfDeletedFiles(separator: String) throws {
    let lines = (1...9).map(String.init)
    var text = lines.joined(separator: separator)
    if separator == "wide" { text = lines.joined(separator: "\n").map { "\($0)\0" }.joined() }
    var (repository, comparison) = try Self.comparison(
      from: ["gone": text, "emptied": text, "x.png": "\0\u{1}\n\n\u{2}"],
      to: ["gone": nil, "emptied": "", "x.png": nil])
    defer { withExtendedLifetime(repository) {} }
    try comparison.fill(.hiddenLines)
    let counted = Dictionary(
      uniqueKeysWithValues: comparison.changes.files.map {
        ($0.path, $0.hiddenLines?.deletions ?? $0.deletions)
      })
    #expect(counted == ["gone": 9, "emptied": 9, "x.png": 0])
  }

  @Test(arguments: [(4, 1), (3, 0)]) func movedLinesHaveABound(most: Int, moved: Int) throws {
    let line = "func somethingThatHasAName()\n"
    var (repository, comparison) = try Self.comparison(
      from: ["a": line, "b": "1\n"], to: ["a": "2\n", "b": line])
    defer { withExtendedLifetime(repository) {} }
    try comparison.fill(.movedLines, mostMoved: most)
    #expect(comparison.changes.files.map { $0.moved?.additions } == [0, moved])
  }

  /// Blocks that swap their indentation moved, but do not count without white space anyway.
  @Test func movedLinesWithoutWhitespace() throws {
    let block = (1...9).map { "let someRatherLongName\($0) = compute()\n" }.joined()
    let deeper = block.replacing("let", with: "  let")
    var (repository, comparison) = try Self.comparison(
      from: ["a": block + "\n" + deeper, "b": block], to: ["a": deeper + "\n" + block, "c": block])
    defer { withExtendedLifetime(repository) {} }
    try comparison.fill([.ignoringWhitespace, .movedLines])
    let files = comparison.changes.files
    #expect(files.map(\.path) == ["a", "c"])
    #expect(files.map { $0.moved?.additions } == [9, 0])
    #expect(files.map { $0.movedIgnoringWhitespace?.additions } == [0, 0])
  }

  /// The counts are those of `git diff --numstat -w`.
  @Test func countsWithoutWhitespaceAsGitDoes() throws {
    let body = "if a {\n  one()\n  two()\n}\n"
    var (repository, comparison) = try Self.comparison(
      from: ["a": body, "b": body, "c": "x\n", "d": "a b\n", "e": "1\n2\n"],
      to: [
        "a": "if a {\n\tone()\n\ttwo()\n\tthree()\n}\n", "b": body.replacing("\n", with: "\r\n"),
        "c": "x\n \n", "d": "ab\n", "e": "2 \n1\n", "new": " \n\n",
      ])
    try comparison.fill(.ignoringWhitespace)
    let ours = comparison.changes.files.map { file in
      "\(file.ignoringWhitespace?.additions ?? -1) \(file.ignoringWhitespace?.deletions ?? -1) "
        + file.path
    }
    // git leaves out the files in which nothing else changed.
    let theirs = try repository.git("diff-tree", "-r", "-w", "--numstat", "main", "topic")
      .split(separator: "\n").map { String($0).replacing("\t", with: " ") }
    #expect(ours.filter { !$0.hasPrefix("0 0 ") } == theirs.filter { !$0.hasPrefix("0 0 ") })
    #expect(ours.contains("0 0 b") && ours.contains("0 0 d") && ours.contains("1 0 a"))
    #expect(comparison.changes.files.allSatisfy { $0.moved == nil })
  }

  private static let function = """
    func movedFunction(argument: Int) {
      callSomething(argument)
      callSomethingElse(argument + 1)
    }

    """

  /// Lines that git colours as moved, each no more often than it is on the other side: git colours every
  /// copy.
  @Test(arguments: [
    ("within a file", ["a": function + "last\n"], ["a": "last\n" + function]),
    ("between files", ["a": "x\n" + function, "b": "y\n"], ["a": "x\n", "b": "y\n" + function]),
    ("too little to tell", ["a": "}\nx\n"], ["a": "x\n}\n"]),
    (
      "with a line of its own in the middle", ["a": function + "rest\n"],
      [
        "a": "rest\n"
          + function.replacing("  callSomethingElse", with: "  new()\n  callSomethingElse")
      ]
    ),
    (
      "twice", ["a": function + "rest\nof it\n"],
      ["a": "rest\n" + function + "of it\n" + function]
    ),
    ("edited, not moved", ["a": function], ["a": function.replacing("argument", with: "value")]),
    (
      "a block that begins like another", ["a": function + "between\n" + function + "tail\n"],
      ["a": "between\ntail\n", "b": String(function.dropLast(2)) + "other\n" + function]
    ),
  ])
  func findsMovedLinesAsGitDoes(title: String, old: [String: String], new: [String: String]) throws
  {
    var (repository, comparison) = try Self.comparison(
      from: old.mapValues { $0 }, to: new.mapValues { $0 })
    try comparison.fill(.movedLines)
    // Moved lines are red and green text with these attributes, all others plain.
    let diff = try repository.git(
      "-c", "color.diff.oldMoved=magenta", "-c", "color.diff.newMoved=cyan",
      "-c", "color.diff.oldMovedAlternative=magenta", "-c", "color.diff.newMovedAlternative=cyan",
      "diff", "--color=always", "--color-moved=blocks", "--color-moved-ws=no", "--no-renames",
      "main", "topic")
    let lines = diff.split(separator: "\n")
    func texts(_ colour: String?, _ sign: Character) -> [String: Int] {
      lines.reduce(into: [:]) { counts, line in
        let text = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        guard text.first == sign, colour.map({ line.hasPrefix("\u{1B}[\($0)m") }) ?? true else {
          return
        }
        counts[String(text.dropFirst()), default: 0] += 1
      }
    }
    func common(_ moved: [String: Int], _ others: [String: Int]) -> Int {
      moved.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
    }
    let added = common(texts("36", "+"), texts(nil, "-"))
    let deleted = common(texts("35", "-"), texts(nil, "+"))
    let ours = comparison.changes.files.compactMap(\.moved)
    #expect(ours.reduce(0) { $0 + $1.additions } == added)
    #expect(ours.reduce(0) { $0 + $1.deletions } == deleted)
    #expect(ours.count == comparison.changes.files.count)
  }

  @Test func tellsSizesAndLFSPointers() throws {
    let hash = "sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393"
    let pointer = """
      version https://git-lfs.github.com/spec/v1
      oid \(hash)
      size 1234567

      """
    let files = try Self.comparison(
      from: ["gone": "1\n"],
      to: [
        "gone": nil, "image.png": pointer, "plain": "1234\n", "empty": "",
        "text.md": "version https://example.com\noid sha256:1\nsize 9\n",
        "longer": pointer + "echo\n", "short": pointer.replacing("17e2393", with: "17e239"),
        "crlf": pointer.replacing("\n", with: "\r\n"),
        "elsewhere": pointer.replacing("github.com", with: "example.com"),
        "extended": pointer.replacing("oid ", with: "ext-0-a \(hash)\next-1-b_2 \(hash)\noid "),
        "disordered": pointer.replacing("oid ", with: "ext-1-a \(hash)\next-1-b \(hash)\noid "),
        "unnamed": pointer.replacing("oid ", with: "ext-0- \(hash)\noid "),
        "unnumbered": pointer.replacing("oid ", with: "ext-a \(hash)\noid "),
        "said": pointer.replacing("oid ", with: "ext-0-a \(hash) this\noid "),
      ]
    ).comparison.changes.files
    let sizes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.size) })
    #expect(
      sizes == [
        "gone": nil, "image.png": 1_234_567, "plain": 5, "empty": 0, "text.md": 48, "longer": 137,
        "short": 131, "crlf": 1_234_567, "elsewhere": 133, "extended": 1_234_567,
        "disordered": 292, "unnamed": 211, "unnumbered": 210, "said": 217,
      ])
    let image = try #require(files.first { $0.path == "image.png" })
    #expect((image.additions, image.lfsPointerSize) == (3, pointer.utf8.count))
    #expect(files.count { $0.lfsPointerSize != nil } == 3)
  }
}
