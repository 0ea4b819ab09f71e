import FileSystem
import Foundation
import TestSupport
import Testing

@Suite struct FileSearchTests {
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

  @Test(arguments: [
    ("a/b", "a/b" as String?), ("a//b", "a/b"), ("/a", "a"), ("ä", "ä"), ("a/", nil), ("a/*", nil),
    ("a?", nil), ("[a]", nil), ("{a,b}", nil), ("a\\*", nil),
  ])
  func aPatternWithoutWildcardsIsOnePath(pattern: String, path: String?) {
    #expect(FileSearch.literalPath(pattern) == path)
  }

  /// Links are files: nobody walks in a circle, or out of the checkout.
  @Test func linksAreNotFollowed() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("", to: "a/b/file.txt")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(scratch.path)/a/b/loop", withDestinationPath: "../..")
    try manager.createSymbolicLink(atPath: "\(scratch.path)/self", withDestinationPath: "self")
    try manager.createSymbolicLink(atPath: "\(scratch.path)/out", withDestinationPath: "/etc")
    #expect(
      FileSearch.files(matching: ["**"], in: scratch.path) == [
        "a/b/file.txt", "a/b/loop", "out", "self",
      ])
    #expect(FileSearch.files(matching: ["**/*.txt"], in: scratch.path) == ["a/b/file.txt"])
    // Who names a link means what it leads to.
    #expect(FileSearch.files(matching: ["out/passw[d]"], in: scratch.path) == ["out/passwd"])
  }

  private static let json = [
    "out/c.json", "out/dangling.json", "out/deep/.hidden.json", "out/deep/d.json",
  ]
  private static let through = ["link/c.json", "link/dangling.json"]
}
