import CIModel
import GitHistory
import TestSupport
import Testing

/// Paths that are one on disks which do not tell upper from lower case, and links to files.
struct TwinTests {
  /// - Returns: The comparison of a branch with `main`, and the repository that it reads.
  private func comparison(
    _ base: String, _ change: String
  ) throws -> (repository: ScratchRepository, comparison: Comparison) {
    let repository = try ScratchRepository()
    try repository.shell("\(base); git add -A; git commit -q --allow-empty -m base")
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.shell("\(change); git add -A; git commit -q -m change")
    return (repository, try repository.open().comparison(BaseRequest(base: "main")))
  }

  @Test(
    arguments: [
      ("mkdir d; echo > d/A", "echo > d/a", ["d/a": "d/A"]),
      ("mkdir D; echo > D/a", "mkdir d; echo > d/a; echo > d/b", ["d/a": "D/a", "d/b": "D/"]),
      ("echo > D", "mkdir -p d/e; echo > d/e/f", ["d/e/f": "D"]),
      ("mkdir D; echo > D/x", "echo > d", ["d": "D"]),
      ("mkdir -p X/y; echo > X/y/Z", "mkdir -p x/Y; echo > x/Y/z", ["x/Y/z": "X/y/Z"]),
      // What the change takes away is no twin.
      ("echo > A", "rm A; echo > a", [:]), ("mkdir D; echo > D/x", "mv D d", [:]),
      // A new folder has one, even if it has other files; it is told once.
      ("mkdir D; echo > D/x", "mkdir d; echo > d/y; echo > d/z", ["d/y": "D/"]),
      ("mkdir -p D/E; echo > D/E/x", "mkdir -p d/e; echo > d/e/y", ["d/e/y": "D/"]),
      ("mkdir -p D/E; echo > D/E/x", "mkdir D/e; echo > D/e/y", ["D/e/y": "D/E/"]),
      ("mkdir D d; echo > D/x; echo > d/z", "echo > d/y", [:]),
      // The same folder at two paths.
      ("mkdir d; echo > d/a", "cp -r d D", ["D/a": "d/a"]),
    ] as [(String, String, [String: String])])
  func twins(base: String, change: String, expected: [String: String]) throws {
    let (repository, comparison) = try comparison(base, change)
    let found = try withExtendedLifetime(repository) { try comparison.twins { _ in true } }
    let named = found.map { ($0.key.text, $0.value.text) }
    #expect(Dictionary(uniqueKeysWithValues: named) == expected)
  }

  /// Each folder is looked for once, however many files there are in it and however deep it is.
  @Test func deepFoldersTwice() throws {
    let deep = String(repeating: "a/", count: 400)
    var stream = "commit refs/heads/main\ncommitter A <a@b.c> 1700000000 +0000\ndata 1\nx\n"
    stream += "M 100644 inline A/\(deep)kept\ndata 1\nx\n"
    stream += "commit refs/heads/topic\ncommitter A <a@b.c> 1700000001 +0000\ndata 1\ny\n"
    stream += "from refs/heads/main\n"
    for number in 0..<2_000 { stream += "M 100644 inline a/\(deep)f\(number)\ndata 1\nx\n" }
    stream += "M 100644 inline a/\(deep)KEPT\ndata 1\nx\n"
    let repository = try ScratchRepository()
    try repository.fastImport(stream)
    try repository.git("symbolic-ref", "HEAD", "refs/heads/topic")
    let comparison = try repository.open().comparison(BaseRequest(base: "main"))
    let twins = try comparison.twins { _ in true }
    #expect(twins.map(\.value.text).sorted() == ["A/", "A/\(deep)kept"])
  }

  @Test(
    arguments: [
      ("ln -s a l", true), ("mkdir d; ln -s ../a d/l", true), ("ln -s ./a l", true),
      ("ln -s e/b l", true),
      // `..` behind a name leads wherever the name does.
      ("ln -s k/../a l", nil), ("ln -s e/../a l", nil),
      ("ln -s /a l", nil), ("ln -s d l", nil), ("ln -s nothing l", nil), ("ln -s ../a l", nil),
      ("ln -s k l", nil), ("ln -s k/b l", nil), ("ln -s . l", nil),
    ] as [(String, Bool?)])
  func linksToFiles(script: String, expected: Bool?) throws {
    let files = try comparison("echo > a; mkdir e; echo > e/b; ln -s e k", script)
      .comparison.changes.files
    #expect(files.first { $0.path.hasSuffix("l") }?.leadsToFile == expected)
  }

  /// A new link `d/l` could hold the files that are looked for: at its path, below it, and above it where nothing else is.
  @Test(
    arguments: [
      ("d/l", true), ("d/l/a/b", true), ("d/la", false), ("d/k", false), ("e", false),
      ("d/*/a", true), ("*/l", true), ("e/*/a", false), ("**/a", false), ("d/l/**/a", true),
    ] as [(String, Bool)])
  func globsNearALink(glob: String, expected: Bool) throws {
    let (repository, comparison) = try comparison("mkdir d; echo > d/x", "ln -s nowhere d/l")
    let many = Set((0..<50).map { RepositoryPath("k/\($0)") })
    let sought = RepositoryPath(glob)
    for globs in [[sought], many.union([sought])] {
      let found = try withExtendedLifetime(repository) {
        try #require(try comparison.search(for: globs))
      }
      #expect(found.unmatched == globs)
      #expect(found.linked == (expected ? [sought] : []))
    }
  }

  /// What a glob took from a name that is not UTF-8 may stand for any other such name.
  @Test func unclearGlobsMatchNothing() throws {
    let (repository, comparison) = try comparison(
      "mkdir d; echo > d/x", #"echo > "$(printf 'd/gr\366n')""#)
    let (clear, unclear): (RepositoryPath, RepositoryPath) = ("d/gr*n", "d/gr\u{FFFD}n")
    let found = try withExtendedLifetime(repository) {
      try #require(try comparison.search(for: [clear, unclear]))
    }
    #expect(found.unmatched == [unclear])
  }

  /// Links to `v`, `../v` and `/v` in a folder `d`, and `e` with a `v` of its own.
  @Test(
    arguments: [
      ("git mv d/l e/l", true), ("git mv d/l d/k", nil), ("git mv d/up e/up", nil),
      ("git mv d/up up", true), ("git mv d/all e/all", nil), ("git mv d h", nil),
      ("git mv d h; echo x >> h/v/a", nil), ("git mv d e/d", true), ("git mv d/l g/l", true),
      ("git mv d/l d/v g/", nil),
      ("git mv d/l g/; git rm -q d/v/a; mkdir g/v; seq 9 > g/v/a", true),
      ("git mv d/l d/v g/; seq 9 > g/v/b", nil), ("git mv d/v/a e/v/b; git mv d/l e/l", true),
      ("git mv d/v/a g/a; git mv d/l e/l", true), ("git mv d/l d/l2; mv d/v d/w", nil),
    ] as [(String, Bool?)])
  func linksElsewhere(script: String, expected: Bool?) throws {
    let base = """
      mkdir -p d/v e/v v g; echo a > d/v/a; echo b > e/v/a; echo c > v/a; echo > g/x
      ln -s v d/l; ln -s ../v d/up; ln -s /v d/all
      """
    let files = try comparison(base, script).comparison.changes.files
    #expect(files.contains { $0.mode == "120000" })
    #expect(files.first { $0.leadsElsewhere != nil }?.leadsElsewhere == expected)
  }
}
