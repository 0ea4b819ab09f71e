import CIModel
import Foundation
import GitHistory
import TestSupport
import Testing

/// Every way in which a file can change, against `git diff-tree` of the same two commits.
struct FileChangeTests {
  /// Each script runs on a branch of a repository that holds `a.txt` (three lines), `b.txt`,
  /// `bin` (binary), `link` (a link to `a.txt`), `sub` (a submodule), `crlf.txt` and `dir/c.txt`.
  @Test(arguments: scripts)
  func agreesWithGit(title: String, script: String) throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.shell(
      """
      \(script)
      git add -A
      git commit -q --allow-empty --no-verify -m change
      """)
    try repository.expectAgreement("main")
  }

  private static let gitlink =
    "gitlink() { git update-index --add --cacheinfo 160000,"
    + "$(printf '%040d' ${1%,*}),${1#*,}; }; gitlink"

  private static let scripts: [(title: String, script: String)] = [
    ("adds a file", #"printf 'x\ny\n' > new.txt"#),
    ("adds an empty file", ": > empty"),
    ("adds a file in a new folder", "mkdir -p p/q && echo x > p/q/r"),
    ("adds lines", #"printf '4\n5\n' >> a.txt"#),
    ("changes and deletes lines", #"printf '1\nzwei\n' > a.txt"#),
    ("deletes a file", "rm a.txt"),
    ("deletes and adds the same content elsewhere", "mv a.txt z.txt"),
    ("moves with an edit", "mv a.txt z.txt && echo 4 >> z.txt"),
    ("changes the case of a name", "git mv b.txt B.txt"),
    ("sets the executable bit", "chmod +x a.txt"),
    ("sets the executable bit of a binary file", "chmod +x bin"),
    ("sets the executable bit and edits", "chmod +x a.txt && echo 4 >> a.txt"),
    ("turns a file into a link", "rm a.txt && ln -s b.txt a.txt"),
    ("turns a link into a file", #"rm link && printf '1\n2\n3\n' > link"#),
    ("turns a link into a file of the same content", "rm link && printf a.txt > link"),
    ("turns a file into a submodule", "git rm -q a.txt && \(gitlink) 1,a.txt && mkdir a.txt"),
    ("turns a submodule into a file", "git rm -q --cached sub && rmdir sub && echo x > sub"),
    ("turns a binary file into a link", "rm bin && ln -s a.txt bin"),
    ("turns a file into a folder", "rm a.txt && mkdir a.txt && echo x > a.txt/b"),
    ("turns a folder into a file", "rm -r dir && echo x > dir"),
    ("points a link elsewhere", "ln -sf b.txt link"),
    ("deletes a link", "rm link"),
    ("moves a submodule on", "\(gitlink) 2,sub"),
    ("deletes a submodule", "git rm -q --cached sub && rmdir sub"),
    ("adds a submodule", "\(gitlink) 3,sub2 && mkdir sub2"),
    ("changes a binary file", #"printf 'x\0z\n' > bin"#),
    ("adds a binary file", #"printf '\0\n\n' > bin2"#),
    ("makes a binary file text", "echo text > bin"),
    ("hides a NUL behind 8000 bytes", #"printf '%08000d\n\0y\n' 0 > far"#),
    ("shows a NUL within 8000 bytes", #"printf '%07990d\n\0y\n' 0 > near"#),
    ("adds a last line without newline", "printf 4 >> a.txt"),
    ("loses the newline at the end", #"printf '1\n2\n3' > a.txt"#),
    ("takes CR LF away", #"printf 'a\nb\n' > crlf.txt"#),
    ("brings CR LF", #"printf '1\r\n2\r\n3\r\n' > a.txt"#),
    ("empties a file", ": > a.txt"),
    ("declares a file binary", "echo '*.txt -diff' > .gitattributes && echo 4 >> a.txt"),
    ("has blanks in names", "mkdir 'p b' && echo x > 'p b/p b' && echo x > ' lead'"),
    ("has quotes in names", #"echo x > "q'\"uote" && echo x > 'back\slash' && echo x > '*[?]'"#),
    ("has control characters in names", #"echo x > "$(printf 'tab\tnew\nline')""#),
    ("has names beyond ASCII", "echo x > 'äöü' && echo x > '日本' && echo x > 'e\u{301}'"),
    ("does nothing", ":"),
  ]

  @Test func numbersAreThoseOfAKnownChange() throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", ["a.txt": "1\nzwei\n3\n4\n", "b.txt": nil, "n.txt": "x"])
    let changes = try repository.changes("main")
    #expect(
      changes.files == [
        FileChange(.modified, "a.txt", additions: 2, deletions: 1, size: 11),
        FileChange(.deleted, "b.txt", deletions: 1, mode: nil),
        FileChange(.added, "n.txt", additions: 1, oldMode: nil, size: 1),
      ])
    #expect(changes.totals.additions == 3)
    #expect(changes.totals.deletions == 2)
  }

  @Test func tellsWhatWasAText() throws {
    let repository = try ScratchRepository()
    try repository.commit(
      "base",
      ["run": "1\n", "moved": String(repeating: "a line\n", count: 40), "bin": "\0", "text": "1"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.shell(
      "printf '\\0' > run; printf '\\0x' > bin; printf 2 > text; git mv moved to; printf '\\0' >> to; "
        + "printf '\\0new' > new; git add -A; git commit -q -m change")
    let files = try repository.changes("main", detectsRenames: true).files
    #expect(files.filter { $0.wasText == true }.map(\.path) == ["run", "to"])
    #expect(files.filter(\.isBinary).map(\.path) == ["bin", "new", "run", "to"])
  }

  @Test func keepsTheBytesOfAPathThatIsNotUTF8() throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.shell(
      """
      id=$(echo x | git hash-object -w --stdin)
      printf '100644 %s\\tdir/\\377\\376.txt\\n' "$id" | git update-index --add --index-info
      git commit -q -m odd
      """)
    let file = try #require(try repository.changes("main").files.first)
    #expect(file.path == "dir/\u{FFFD}\u{FFFD}.txt")
    #expect(file.pathBytes == Data("dir/".utf8 + [0xFF, 0xFE] + ".txt".utf8).base64EncodedString())
    #expect(file.additions == 1)
    let range = try repository.open().resolveBase(BaseRequest(base: "main"))
    let opened = try repository.open()
    let lines = try opened.comparison(range).addedLines { _ in true }
    #expect(lines == [AddedLine("dir/\u{FFFD}\u{FFFD}.txt", line: 1, text: "x")])
  }

  @Test func ordersFilesByTheBytesOfTheirPaths() throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit(
      "many", ["a-b": "", "a/b": "", "a.b": "", "Z": "", "é": "", "zz": "", "a0": ""])
    let paths = try repository.changes("main").files.map(\.path)
    #expect(paths == ["Z", "a-b", "a.b", "a/b", "a0", "zz", "é"])
  }

  @Test func pairsRenames() throws {
    let repository = try Self.makeRepository()
    let lines = (1...20).map { "line \($0)\n" }.joined()
    try repository.commit("more", ["old.txt": lines])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit(
      "move", ["old.txt": nil, "dir/new.txt": lines + "more\n", "b.txt": nil, "moved.txt": "b\n"])
    let changes = try repository.changes("main", detectsRenames: true)
    let moved = try #require(changes.files.first { $0.path == "dir/new.txt" })
    #expect(moved.status == .renamed)
    #expect(moved.oldPath == "old.txt")
    #expect((90...99).contains(moved.similarity ?? 0))
    #expect((moved.additions, moved.deletions) == (1, 0))
    let exact = try #require(changes.files.first { $0.path == "moved.txt" })
    #expect(exact == FileChange(.renamed, "moved.txt", oldPath: "b.txt", similarity: 100, size: 2))
    #expect(changes.files.count == 2)
    #expect(try repository.changes("main").files.count == 4)
  }

  @Test func pairsMoreRenamesThanLibgit2DoesByDefault() throws {
    let repository = try ScratchRepository()
    func text(_ index: Int, _ last: String) -> String {
      (1...12).map { "\(index) \($0)\n" }.joined() + last
    }
    func blob(_ path: String, _ text: String) -> String {
      "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
    }
    let author = "committer A <a@example.com> 1700000000 +0000\n"
    var stream = "commit refs/heads/main\n\(author)data 1\nx\n"
    for index in 0..<1100 { stream += blob("old/\(index)", text(index, "")) }
    stream += "commit refs/heads/topic\n\(author)data 1\ny\nfrom refs/heads/main\nD old\n"
    for index in 0..<1100 { stream += blob("new/\(index)", text(index, "more\n")) }
    try repository.fastImport(stream)
    let changes = try repository.changes("main", "topic", detectsRenames: true)
    #expect(changes.files.count == 1100)
    #expect(changes.files.allSatisfy { $0.status == .renamed })
  }

  @Test func ignoresTheRepositorysOwnDiffConfiguration() throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", ["a.txt": "1\n 2\n3\n4\n", "copy.txt": "1\n2\n3\n"])
    try repository.git(
      "update-index", "--cacheinfo", "160000,4444444444444444444444444444444444444444,sub")
    try repository.git("commit", "-q", "-m", "bump")
    let before = try repository.changes("main", detectsRenames: true)
    #expect(before.files.count == 3)
    for (key, value) in [
      ("diff.noprefix", "true"), ("diff.external", "false"), ("diff.renames", "copies"),
      ("diff.context", "99"), ("diff.algorithm", "patience"), ("diff.ignoreSubmodules", "all"),
      ("diff.mnemonicPrefix", "true"), ("core.fileMode", "false"), ("core.ignoreCase", "true"),
    ] {
      try repository.git("config", key, value)
    }
    #expect(try repository.changes("main", detectsRenames: true) == before)
  }

  @Test func writesNothing() throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", ["a.txt": "1\n"])
    let listing = "find .git -type f -exec sha1sum {} + | sort -k 2"
    let before = try repository.shell(listing)
    let opened = try repository.open()
    let comparison = try opened.comparison(opened.resolveBase(BaseRequest()))
    _ = try comparison.addedLines { _ in true }
    #expect(try repository.shell(listing) == before)
  }

  private static func makeRepository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.shell(
      """
      printf '1\\n2\\n3\\n' > a.txt
      echo b > b.txt
      printf 'x\\0y\\n' > bin
      ln -s a.txt link
      printf 'a\\r\\nb\\r\\n' > crlf.txt
      mkdir dir sub && echo c > dir/c.txt
      git config core.ignoreCase false
      git add -A
      git update-index --add --cacheinfo 160000,5555555555555555555555555555555555555555,sub
      git commit -q -m base
      """)
    return repository
  }
}
