import CIModel
import GitHistory
import TestSupport
import Testing

/// What `.gitattributes` calls generated or vendored.
struct GeneratedFilesTests {
  @Test(arguments: [
    ("", []), ("a.txt linguist-generated", ["a.txt"]), ("a.txt linguist-generated=true", ["a.txt"]),
    ("x/** linguist-vendored", ["x/b.txt", "x/c.txt"]), ("a.txt -linguist-generated", []),
    ("a.txt linguist-generated=false", []),
    ("* linguist-generated\nx/** -linguist-generated", [".gitattributes", "a.txt"]),
    ("*.txt linguist-documentation", []),
  ])
  func areThoseOfTheBase(attributes: String, paths: [String]) throws {
    let repository = try ScratchRepository()
    let old = ["a.txt": "1\n", "x/b.txt": "1\n", "x/c.txt": "1\n", ".gitattributes": attributes]
    try repository.commit("root", old)
    try repository.git("checkout", "-q", "-b", "topic")
    // What the change says of itself does not count.
    try repository.commit(
      "change",
      [
        "a.txt": "2\n", "x/b.txt": "2\n", "x/c.txt": "2\n",
        ".gitattributes": "* linguist-generated\n",
      ])
    let comparison = try repository.open().comparison(BaseRequest(base: "main"))
    #expect(try comparison.generatedFiles().map(\.text).sorted() == paths)
  }

  /// Rules ask for both paths of a moved file.
  @Test(arguments: [("a.txt", "x/a.txt", "x/a.txt"), ("x/b.txt", "b.txt", "x/b.txt")])
  func areAtBothPathsOfAMovedFile(old: String, new: String, expected: String) throws {
    let repository = try ScratchRepository()
    try repository.commit(
      "root", ["a.txt": "1\n", "x/b.txt": "2\n", ".gitattributes": "x/** linguist-generated\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.git("mv", old, new)
    try repository.git("commit", "-q", "-m", "move")
    let comparison = try repository.open().comparison(BaseRequest(base: "main"))
    #expect(comparison.changes.files.map(\.oldPath) == [old])
    #expect(try comparison.generatedFiles().map(\.text) == [expected])
  }

  @Test func areNoneWithoutAttributes() throws {
    let repository = try ScratchRepository()
    try repository.commit("root", ["a.txt": "1\n"])
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.commit("change", [".gitattributes": "* linguist-generated\n", "a.txt": "2\n"])
    #expect(try repository.open().comparison(BaseRequest(base: "main")).generatedFiles() == [])
  }
}
