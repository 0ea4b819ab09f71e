import CIModel
import Foundation
import GitHistory
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Attributes, drivers and where objects come from, against git.
struct AttributeTests {
  /// A branch that changes text and binary files at the top and two folders below.
  private static func change() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.commit(
      "root", ["a.txt": "1\n", "x/b.txt": "1\n", "x/y/c.txt": "1\n", "x/y/d.dat": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit(
      "change",
      ["a.txt": "2\n", "x/b.txt": "2\n3\n", "x/y/c.txt": "2\n", "x/y/d.dat": "2\0\n"])
    return repository
  }

  @Test(arguments: [
    ("none", ":"),
    ("at the top", "echo '*.txt -diff' > .gitattributes"),
    ("in a folder", "echo '*.txt -diff' > x/.gitattributes"),
    ("below", "echo '*.dat diff' > x/y/.gitattributes"),
    (
      "one overrides the other",
      "echo '*.txt -diff' > .gitattributes; echo '*.txt diff' > x/y/.gitattributes"
    ),
    ("the macro", "echo 'c.txt binary' > x/y/.gitattributes"),
    ("info/attributes", "mkdir -p .git/info; echo 'x/** -diff' > .git/info/attributes"),
    (
      "core.attributesFile of the repository",
      "echo '*.txt -diff' > own; git config core.attributesFile \"$PWD/own\""
    ),
    (
      "in the index alone",
      "echo '*.txt -diff' > x/.gitattributes; git add x/.gitattributes; rm x/.gitattributes"
    ),
    (
      "a driver that says binary",
      "echo '*.txt diff=d' > .gitattributes; git config diff.d.binary true"
    ),
    (
      "a driver that says text",
      "echo '*.dat diff=d' > .gitattributes; git config diff.d.binary false"
    ),
    ("the default driver", "git config diff.default.binary true"),
    (
      "a text conversion",
      "echo '*.txt diff=d' > .gitattributes; git config diff.d.textconv 'wc -c'"
    ),
    ("a filter", "echo '*.txt filter=f' > .gitattributes; git config filter.f.smudge 'sed s/1/2/'"),
    ("line ends", "echo '* text eol=crlf' > .gitattributes; git config core.autocrlf true"),
    ("a link", "ln -s nowhere .gitattributes"),
  ])
  func agreesWithGit(title: String, script: String) throws {
    let repository = try Self.change()
    try repository.shell(script)
    try repository.expectAgreement("main")
  }

  @Test func worksWithoutAnIndexAndInABareRepository() throws {
    let repository = try Self.change()
    let expected = try repository.changes("main")
    try repository.shell("rm .git/index")
    #expect(try repository.changes("main") == expected)
    let bare = try ScratchRepository(origin: repository, ["--bare"])
    #expect(try bare.changes("main", "topic").numstat == expected.numstat)
  }

  @Test(arguments: [
    ("copies a file", "cp x/b.txt copy.txt"),
    (
      "deletes a file and writes it again", "git rm -q a.txt; git commit -q -m gone; echo 9 > a.txt"
    ),
    ("moves a file and back", "git mv a.txt z; git commit -q -m away; git mv z a.txt"),
    (
      "adds and deletes within the branch",
      "echo x > n; git add n; git commit -q -m in; git rm -q n"
    ),
  ])
  func onlyTheEndsCount(title: String, script: String) throws {
    let repository = try Self.change()
    try repository.shell("\(script)\ngit add -A\ngit commit -q --allow-empty -m end")
    try repository.expectAgreement("main")
  }

  @Test func objectsMayLieInAnotherRepository() throws {
    let repository = try Self.change()
    let expected = try repository.changes("main", detectsRenames: true)
    let borrower = try ScratchRepository()
    try borrower.shell("git clone -q --shared '\(repository.path)' borrower")
    let opened = try GitRepository.open(containing: borrower.path + "/borrower")
    let range = try opened.resolveBase(BaseRequest(base: "origin/main", head: "origin/topic"))
    #expect(try opened.changeSet(range).files == expected.files)
  }

  /// CI containers check out as another user; git refuses that without `safe.directory`, and we,
  /// who run nothing that a repository names, do not.
  @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away"))
  func readsARepositoryOfSomebodyElse() throws {
    let repository = try Self.change()
    let expected = try repository.changes("main")
    try repository.shell("chown -R 12345:12345 .")
    #expect(throws: ScratchRepository.GitFailure.self) { try repository.git("log") }
    #expect(try repository.changes("main") == expected)
  }
}
