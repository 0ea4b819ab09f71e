import FileSystem
import TestSupport
import Testing

@Suite struct PathsTests {
  @Test(arguments: [
    ("/a/b/c", "/a", "b/c"), ("/a/b", "/a/b", nil), ("/ab", "/a", nil), ("/a", "/", "a"),
    ("/", "/", nil), ("/a/", "/a", nil), ("a/b", "a", "b"), ("", "", nil),
    // One letter, or a letter and an accent: two files where the file system tells them apart.
    ("/e\u{301}/x", "/\u{E9}", nil), ("/a/\u{301}x", "/a", "\u{301}x"),
  ])
  func knowsWhatIsBelow(path: String, folder: String, expected: String?) {
    #expect(path.path(below: folder) == expected)
    #expect(path.relative(to: folder) == expected ?? path)
    #expect(
      path.isInside(folder) == (expected != nil || path == folder && !path.contains("\u{301}")))
  }

  @Test(arguments: [
    ("/a/./b//c/", "/a/b/c"), ("/a/../b", "/b"), ("/../..", "/"), ("", "/"), ("/", "/"),
  ])
  func normalizes(path: String, expected: String) { #expect(path.normalizedPath == expected) }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a", "/"), ("a/b", "a")])
  func knowsTheFolder(path: String, expected: String) { #expect(path.parentFolder == expected) }

  /// Names that a shell, a terminal and an artifact of a CI service take as one word.
  @Test(arguments: [
    ("test", "test"), ("unit-tests_2.1", "unit-tests_2.1"),
    ("test[os=linux,swift=6.1]", "test-os-linux-swift-6.1-"), ("../a b", "..-a-b-"),
  ])
  func namesFilesOfSteps(id: String, expected: String) {
    let name = fileName(of: id)
    #expect(
      name == id ? id == expected : name.hasPrefix(expected) && name.count > expected.count)
    #expect(name.utf8.allSatisfy { "=,[]+@ /".utf8.contains($0) == false })
  }

  @Test func followsLinks() throws {
    let scratch = try ScratchDirectory()
    let top = try #require(realPath(scratch.path))
    try scratch.write("", to: "folder/file")
    try makeLink(scratch.path + "/link", to: "folder")
    try makeLink(scratch.path + "/broken", to: "gone")
    #expect(realPath(scratch.path + "/link/../link/file") == top + "/folder/file")
    let folder = try #require(FileStatus(top + "/folder"))
    #expect(FileStatus(bytes: Array((scratch.path + "/link").utf8))?.isSameFile(as: folder) == true)
    #expect(realPath(scratch.path + "/broken") == nil)
    #expect(realPathOfExisting(scratch.path + "/link/new/er") == top + "/folder/new/er")
    #expect(realPathOfExisting(scratch.path + "/link/file") == top + "/folder/file")
    #expect(realPathOfExisting("/no such folder/a") == "/no such folder/a")
    #expect(realPathOfExisting("/") == "/")
    #expect(workingFolder()?.hasPrefix("/") == true)
  }
}
