import CIModel
import TestSupport
import Testing

@testable import GitHistory

/// Renames, each against `git diff-tree -M` of the same two commits.
struct RenameTests {
  /// Each script runs on a branch of a repository that holds `a/one.txt` to `a/nine.txt` (30 lines
  /// each, of which half are the same in all), two equal files, an empty one and a link.
  @Test(arguments: scripts)
  func agreesWithGit(title: String, script: String) throws {
    let repository = try Self.makeRepository()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.shell("\(script)\ngit add -A\ngit commit -q --allow-empty --no-verify -m change")
    try repository.expectAgreement("main")
  }

  private static let scripts: [(title: String, script: String)] = [
    ("moves a folder", "git mv a b"),
    ("moves and edits a little", "git mv a b && for f in b/*; do echo more >> $f; done"),
    ("moves and edits much", "git mv a b && for f in b/*; do sed -i 1,20d $f; done"),
    ("changes the names, too", "mkdir b; for f in a/*; do git mv $f b/x${f#a/}; done"),
    (
      "changes names and contents",
      "mkdir b; for f in a/*; do git mv $f b/x${f#a/}; sed -i 3,9d b/x${f#a/}; done"
    ),
    ("changes the case of a name", "git mv a/one.txt a/ONE.txt"),
    ("changes the case and edits", "git mv a/one.txt a/ONE.txt && echo x >> a/ONE.txt"),
    ("copies without moving", "cp a/one.txt copy.txt"),
    ("moves one of two equal files", "git mv same1.txt z.txt"),
    (
      "moves both of two equal files", "mkdir z; git mv same1.txt z/same2.txt && git mv same2.txt q"
    ),
    ("moves an empty file", "git mv empty.txt void.txt"),
    ("moves a link", "git mv link other && ln -s elsewhere link2"),
    ("turns a file into a link elsewhere", "rm a/one.txt && ln -s a/two.txt moved"),
    ("moves and sets the executable bit", "git mv a/one.txt run.sh && chmod +x run.sh"),
    ("brings CR LF while moving", "git mv a/one.txt n.txt && sed -i 's/$/\\r/' n.txt"),
    ("splits a file", "head -15 a/one.txt > h.txt; tail -15 a/one.txt > t.txt; rm a/one.txt"),
    ("joins two files", "cat a/one.txt a/two.txt > both.txt; rm a/one.txt a/two.txt"),
    ("keeps just half", "git mv a/one.txt n.txt && sed -i 16,30d n.txt"),
    ("swaps two files", "mv a/one.txt t && mv a/two.txt a/one.txt && mv t a/two.txt"),
    ("replaces by a file of the same name elsewhere", "rm a/one.txt; mkdir b; seq 50 > b/one.txt"),
    ("moves a binary file", "git mv bin b2 && printf x >> b2"),
    ("moves a file that attributes call binary", "echo '*.txt -diff' > .gitattributes; git mv a b"),
    ("grows too much", "git mv a/one.txt n.txt && seq 100 400 >> n.txt"),
    ("has long lines", "git mv long.txt l2.txt && sed -i 's/7/seven/' l2.txt"),
  ]

  private static func makeRepository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.shell(
      """
      mkdir a
      for n in one two three four five six seven eight nine; do
        for i in $(seq 15); do echo "common $i"; done > a/$n.txt
        for i in $(seq 15); do echo "$n $i"; done >> a/$n.txt
      done
      seq 30 > same1.txt; cp same1.txt same2.txt; : > empty.txt; ln -s a/one.txt link
      printf 'x\\0%0300d\\n' 5 > bin
      printf '%0900d%0900d\\n' 7 8 > long.txt
      git add -A
      git commit -q -m base
      """)
    return repository
  }

  /// Generated changes: the same on every machine, and many candidates of equal similarity.
  @Test(arguments: UInt64(1)...8)
  func agreesWithGitOnGeneratedMoves(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func text(_ topic: Int) -> String {
      (0..<Int.random(in: 4...14, using: &random)).map { line in
        "\(topic % 3) line \(line * Int.random(in: 1...2, using: &random))\n"
      }.joined()
    }
    func blob(_ path: String, _ text: String) -> String {
      "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
    }
    let author = "committer A <a@example.com> 1700000000 +0000\n"
    var stream = "commit refs/heads/main\n\(author)data 1\nx\n"
    for index in 0..<30 { stream += blob("old/d\(index % 4)/f\(index % 7)-\(index)", text(index)) }
    for index in 0..<12 { stream += blob("old/e\(index)/same", text(index)) }
    stream += "commit refs/heads/topic\n\(author)data 1\ny\nfrom refs/heads/main\nD old\n"
    for index in 0..<30 { stream += blob("new/d\(index % 5)/f\(index % 7)-\(index)", text(index)) }
    for index in 0..<9 { stream += blob("new/e\(index)/same", text(index)) }
    let repository = try ScratchRepository()
    try repository.fastImport(stream)
    let changes = try repository.changes("main", "topic", detectsRenames: true)
    #expect(changes.files.count { $0.status == .renamed } > 10)
    try repository.expectAgreement("main", "topic")
  }

  /// git's estimate goes by lines, wherever they stand; a rule on the size of files must not take a new version for
  /// a move.
  @Test func linesInAnotherOrderAreNotTheSame() throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["a": "one line\nanother line\n", "b": "the third line\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit(
      "move", ["a": nil, "c": "another line\none line\n", "b": nil, "d": "the third line\n"])
    let files = try repository.changes("main", detectsRenames: true).files
    #expect(files.map(\.similarity) == [99, 100])
  }

  /// Knowing the size of one file more copies nothing of the others.
  @Test func manyNewFiles() throws {
    func version(_ number: Int) throws -> FileVersion {
      let digits = String(number, radix: 16)
      let hex = String(repeating: "0", count: 40 - digits.count) + digits
      return FileVersion(
        id: try #require(ObjectID(hex: hex)), path: Array("f\(digits)".utf8), rawMode: 0o100644)
    }
    var asked = 0
    let reader = RenameContents.Reader(
      size: { version throws(GitError) in
        asked += 1
        return version.pathText == "f0" ? 1_000 : 1
      },
      hashes: { version, _ throws(GitError) in
        throw .failure(operation: "read", message: version.pathText)
      })
    let renames = try RenameSearch.renames(
      [version(0)], try (1...100_000).map(version), reader)
    #expect(renames.isEmpty)
    #expect(asked == 100_001)
  }

  /// Past a bound, files that are similar count as deleted and added.
  @Test(arguments: [
    (RenameSearch.Bounds(), 6), (.init(pieces: 21), 6), (.init(pieces: 8), 2),
    (.init(pieces: 0), 0),
    (.init(lookups: 114), 6), (.init(lookups: 113), 5), (.init(lookups: 38), 2),
    (.init(lookups: 0), 0),
  ])
  func similarFilesHaveABound(bounds: RenameSearch.Bounds, renamed: Int) throws {
    #expect(try renames(bounds, ["a", "b", "c", "d", "e", "f"], to: "new-") == renamed)
  }

  /// Files that keep their name are compared one by one; the pieces of a pair are then forgotten.
  @Test(arguments: [(8, 6), (0, 0)])
  func filesOfOneNameHaveABound(pieces: Int, renamed: Int) throws {
    #expect(
      try renames(.init(pieces: pieces), ["a", "b", "c", "d", "e", "f"], to: "new/") == renamed)
  }

  /// The number of files that are renamed, each of which has three lines of all and one of its own.
  private func renames(
    _ bounds: RenameSearch.Bounds, _ names: [String], to prefix: String
  ) throws -> Int {
    func versions(_ prefix: String, _ digit: String) throws -> [FileVersion] {
      try names.map { name in
        let hex = String(repeating: digit, count: 39) + name
        return FileVersion(
          id: try #require(ObjectID(hex: hex)), path: Array((prefix + name).utf8), rawMode: 0o100644
        )
      }
    }
    let reader = RenameContents.Reader(
      size: { _ throws(GitError) in 55 },
      hashes: { version, scratch throws(GitError) in
        let own = String(decoding: version.path.suffix(1), as: UTF8.self)
        let lines = ["one\n", "two\n", "three\n", String(repeating: own, count: 40) + "\n"]
        return Array(lines.joined().utf8).withUnsafeBytes {
          SpanHashes($0, isText: true, scratch: &scratch)
        }
      })
    return try RenameSearch.renames(versions("old/", "1"), versions(prefix, "2"), reader, bounds)
      .count
  }

  /// The last line counts without its newline, too, as in git since 2.44.
  @Test func unterminatedLastLinesCount() throws {
    let repository = try ScratchRepository()
    try repository.commit("base", ["VERSION": "one\nlonger second line"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("move", ["VERSION": nil, "v": "two\nlonger second line"])
    #expect(try repository.changes("main", detectsRenames: true).files.map(\.similarity) == [81])
  }
}
