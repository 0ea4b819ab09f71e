import FileSystem
import TestSupport
import Testing

@Suite struct FoundFilesTests {
  let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    let files = [
      "a.json", "b.txt", "out/c.json", "out/deep/d.json", "out/deep/.hidden.json", ".build/e.json",
      ".git/f.json", ".devtool/g.json", "out/.build/h.json", "weird[1].txt",
    ]
    for file in files { try scratch.write("", to: file) }
    try run("ln", ["-s", "out", "link"], in: scratch.path)
    try run("ln", ["-s", "nowhere", "out/dangling.json"], in: scratch.path)
    try run("mkfifo", ["pipe.json"], in: scratch.path)
  }

  @Test(arguments: [
    (["a.json"], ["a.json"]), (["nowhere.json"], []), (["out"], []), (["out/"], json),
    (["link"], ["link"]), (["out//c.json"], ["out/c.json"]), (["out/c.json/"], []),
    (["*.json"], ["a.json"]), (["**/*.json"], ["a.json"] + json),
    (["out/*.json"], ["out/c.json", "out/dangling.json"]),
    (["out/**"], json), (["{a,b}.*"], ["a.json", "b.txt"]),
    (["b.txt", "a.json", "b.txt", "?.txt"], ["a.json", "b.txt"]),
    // Where a pattern names the folder.
    ([".build/**"], [".build/e.json"]), ([".git/f.json"], [".git/f.json"]),
    (["out/.build/*.json"], ["out/.build/h.json"]), (["link/*.json"], through),
    (["weird\\[1\\].txt"], ["weird[1].txt"]), ([], []),
  ])
  func finds(globs: [String], expected: [String]) {
    #expect(FileSearch.files(matching: globs, in: scratch.path) == expected)
  }

  private static let json = [
    "out/c.json", "out/dangling.json", "out/deep/.hidden.json", "out/deep/d.json",
  ]
  private static let through = ["link/c.json", "link/dangling.json"]
}
