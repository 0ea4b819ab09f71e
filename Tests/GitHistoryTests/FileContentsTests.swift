import CIModel
import GitHistory
import TestSupport
import Testing

struct FileContentsTests {
  /// What the branch `topic` of a scratch repository changes.
  private func change(
    from old: [String: String?], to new: [String: String?]
  ) throws -> (comparison: Comparison, scratch: ScratchRepository) {
    let scratch = try ScratchRepository()
    try scratch.commit("base", old)
    try scratch.git("checkout", "-q", "-b", "topic")
    try scratch.commit("change", new)
    let opened = try scratch.open()
    return (try opened.comparison(opened.resolveBase(BaseRequest(base: "main"))), scratch)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func readsBothVersions() throws {
    let text = (1...20).map { "line \($0)\n" }.joined()
    let (comparison, scratch) = try change(
      from: ["same": "s", "deep/in/side": "d", "changed": "old", "gone": "g", "from": text],
      to: ["changed": "new", "gone": nil, "fresh": "f", "from": nil, "dir/to": text + "more\n"])
    let contents = try comparison.contents(
      of: [
        "same", "changed", "gone", "fresh", "dir/to", "dir", "nowhere", "deep/in/side", "same/x",
      ])
    #expect(
      contents == [
        "same": FileContents(new: bytes("s")), "deep/in/side": FileContents(new: bytes("d")),
        "changed": FileContents(old: bytes("old"), new: bytes("new")),
        "gone": FileContents(old: bytes("g")), "fresh": FileContents(new: bytes("f")),
        "dir/to": FileContents(old: bytes(text), new: bytes(text + "more\n")),
      ])
    #expect(try comparison.contents(of: []) == [:])
    _ = scratch
  }

  /// Equal files count at each path, and what is beyond a bound is told.
  @Test func readsNoMoreThanABound() throws {
    let (comparison, scratch) = try change(
      from: ["z": "1234567"],
      to: ["a": "12345", "b": "12345", "c": "123456", "d": "1234"])
    let contents = try comparison.contents(of: ["a", "b", "c", "d", "no", "z"], most: 14)
    #expect(
      contents == [
        "a": FileContents(new: bytes("12345")), "b": FileContents(new: bytes("12345")),
        "c": FileContents(isUnread: true), "d": FileContents(new: bytes("1234")),
        "z": FileContents(isUnread: true),
      ])
    _ = scratch
  }

  /// Equal versions at one path count once; without the old version the new one is not judged.
  @Test(arguments: [(8, false), (6, true)])
  func countsBothVersions(most: Int, isUnread: Bool) throws {
    let (comparison, scratch) = try change(
      from: ["a": "1234", "c": "123"], to: ["a": nil, "b": "1234", "c": "1"])
    let contents = try comparison.contents(of: ["b", "c"], most: most)
    #expect(
      contents == [
        "b": FileContents(old: bytes("1234"), new: bytes("1234")),
        "c": FileContents(old: isUnread ? nil : bytes("123"), new: bytes("1"), isUnread: isUnread),
      ])
    _ = scratch
  }

  @Test func largeFilesAreNotRead() throws {
    let large = String(repeating: "x", count: (4 << 20) + 1)
    let (comparison, scratch) = try change(
      from: ["a": "1", "b": large], to: ["a": large, "b": "1"])
    let contents = try comparison.contents(of: ["a", "b"])
    #expect(contents["a"] == FileContents(old: bytes("1"), isUnread: true))
    #expect(contents["b"] == FileContents(new: bytes("1")))
    _ = scratch
  }

  /// Only in a checkout that is not trusted; what is past the limit is reported.
  @Test(arguments: [true, false])
  func aChangeWithTooMuchIsNotRead(isTrusted: Bool) throws {
    let line = String(repeating: "x", count: 99) + "\n"
    let scratch = try ScratchRepository()
    try scratch.commit("base", ["a": "", "d": line, "e": line + "e", "same": line])
    let base = try scratch.git("rev-parse", "HEAD").prefix(40)
    try scratch.git("checkout", "-q", "-b", "topic")
    try scratch.commit(
      "change", ["a": line + "a\n", "b": line, "c": line, "d": nil, "e": nil, "f": "1\n"])
    let opened = try GitRepository.open(
      containing: scratch.path, judge: isTrusted ? nil : String(base))
    let comparison = try opened.comparison(
      opened.resolveBase(BaseRequest(base: "main")), detectsRenames: false, most: 210)
    let unread = comparison.changes.files.filter(\.isBinary)
    #expect(unread.map(\.path) == (isTrusted ? [] : ["c", "d", "e"]))
    #expect(comparison.changes.files.map(\.additions) == [2, 1, isTrusted ? 1 : 0, 0, 0, 1])
    #expect(comparison.changes.files.first { $0.path == "c" }?.size == 100)
    let texts = try comparison.unseenTexts()
    #expect(texts.map(\.path) == unread.map(\.exactPath))
    #expect(texts.map(\.cause) == (isTrusted ? [] : [.size, .deletions, .deletions]))
    var room = TextRoom()
    let added = try comparison.hiddenText(&room, where: { _ in true }, mayConcern: { _, _ in true })
    #expect(added == [])
  }

  @Test func whatIsNotStagedIsAsItWas() throws {
    let scratch = try ScratchRepository()
    try scratch.directory.write("1", to: "a")
    try scratch.git("add", "a")
    let first = try scratch.open().stagedComparison().contents(of: ["a", "b"])
    #expect(first == ["a": FileContents(new: bytes("1"))])
    try scratch.commit("base", ["b": "2"])
    try scratch.directory.write("3", to: "a")
    try scratch.directory.write("4", to: "b")
    try scratch.git("add", "a")
    let second = try scratch.open().stagedComparison().contents(of: ["a", "b"])
    #expect(
      second == [
        "a": FileContents(old: bytes("1"), new: bytes("3")), "b": FileContents(new: bytes("2")),
      ])
  }

  @Test func linksAreNoFiles() throws {
    let scratch = try ScratchRepository()
    try scratch.commit("base", ["a": "1"])
    try scratch.git("checkout", "-q", "-b", "topic")
    try scratch.shell("ln -s /etc/passwd link")
    try scratch.commit("change")
    let opened = try scratch.open()
    let comparison = try opened.comparison(opened.resolveBase(BaseRequest(base: "main")))
    #expect(try comparison.contents(of: ["link"]) == [:])
  }

  /// A file in which no rule could find anything is not compared at all.
  @Test func comparesOnlyWhatMayConcern() throws {
    let (comparison, scratch) = try change(
      from: ["a": "1\n", "b": "1\n"], to: ["a": "1\nneedle\n", "b": "1\nother\n"])
    var asked: [String: String] = [:]
    let mayConcern = { (file: FileChange, content: UnsafeRawBufferPointer) -> Bool in
      asked[file.path] = String(decoding: content, as: UTF8.self)
      return content.contains(UInt8(ascii: "d"))
    }
    var room = TextRoom()
    let texts = try comparison.addedText(&room, where: { _ in true }, mayConcern: mayConcern)
    #expect(asked == ["a": "1\nneedle\n", "b": "1\nother\n"])
    #expect(texts.map(\.path) == ["a"])
    #expect(texts.first?.numbers == [2])
    _ = scratch
  }

  /// Files that there is no room for are named, once each, and not read.
  @Test(arguments: [
    (100, 100, ["a", "b", "c"], []), (100, 25, ["a"], ["b", "c"]), (7, 100, ["a", "b"], ["c"]),
    (0, 100, [], ["a", "b", "c"]),
  ])
  func namesWhatIsTooMuch(readings: Int, lines: Int, read: [String], unread: [String]) throws {
    let (comparison, scratch) = try change(
      from: ["a": "1\n", "b": "1\n", "c": "1\n"],
      to: ["a": "1\n222\n", "b": "1\n222\n", "c": "1\n222\n"])
    defer { withExtendedLifetime(scratch) {} }
    var room = TextRoom(readings: readings, lines: lines)
    let texts = try comparison.addedText(&room, where: { _ in true }, mayConcern: { _, _ in true })
    #expect(texts.map(\.path) == read)
    #expect(room.unread.map(\.path.text) == unread)
    #expect(room.unread.allSatisfy { $0.cause == .size })
  }

  /// A source with a NUL is read as compilers do, or editors that know UTF-16; data is not.
  @Test(arguments: [
    ("a.swift", "let a\0= 1\n// b\n", ["let a = 1", "// b"]), ("a.swift", "let a = 1\n", []),
    ("a.png", "\0\u{1}\u{2}\0\0\0\0\0a", []),
  ])
  func readsSourcesWithNuls(path: String, content: String, lines: [String]) throws {
    let (comparison, scratch) = try change(from: ["x": "1\n"], to: [path: content])
    defer { withExtendedLifetime(scratch) {} }
    var room = TextRoom()
    let texts = try comparison.hiddenText(&room, where: { _ in true }, mayConcern: { _, _ in true })
    let read = texts.filter(\.isReadByTools).map { $0.lines.map(\.text) }
    #expect(read.contains(lines) == !lines.isEmpty)
    #expect(lines.isEmpty == read.isEmpty)
  }

  /// From the number of a line for git to the largest that a program gives to a part of it.
  @Test(arguments: [
    ("1\n", [1...1, 3...3]), ("1\r\n", [1...1, 3...3]), ("1\r1\n", [1...2, 3...4]),
    ("1\u{85}\u{B}\u{C}\u{2028}\r\r\n", [1...6, 3...8]),
    ("\u{1C}\u{1D}\u{1E}\u{2029}\n", [1...5, 3...7]), ("é\u{2027}\u{1F}\u{86}\n", [1...1, 3...3]),
  ])
  func numbersOfLines(first: String, spans: [ClosedRange<Int>]) throws {
    let (comparison, scratch) = try change(
      from: ["a": "0\n2\n\u{B}4\n"], to: ["a": first + "2\n3\n\u{B}4\n"])
    defer { withExtendedLifetime(scratch) {} }
    var room = TextRoom()
    let texts = try comparison.addedText(&room, where: { _ in true }, mayConcern: { _, _ in true })
    #expect(texts.map { Array($0.spans) } == [spans])
  }

  /// Each way to read a file takes room.
  @Test(arguments: [(30, 0), (29, 1)])
  func waysToReadAreCounted(readings: Int, unread: Int) throws {
    let (comparison, scratch) = try change(from: ["a": "1\n"], to: ["a": "1\r2\u{2028}3\u{B}4\n"])
    defer { withExtendedLifetime(scratch) {} }
    var room = TextRoom(readings: readings)
    let texts = try comparison.hiddenText(&room, where: { _ in true }, mayConcern: { _, _ in true })
    #expect(texts.count == (unread == 0 ? 3 : 0))
    #expect(room.unread.count == unread)
  }
}
